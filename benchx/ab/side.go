package ab

import "fmt"

// A Side is one of the two versions that are compared.
type Side int

// The sides.
const (
	Old Side = iota
	New
)

// Sides lists both, to range over.
func Sides() [2]Side { return [2]Side{Old, New} }

// Other returns the opposite side.
func (s Side) Other() Side { return 1 - s }

// String returns "old" or "new".
func (s Side) String() string {
	if s == Old {
		return "old"
	}
	return "new"
}

// MarshalText implements encoding.TextMarshaler.
func (s Side) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (s *Side) UnmarshalText(text []byte) error {
	switch string(text) {
	case "old":
		*s = Old
	case "new":
		*s = New
	default:
		return fmt.Errorf("side %q: want old or new", text)
	}
	return nil
}

// A Key names a benchmark: its package's import path, and its full name without
// "Benchmark" and without the GOMAXPROCS suffix, as in "FFT/variant=gonum/n=64".
type Key struct{ Package, Name string }

// String returns the key as it is shown: "path/to/pkg.BenchmarkFFT/n=64".
func (k Key) String() string {
	if k.Package == "" {
		return "Benchmark" + k.Name
	}
	return k.Package + ".Benchmark" + k.Name
}

// A Target is a package with benchmarks and its test binary on each side.
type Target struct {
	Package string // import path
	Binary  [2]Binary
	// Copy is a second copy of the old binary, for A/A pairs; "" where none
	// are asked for.
	Copy string
	// Failed says why a side has no binary though it has the package: the
	// output of the failed build.
	Failed [2]string
}

// A Binary is a compiled test binary. The zero value stands for a package that
// its side does not have.
type Binary struct {
	Path string // "" where there is none
	Dir  string // the package's folder, in which it runs
	Hash string // SHA-256 of the file, in hexadecimal
	Go   string // version of the toolchain that built it
}

// on reports whether the target can run on side s.
func (t *Target) on(s Side) bool { return t.Binary[s].Path != "" }
