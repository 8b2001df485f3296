package cuda

import (
	"fmt"
	"slices"
	"strings"
)

// A Compiler is NVRTC, which turns CUDA C++ into code for GPUs. It needs no
// driver and no GPU.
type Compiler struct {
	lib   compilerLibrary
	found Library
	archs []int
}

// OpenCompiler loads NVRTC alone, to compile where there is no driver. Its
// error is an [ErrMissing] where there is none.
func OpenCompiler(o Options) (*Compiler, error) {
	return openCompiler(newSearch(o, thisHost()).forNVRTC(0))
}

// openCompiler asks for what is not going to change.
//
// Source: nvrtcVersion, nvrtcGetSupportedArchs (NVRTC documentation: General
// information query).
func openCompiler(s search) (*Compiler, error) {
	lib, err := openCompilerLibrary(s)
	if err != nil {
		return nil, err
	}
	n := &Compiler{lib: lib, found: Library{Path: lib.path()}}
	major, minor, c := lib.version()
	if err := n.check("nvrtcVersion", c, lib.path()); err != nil {
		return nil, err
	}
	n.found.Version = Version{Major: major, Minor: minor}
	if n.archs, c = lib.archs(); c != 0 || len(n.archs) == 0 {
		return nil, n.failed("nvrtcGetSupportedArchs", c, lib.path())
	}
	return n, nil
}

// Library returns which NVRTC this is. Its version is that of its CUDA.
func (n *Compiler) Library() Library { return n.found }

// Archs lists the compute capabilities it knows, ascending: 90 is 9.0.
func (n *Compiler) Archs() []int { return slices.Clone(n.archs) }

// A Source is CUDA C++ to be compiled.
type Source struct {
	Name    string // for messages: "stockham.cu"
	Text    string
	Options []string // NVRTC's, such as "-DN=1024"; the architecture is added
}

// An Image is compiled code.
type Image struct {
	Name string // of the source
	Arch string // "sm_90": machine code; "compute_90": PTX, which the driver compiles
	Data []byte // ends in a zero byte where it is PTX
	Log  string // the compiler's warnings
}

// PTX reports whether the driver has to compile the image when it is loaded.
func (i Image) PTX() bool { return strings.HasPrefix(i.Arch, "compute_") }

// For compiles for a device: to its machine code where this NVRTC knows its
// architecture, else to the newest PTX that it can make and the device can run.
// A device that is older than all of these is an [ErrUnsupported].
func (n *Compiler) For(v Device, src Source) (Image, error) {
	arch, err := n.archFor(v)
	if err != nil {
		return Image{}, err
	}
	return n.Compile(src, arch)
}

func (n *Compiler) archFor(v Device) (string, error) {
	want, best := v.capability(), 0
	for _, known := range n.archs {
		if known <= want {
			best = known
		}
	}
	switch best {
	case want:
		return v.Arch(), nil
	case 0:
		return "", fmt.Errorf("cuda: %w: NVRTC %s compiles for sm_%d and newer, %s (%s) is %s: use an older NVRTC",
			ErrUnsupported, n.found.Version, n.archs[0], v.Label(), v.Name, v.Arch())
	}
	return fmt.Sprintf("compute_%d", best), nil
}

// Compile compiles for "sm_…" (machine code) or "compute_…" (PTX). Source that
// is refused is an [ErrCompile] with the compiler's messages in Error.Log.
//
// Source: nvrtcCreateProgram, nvrtcCompileProgram, nvrtcGetProgramLog,
// nvrtcGetCUBIN, nvrtcGetPTX (NVRTC documentation: Compilation).
func (n *Compiler) Compile(src Source, arch string) (Image, error) {
	if strings.ContainsRune(src.Text, 0) || strings.ContainsRune(src.Name, 0) || strings.ContainsRune(strings.Join(src.Options, ""), 0) {
		return Image{}, invalid("%s holds a zero byte", src.Name)
	}
	what := src.Name + " for " + arch
	program, c := n.lib.createProgram(src.Text, src.Name)
	if err := n.check("nvrtcCreateProgram", c, what); err != nil {
		return Image{}, err
	}
	defer n.lib.destroyProgram(program)

	c = n.lib.compileProgram(program, append([]string{"--gpu-architecture=" + arch}, src.Options...))
	log, logCode := n.lib.programLog(program)
	if c != 0 {
		e := n.failed("nvrtcCompileProgram", c, what)
		e.Log = log
		return Image{}, e
	}
	if err := n.check("nvrtcGetProgramLog", logCode, what); err != nil {
		return Image{}, err
	}
	image := Image{Name: src.Name, Arch: arch, Log: log}
	get, function := n.lib.cubin, "nvrtcGetCUBIN"
	if image.PTX() {
		get, function = n.lib.ptx, "nvrtcGetPTX"
	}
	if image.Data, c = get(program); c == 0 && len(image.Data) == 0 {
		return Image{}, fmt.Errorf("cuda: %w: NVRTC %s made no code of %s", ErrUnsupported, n.found.Version, what)
	}
	return image, n.check(function, c, what)
}

func (n *Compiler) check(function string, c code, context string) error {
	if c == 0 {
		return nil
	}
	return n.failed(function, c, context)
}

func (n *Compiler) failed(function string, c code, context string) *Error {
	e := &Error{Func: function, Code: int(c), Name: nameOf(nvrtcNames[:], c, "nvrtcResult"), Context: context, class: nvrtcClass(c)}
	if text := n.lib.errorString(c); text != e.Name { // NVRTC says its names
		e.Text = text
	}
	return e
}
