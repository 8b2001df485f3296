package fftbench

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/fftbench/cuda"
)

// Study says which cells to run.
type Study struct {
	Preset     string
	Sizes      []int // n, ascending
	Batches    []int // ascending; not used by a capacity study
	Variants   []string
	Dirs       []string // nil: each variant in its first direction
	Precisions []Precision

	// DeviceElements and HostElements add batches by their number of elements
	// (n·batch): what gives each of a device's thousands of threads something to
	// do, and what to hold that against.
	DeviceElements, HostElements []int

	// MaxElements leaves out cells with more than so many elements (n·batch);
	// 0 means no limit.
	MaxElements int
	// BenchTime is the time of one sample.
	BenchTime time.Duration
	// Limits is set in a capacity study, which searches for the largest batch.
	Limits *Limits
}

// Selection holds the lists that narrow or widen a preset, as they stand on a
// command line; "" keeps the preset's.
type Selection struct{ Sizes, Batches, Variants, Dirs, Precisions string }

// What may be asked for. Sizes beyond MaxSize work, but are no study of a
// machine with two cores any more.
const (
	MinSize  = 2
	MaxSize  = 1 << 20
	MaxBatch = 1 << 20
)

// Presets returns the names of the presets, smallest first.
func Presets() []string { return []string{"demo", "quick", "full", "gpu", "limit"} }

// NewStudy returns the preset of that name, changed by s.
//
//	demo   n 64 … 4096, batches 1 and 8
//	quick  n 64 … 16384, batches 1, 8 and 64
//	full   n 64 … 131072, batches 1 … 4096 up to 2^21 elements a call, f32 and f64
//	gpu    n 64 … 131072, batches of 2^20 and 2^24 elements on a device, and of 2^20
//	       with the best variants of the host beside it
//	limit  n 64 … 131072, the largest batch within a time and a memory budget,
//	       each variant in its first direction
func NewStudy(preset string, s Selection) (Study, error) {
	study, err := presetStudy(preset)
	if err != nil {
		return Study{}, err
	}
	if err := study.apply(s); err != nil {
		return Study{}, err
	}
	return study, nil
}

func presetStudy(preset string) (Study, error) {
	study := Study{
		Preset:     preset,
		Sizes:      powersOfTwo(64, 131072),
		Variants:   Runnable(),
		Dirs:       studyDirs(),
		Precisions: []Precision{F32},
		BenchTime:  20 * time.Millisecond,
	}
	switch preset {
	case "demo":
		study.Sizes = powersOfTwo(64, 4096)
		study.Batches = []int{1, 8}
		study.DeviceElements = []int{1 << 20}
	case "quick":
		study.Sizes = powersOfTwo(64, 16384)
		study.Batches = []int{1, 8, 64}
		study.DeviceElements = []int{1 << 20, 1 << 24}
	case "full":
		study.Batches = []int{1, 8, 64, 512, 4096}
		study.Precisions = []Precision{F32, F64}
		study.MaxElements = 1 << 21
		study.DeviceElements = []int{1 << 20, 1 << 22, 1 << 24, 1 << 26}
	case "gpu":
		if !cuda.Built {
			return Study{}, errors.New("preset gpu: this build has no variants on a device: it needs -tags cuda, on Linux")
		}
		study.Variants = deviceStudy()
		study.HostElements = []int{1 << 20}
		study.DeviceElements = []int{1 << 20, 1 << 24}
	case "limit":
		limits := DefaultLimits()
		study.Limits = &limits
		study.Dirs = nil
	default:
		return Study{}, fmt.Errorf("no preset %q; there are %s", preset, strings.Join(Presets(), ", "))
	}
	return study, nil
}

func studyDirs() []string {
	return []string{
		wire.DirForward, wire.DirInverse, wire.DirFused, wire.DirWelch, wire.DirMel, wire.DirPeaks, wire.DirSTFT,
	}
}

// deviceStudy returns the variants on a device, and of those on the host the best
// of each direction that a device has: at batches that fill one, the others would
// take most of the time.
func deviceStudy() []string {
	return slices.DeleteFunc(Runnable(), func(name string) bool {
		switch name {
		case "op_fft", "op_ifft", "fused_spectral_compiled", "welch_op_fft":
			return false
		}
		return !OnDevice(name)
	})
}

// apply replaces the lists that s has.
func (study *Study) apply(s Selection) error {
	var err error
	if s.Sizes != "" {
		if study.Sizes, err = ParseSizes(s.Sizes, MinSize, MaxSize); err != nil {
			return fmt.Errorf("sizes: %w", err)
		}
	}
	if s.Batches != "" {
		if study.Limits != nil {
			return fmt.Errorf("batches: preset %s searches for the largest batch and takes no list", study.Preset)
		}
		if study.Batches, err = ParseSizes(s.Batches, 1, MaxBatch); err != nil {
			return fmt.Errorf("batches: %w", err)
		}
		study.MaxElements = 0
		study.DeviceElements, study.HostElements = nil, nil
	}
	if s.Variants != "" {
		if study.Variants, err = parseVariants(s.Variants); err != nil {
			return fmt.Errorf("variants: %w", err)
		}
	}
	if s.Dirs != "" {
		if study.Dirs, err = parseWords(s.Dirs, studyDirs()); err != nil {
			return fmt.Errorf("directions: %w", err)
		}
	}
	if s.Precisions != "" {
		words, err := parseWords(s.Precisions, []string{string(F32), string(F64)})
		if err != nil {
			return fmt.Errorf("precisions: %w", err)
		}
		study.Precisions = nil
		for _, w := range words {
			study.Precisions = append(study.Precisions, Precision(w))
		}
	}
	return nil
}

// parseVariants is parseWords of variants; of one that other builds run it says
// what they have.
func parseVariants(list string) ([]string, error) {
	for word := range strings.SplitSeq(list, ",") {
		v, err := known(strings.TrimSpace(word))
		if err == nil && !v.runs() {
			_, err = runnable(v.Name)
			return nil, err
		}
	}
	return parseWords(list, Runnable())
}

// Cells returns the cells of one benchmark function in the order in which to
// run them: what is compared with each other stands together, so that a
// machine whose speed drifts treats it alike.
func (study Study) Cells(bench string) []Cell {
	var cells []Cell
	for _, bench := range benches() {
		places := study.places(bench)
		for _, batch := range study.Batches {
			for _, c := range places {
				c.Batch = batch
				if study.MaxElements == 0 || c.N*batch <= study.MaxElements {
					cells = append(cells, c)
				}
			}
		}
		cells = append(cells, study.filledCells(places)...)
	}
	slices.SortStableFunc(cells, func(a, b Cell) int { return a.N - b.N })
	return ofBench(oneOfMissing(cells), bench)
}

// filledCells returns the cells at places that have so many elements, but for
// those that the batches of the study have already.
func (study Study) filledCells(places []Cell) []Cell {
	var cells []Cell
	add := func(elements []int, device bool) {
		for _, count := range elements {
			for _, c := range places {
				c.Batch = count / c.N
				if c.Batch > 0 && OnDevice(c.Variant) == device && !slices.Contains(study.Batches, c.Batch) {
					cells = append(cells, c)
				}
			}
		}
	}
	add(study.HostElements, false)
	add(study.DeviceElements, true)
	return cells
}

// HasDevice reports whether the study has variants that run on a device.
func (study Study) HasDevice() bool { return slices.ContainsFunc(study.Variants, OnDevice) }

// Has reports whether the study has cells of a benchmark function.
func (study Study) Has(bench string) bool {
	if study.Limits != nil {
		return len(study.Places(bench)) > 0
	}
	return len(study.Cells(bench)) > 0
}

// Places returns the cells of a benchmark function without batches.
func (study Study) Places(bench string) []Cell {
	var places []Cell
	for _, bench := range benches() {
		places = append(places, study.places(bench)...)
	}
	return ofBench(oneOfMissing(places), bench)
}

func (study Study) places(bench string) []Cell {
	var places []Cell
	for _, n := range study.Sizes {
		for _, dir := range studyDirs() {
			for _, v := range variants() {
				for _, p := range study.precisionsOf(v, dir) {
					c := Cell{Variant: v.Name, Dir: dir, N: n, Precision: p}
					if c.Bench() == bench {
						places = append(places, c)
					}
				}
			}
		}
	}
	return places
}

func ofBench(cells []Cell, bench string) []Cell {
	return slices.DeleteFunc(cells, func(c Cell) bool { return c.Bench() != bench })
}

// peer is an implementation by a library that a machine may lack.
type peer interface{ missing(c Cell) bool }

// bounded is an implementation that the study does not take to any length.
type bounded interface{ beyond(n int) bool }

// oneOfMissing leaves one cell of each variant and precision whose library is
// not on this machine, and one of each variant whose device is not: it says what
// to install, and once is enough. So it does with lengths beyond a variant's.
func oneOfMissing(cells []Cell) []Cell {
	runs := map[string]implementation{}
	for _, v := range variants() {
		runs[v.Name] = v.run
	}
	told := map[Cell]bool{}
	return slices.DeleteFunc(cells, func(c Cell) bool {
		key := Cell{Variant: c.Variant}
		switch run := runs[c.Variant].(type) {
		case peer:
			if !run.missing(c) {
				return false
			}
			if !OnDevice(c.Variant) {
				key.Precision = c.Precision
			}
		case bounded:
			if !run.beyond(c.N) {
				return false
			}
		default:
			return false
		}
		again := told[key]
		told[key] = true
		return again
	})
}

// covers reports whether the study runs v in a direction.
func (study Study) covers(v variant, dir string) bool {
	if !v.runs() || !slices.Contains(study.Variants, v.Name) {
		return false
	}
	has := v.run.directions()
	if study.Dirs == nil {
		return dir == has[0]
	}
	return slices.Contains(has, dir) && slices.Contains(study.Dirs, dir)
}

// precisionsOf returns the precisions in which v runs in the study. A
// reference runs in its own where it has none of those asked for: it is what
// the others are compared with.
func (study Study) precisionsOf(v variant, dir string) []Precision {
	if !study.covers(v, dir) {
		return nil
	}
	var both []Precision
	for _, p := range study.Precisions {
		if slices.Contains(v.run.precisions(), p) {
			both = append(both, p)
		}
	}
	if both == nil && v.Reference {
		return v.run.precisions()[:1]
	}
	return both
}
