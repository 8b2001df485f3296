package cuda

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// A search says where a library may be.
type search struct {
	what    string   // "the CUDA driver"
	names   []string // file names, best first
	driver  bool     // comes with the driver, not with the toolkit
	install string   // advice
	only    []string // folders to look in and nowhere else
	host    host
}

// A host is what a search asks of the machine.
type host struct {
	getenv   func(string) string
	glob     func(string) []string // matches in lexical order
	readlink func(string) string   // where a link leads, "" of what is none
}

func thisHost() host {
	return host{
		getenv: os.Getenv,
		glob: func(pattern string) []string {
			found, _ := filepath.Glob(pattern) // fails for a malformed pattern only
			return found
		},
		readlink: func(path string) string {
			to, err := os.Readlink(path)
			if err == nil && !filepath.IsAbs(to) {
				to = filepath.Join(filepath.Dir(path), to)
			}
			return to
		},
	}
}

// newSearch takes the folders of Options, else of FFTBENCH_CUDA, as the only
// ones.
func newSearch(o Options, h host) search {
	only := o.Folders
	if len(only) == 0 {
		only = filepath.SplitList(h.getenv("FFTBENCH_CUDA"))
	}
	return search{only: slices.DeleteFunc(slices.Clone(only), func(s string) bool { return s == "" }), host: h}
}

func (s search) forDriver() search {
	s.what, s.names, s.driver = "the CUDA driver", []string{"libcuda.so.1"}, true
	s.install = "install NVIDIA's driver, or in a container ask its runtime for one (--gpus all)"
	return s
}

// The library of a toolkit newer than the driver refuses to work, so each major
// version is looked for from that of the driver downwards. A cuda of 0 means
// that no driver limits it.
func (s search) forCuFFT(cuda int) search {
	s.what = "cuFFT"
	s.names = notNewer(cuda, []string{"libcufft.so.12", "libcufft.so.11", "libcufft.so.10"}, []int{13, 12, 11})
	s.install = fmt.Sprintf("install CUDA's libcufft (pip install %s)", wheel("nvidia-cufft", cuda))
	return s
}

func (s search) forNVRTC(cuda int) search {
	s.what = "NVRTC"
	s.names = notNewer(cuda, []string{"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2"}, []int{13, 12, 11})
	s.install = fmt.Sprintf("install CUDA's libnvrtc (pip install %s)", wheel("nvidia-cuda-nvrtc", cuda))
	return s
}

func notNewer(cuda int, names []string, majors []int) []string {
	if cuda == 0 {
		return names
	}
	var fit []string
	for i, name := range names {
		if majors[i] <= cuda {
			fit = append(fit, name)
		}
	}
	return fit
}

// wheel names the package on PyPI: those for CUDA 13 have no suffix.
func wheel(name string, cuda int) string {
	if cuda == 0 || cuda >= 13 {
		return name
	}
	return fmt.Sprintf("%s-cu%d", name, cuda)
}

// paths lists the files to try, best first: every folder for the newest name,
// then for the next.
func (s search) paths() []string {
	folders := s.folders()
	var paths []string
	for _, name := range s.names {
		for _, folder := range folders {
			paths = append(paths, filepath.Join(folder, name))
		}
	}
	return paths
}

// folders lists the folders to try in order; "" is wherever the loader looks
// (LD_LIBRARY_PATH, ld.so.cache, its default folders).
func (s search) folders() []string {
	if len(s.only) > 0 {
		return s.only
	}
	var list []string
	if !s.driver { // a toolkit has but a stub of libcuda
		list = append(list, s.toolkitFolders()...)
	}
	list = append(list, "")
	if !s.driver {
		list = append(list, newestFirst(s.host.glob("/usr/local/cuda*/lib64"))...)
		list = append(list, newestFirst(s.host.glob("/opt/cuda*/lib64"))...)
	}
	arch := map[string]string{"amd64": "x86_64", "arm64": "aarch64"}[runtime.GOARCH]
	list = append(list,
		"/usr/lib/"+arch+"-linux-gnu", "/usr/lib64", "/usr/lib",
		"/usr/local/nvidia/lib64", // where container runtimes mount a driver
		"/usr/lib/wsl/lib",
		"/run/opengl-driver/lib") // NixOS
	if !s.driver {
		list = append(list, s.wheelFolders()...)
	}
	return dropRepeats(list)
}

func (s search) toolkitFolders() []string {
	var roots []string
	for _, name := range []string{"CUDA_HOME", "CUDA_PATH"} {
		if root := s.host.getenv(name); root != "" {
			roots = append(roots, root)
		}
	}
	var list []string
	for _, root := range append(roots, s.installations("nvcc")...) {
		list = append(list, filepath.Join(root, "lib64"), filepath.Join(root, "lib"))
	}
	return list
}

// installations lists the folders whose bin/ has a program of $PATH, and those that
// it is but a link into, step by step: a link in /usr/local/bin may lead to a
// virtual environment, and its Python to the one that it was made from.
func (s search) installations(program string) []string {
	const mostLinks = 8 // of one to the next
	var roots []string
	for _, bin := range filepath.SplitList(s.host.getenv("PATH")) {
		path := filepath.Join(bin, program)
		if len(s.host.glob(path)) == 0 {
			continue
		}
		for range mostLinks {
			roots = append(roots, filepath.Dir(filepath.Dir(path)))
			if path = s.host.readlink(path); path == "" {
				break
			}
		}
	}
	return dropRepeats(roots)
}

// wheelFolders lists where pip and conda put NVIDIA's packages.
func (s search) wheelFolders() []string {
	roots := s.installations("python3")
	if env := s.host.getenv("VIRTUAL_ENV"); env != "" {
		roots = append([]string{env}, roots...)
	}
	if home := s.host.getenv("HOME"); home != "" {
		roots = append(roots, filepath.Join(home, ".local"))
	}
	roots = append(roots, "/usr/local", "/usr")

	var list []string
	for _, root := range dropRepeats(roots) {
		for _, packages := range []string{"site-packages", "dist-packages"} {
			list = append(list, newestFirst(s.host.glob(filepath.Join(root, "lib", "python3*", packages, "nvidia", "*", "lib")))...)
		}
	}
	if conda := s.host.getenv("CONDA_PREFIX"); conda != "" {
		list = append(list, filepath.Join(conda, "lib"), filepath.Join(conda, "targets", "x86_64-linux", "lib"))
	}
	return list
}

func newestFirst(found []string) []string {
	found = slices.Clone(found)
	slices.Reverse(found)
	return found
}

func dropRepeats(list []string) []string {
	seen := map[string]bool{}
	return slices.DeleteFunc(list, func(s string) bool {
		again := seen[s]
		seen[s] = true
		return again
	})
}

// An attempt is a file that could not be opened.
type attempt struct {
	path, why string
}

// missing says what was looked for and where. A file that is there and does not
// load (built for another machine, a dependency missing) is told with the
// loader's reason, the others by their folders.
func (s search) missing(tried []attempt) error {
	var broken, folders []string
	for _, a := range tried {
		if len(s.host.glob(a.path)) > 0 && filepath.IsAbs(a.path) {
			broken = append(broken, a.why)
			continue
		}
		folder := filepath.Dir(a.path)
		if folder == "." {
			folder = "the loader's folders"
		}
		folders = append(folders, folder)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s is not here: no %s", s.what, strings.Join(s.names, ", "))
	if len(s.names) == 0 {
		fmt.Fprintf(&b, "version that this driver could use")
	}
	if folders = dropRepeats(folders); len(folders) > 0 {
		fmt.Fprintf(&b, " in %s", strings.Join(folders, ", "))
	}
	for _, why := range broken {
		fmt.Fprintf(&b, "; does not load: %s", why)
	}
	if len(s.only) > 0 {
		b.WriteString(" (and nowhere else, since those folders were asked for)")
	}
	return &absent{text: b.String() + "; " + s.install, driver: s.driver}
}
