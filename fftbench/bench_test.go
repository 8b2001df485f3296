package fftbench

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/fftstudy/fftstudy/benchx"
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/fftbench/cuda"
	"github.com/fftstudy/fftstudy/fftbench/fft"
)

// Flags of the study. They go behind the package, after those of go test:
//
//	go test -bench . ./fftbench -study.preset demo -study.n 64-1024
var (
	presetFlag     = flag.String("study.preset", "quick", "what to run: "+strings.Join(Presets(), ", "))
	sizesFlag      = flag.String("study.n", "", "transform lengths, e.g. 100,64-4096 (powers of two); default: the preset's")
	batchesFlag    = flag.String("study.batch", "", "batches, e.g. 1,8,64 or 1-64; default: the preset's")
	variantsFlag   = flag.String("study.variants", "", "variants, e.g. gonum,op_fft; default: all")
	dirsFlag       = flag.String("study.dirs", "", "directions: forward, inverse, fused, welch, mel, peaks, stft; default: all, with preset limit the first of each variant")
	precisionsFlag = flag.String("study.precision", "", "precisions: f32, f64; default: the preset's")
	timeFlag       = flag.Duration("study.time-budget", DefaultLimits().Time, "preset limit: the most that one op may take")
	memoryFlag     = flag.String("study.memory-budget", "512MiB", "preset limit: the most that input, output and plan may take on the host")
	deviceFlag     = flag.String("study.device-memory", "", "preset limit: the most that they may take on a device, e.g. 40GiB; default: what is free")
	tuneFlag       = flag.Bool("study.tune", true, "on a device: measure which way of running the kernels is the fastest")
	whichFlag      = flag.Bool("study.device", false, "print which device and which of its libraries are here, and end")
	needsFlag      = flag.Bool("study.needs", false, "print which C library this binary needs, and end")
	childFlag      = flag.String("study.child", "", "internal: the task of a child process of preset limit")
)

// What the benchmarks share. It is set up once, in TestMain.
var (
	suite benchx.Suite
	study Study
	lab   = NewLab()
)

func TestMain(m *testing.M) {
	flag.Parse()
	if *needsFlag {
		path, err := os.Executable()
		exitOn(err, 1)
		needs, err := neededLibraries(path)
		exitOn(err, 1)
		fmt.Println(needs)
		os.Exit(0)
	}
	if *whichFlag {
		os.Exit(printDevice())
	}
	switch *childFlag {
	case "":
	case idleTask:
		fmt.Println(heldFromSystem())
		os.Exit(0)
	default:
		exitOn(ServeSearch(*childFlag, os.Stdin, os.Stdout), 1)
		os.Exit(0)
	}
	if *tuneFlag {
		lab.Tune = TuneElements
	}
	var err error
	study, err = studyFromFlags()
	exitOn(err, 2)
	if len(emptyBenches()) == len(benches()) {
		exitOn(errors.New("nothing to run: no variant asked for has the directions and precisions asked for"), 2)
	}
	code := suite.Main(m, studyOptions())
	exitOn(lab.Close(), 1)
	os.Exit(code)
}

// printDevice says what there is to run on, and what is missing; 0 means that
// all variants can.
func printDevice() (code int) {
	defer lab.Close()
	for _, f := range lab.DeviceFacts() {
		fmt.Printf("%s: %s\n", f.Key, f.Value)
	}
	found := foundDevice()
	for _, err := range []error{found.DeviceErr, found.CuFFTErr, found.CompilerErr} {
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 2
		}
		if found.DeviceErr != nil {
			break // the libraries were not looked for
		}
	}
	return code
}

func exitOn(err error, code int) {
	if err != nil {
		fmt.Fprintf(os.Stderr, "fftbench: %v\n", err)
		os.Exit(code)
	}
}

func studyFromFlags() (Study, error) {
	s, err := NewStudy(*presetFlag, Selection{
		Sizes: *sizesFlag, Batches: *batchesFlag, Variants: *variantsFlag, Dirs: *dirsFlag, Precisions: *precisionsFlag,
	})
	if err != nil {
		return s, err
	}
	if s.Limits == nil {
		return s, noBudgets(s.Preset)
	}
	s.Limits.Time = *timeFlag
	if s.Limits.Memory, err = ParseBytes(*memoryFlag); err != nil {
		return s, fmt.Errorf("-study.memory-budget: %w", err)
	}
	if *deviceFlag != "" {
		if s.Limits.DeviceMemory, err = ParseBytes(*deviceFlag); err != nil {
			return s, fmt.Errorf("-study.device-memory: %w", err)
		}
	}
	if s.Limits.Time <= 0 {
		return s, fmt.Errorf("-study.time-budget: %v, want a positive time such as 50ms", s.Limits.Time)
	}
	return s, nil
}

// noBudgets refuses the flags that a preset without a search has no use for.
func noBudgets(preset string) (err error) {
	flag.Visit(func(f *flag.Flag) {
		switch f.Name {
		case "study.time-budget", "study.memory-budget", "study.device-memory":
			err = fmt.Errorf("-%s: preset %s has no budgets; preset limit has", f.Name, preset)
		}
	})
	return err
}

// benchDeadline is how long one round of a cell may take before it counts as
// hanging: a hundred times what the slowest cells of preset full need.
const benchDeadline = time.Minute

func studyOptions() benchx.Options {
	o := benchx.Options{
		BenchTime: study.BenchTime,
		Deadline:  benchDeadline,
		Empty:     emptyBenches(),
		Units:     peakUnits(),
		Facts: []wire.Fact{
			{Key: wire.FactISA, Value: fft.ISA()},
			{Key: wire.FactPreset, Value: study.Preset},
			{Key: wire.FactReference, Value: strings.Join(References(), ",")},
			{Key: wire.FactCompiled, Value: strings.Join(Compiled(), ",")},
		},
	}
	if study.HasDevice() {
		o.Facts = append(o.Facts, lab.DeviceFacts()...)
		if study.Limits != nil { // the children of a search are to find the device's memory free
			exitOn(lab.Close(), 1)
		}
		o.Units = append(o.Units, deviceUnits()...)
	}
	if study.Limits != nil {
		o.Rounds = 1
		return o
	}
	o.Cells = func(selected func(string) bool) int {
		count := 0
		for _, bench := range benches() {
			for _, c := range study.Cells(bench) {
				if selected(benchx.Name(bench, c.Axes())) {
					count++
				}
			}
		}
		return count
	}
	return o
}

// emptyBenches returns the benchmark functions that have no cell in the study.
func emptyBenches() []string {
	var empty []string
	for _, bench := range benches() {
		if !study.Has(bench) {
			empty = append(empty, bench)
		}
	}
	return empty
}

func BenchmarkFFT(b *testing.B)   { runStudy(b, BenchFFT) }
func BenchmarkWelch(b *testing.B) { runStudy(b, BenchWelch) }

func BenchmarkSpectral(b *testing.B) { runStudy(b, BenchSpectral) }

func runStudy(b *testing.B, bench string) {
	if study.Limits != nil {
		for _, place := range study.Places(bench) {
			runSearch(b, place, *study.Limits)
		}
		return
	}
	for _, c := range study.Cells(bench) {
		suite.Run(b, benchx.Case{
			Axes:    c.Axes(),
			Prepare: func() (*benchx.Prepared, error) { return prepare(c) },
		})
	}
}

// prepare plans a cell for the harness.
func prepare(c Cell) (*benchx.Prepared, error) {
	begin := time.Now()
	plan, err := c.Plan()
	planTime := time.Since(begin)
	if errors.Is(err, ErrUnsuited) {
		return nil, fmt.Errorf("%w: %w", benchx.ErrSkip, err)
	}
	if err != nil {
		return nil, err
	}
	op, err := plan.Bind(lab, c.Batch)
	if errors.Is(err, cuda.ErrDeviceLost) { // what worked before does no more: that is no lack of preparation
		return &benchx.Prepared{Op: func() error { return err }}, nil
	}
	if err != nil {
		return nil, err
	}
	params, paramBytes, err := c.Params()
	if err != nil {
		return nil, err
	}
	held := HeldBytes(plan)
	p := &benchx.Prepared{
		Op: op.Run,
		Accuracy: func() (benchx.Accuracy, error) {
			e, err := op.Errors()
			return benchx.Accuracy(e), err
		},
		Bytes:        op.Bytes,
		Flops:        op.Flops,
		Params:       params,
		ParamBytes:   paramBytes,
		ScratchBytes: held - paramBytes,
		TrainSteps:   int64(op.TrainSteps),
		PlanTime:     planTime + op.PlanTime,
		Timed:        op.Timed,
		Close:        op.Close,
		Note:         op.Note,
		HeldBytes:    held,
	}
	if op.Metrics != nil {
		p.Metrics = func(int) []benchx.Metric {
			metrics, err := op.Metrics()
			if p.Note = op.Note; err != nil {
				p.Note = joined(op.Note, err.Error())
			}
			return metrics
		}
	}
	switch {
	case op.Heap != nil:
		p.Heap = func() (benchx.Heap, error) { return *op.Heap, nil }
	case OnHeap(c.Variant):
		p.Heap = func() (benchx.Heap, error) { return c.MeasureHeap(lab) }
	}
	return p, nil
}

// runSearch searches the largest batch at a place and reports what it found.
func runSearch(b *testing.B, place Cell, limits Limits) {
	b.Run(benchx.Name("", place.place())[1:], func(b *testing.B) {
		result, err := SearchLimit(context.Background(), place, limits, childCommand)
		if err != nil {
			b.Error(err)
		}
		for _, row := range limitRows(result) {
			place.Batch = row.batch
			benchx.Report(b, place.load(), row.Measured)
		}
	})
}

// childCommand runs this test binary as a child of preset limit.
func childCommand(task string) *exec.Cmd {
	return exec.Command(os.Args[0], "-test.run=^$", "-study.child="+task)
}
