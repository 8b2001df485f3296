package cuda

import "fmt"

// A Version of CUDA, of its driver or of one of its libraries. The zero Version
// is unknown.
type Version struct {
	Major, Minor, Patch int
}

// String gives "12.8", or "11.3.3" where there is a patch level.
func (v Version) String() string {
	switch {
	case v == Version{}:
		return "unknown"
	case v.Patch == 0:
		return fmt.Sprintf("%d.%d", v.Major, v.Minor)
	}
	return fmt.Sprintf("%d.%d.%d", v.Major, v.Minor, v.Patch)
}

// Less reports whether v is older than w.
func (v Version) Less(w Version) bool {
	if v.Major != w.Major {
		return v.Major < w.Major
	}
	if v.Minor != w.Minor {
		return v.Minor < w.Minor
	}
	return v.Patch < w.Patch
}

// cudaVersion reads cuDriverGetVersion's number: 12080 is 12.8.
func cudaVersion(n int) Version { return Version{Major: n / 1000, Minor: n % 1000 / 10} }

// cufftVersion reads cufftGetVersion's number: 11303 is 11.3.3.
func cufftVersion(n int) Version {
	return Version{Major: n / 1000, Minor: n % 1000 / 100, Patch: n % 100}
}
