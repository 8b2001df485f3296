// Peerbench measures this project's transforms against those of others, all in
// one process: see package contest for how, package results for what it
// writes. It needs the build tag fftw.
//
//	fftbench/peers/build-fftw
//	go build -tags fftw ./fftbench/peers/cmd/peerbench
//	./peerbench -fftw fftbench/peers/.fftw -o samples.txt
//	./peerbench -fftw fftbench/peers/.fftw -works c2c -precision f32 -n 1024 -batch 1 -lib ours,fftw-avx2
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/fftbench/peers"
	"github.com/fftstudy/fftstudy/fftbench/peers/contest"
	"github.com/fftstudy/fftstudy/fftbench/peers/results"
)

func main() {
	o, err := parseOptions(os.Args[1:], os.Stderr)
	if errors.Is(err, flag.ErrHelp) {
		return
	}
	if err == nil {
		err = run(o, os.Stderr)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "peerbench: %v\n", err)
		os.Exit(1)
	}
}

// run measures into the file that o names, or standard output.
func run(o options, progress io.Writer) error {
	if !peers.Built {
		return peers.ErrNotBuilt
	}
	file := o.file(fft.ISA())
	if file == "" {
		return measure(o, os.Stdout, progress)
	}
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	return errors.Join(measure(o, out, progress), out.Close())
}

// memoryLimit lets the collector run again before memory is short.
const memoryLimit = 8 << 30

func measure(o options, out, progress io.Writer) error {
	runtime.LockOSThread() // the clock is a thread's
	defer runtime.UnlockOSThread()
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // collections stand between the works
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(memoryLimit))
	w := results.NewWriter(out)
	m, err := openMatch(o, w, progress)
	if err != nil {
		return err
	}
	begin := time.Now()
	if err := m.run(o); err != nil {
		return errors.Join(err, w.Flush(), m.close())
	}
	return errors.Join(w.Close(time.Since(begin)), m.close())
}

// match is a run with all that it opened.
type match struct {
	runner
	single *bed[float32, complex64]
	double *bed[float64, complex128]
	kiss   *peers.KissFFT
	scipy  *peers.SciPy
	torch  *peers.TorchAudio
	signal []float64 // of the densities
}

// openMatch opens the libraries and says on what and with what it runs.
func openMatch(o options, w *results.Writer, progress io.Writer) (*match, error) {
	m := &match{runner: runner{
		out: w, progress: progress, arena: newArena(1 << 22),
		rules: contest.Rules{Slot: o.slot, Rounds: o.rounds, Rand: rand.New(rand.NewPCG(o.seed, 0))},
	}}
	builds := o.builds(fft.ISA())
	single, missing, err := openBed(results.F32, peers.FileFFTW32, builds, o.chooses, peers.OpenFFTW32)
	if err != nil {
		return nil, err
	}
	report(progress, missing)
	double, missing, err := openBed(results.F64, peers.FileFFTW64, builds, o.chooses, peers.OpenFFTW64)
	if err != nil {
		return nil, errors.Join(err, single.close())
	}
	report(progress, missing)
	single.newReal, double.newReal = fft.NewReal32, fft.NewReal64
	m.single, m.double = single, double
	if o.chooses(results.KissFFT) {
		m.kiss, err = peers.OpenKissFFT("")
		report(progress, err)
		single.kiss = m.kiss
	}
	if o.has("welch") && o.chooses(results.SciPy) {
		m.signal = randomReal[float64](signalSamples)
		m.scipy, err = peers.StartSciPy(pythons(), m.signal, welchSegment, signalRate)
		report(progress, err)
	}
	if o.has("logmel") && o.chooses(results.TorchAudio) {
		m.torch, err = peers.StartTorchAudio(pythons(), melSignal(), torchMel(melConfig()))
		report(progress, err)
	}
	describeMachine(w, "make bench-peers")
	w.Fact(results.FactPasses, strconv.Itoa(o.passes))
	w.Fact(wire.FactRounds, strconv.Itoa(o.passes*o.rounds))
	w.Fact(results.FactSlot, o.slot.String())
	w.Fact(results.FactSeed, strconv.FormatUint(o.seed, 10))
	w.Fact(results.FactLoad, load())
	for _, f := range single.fftw {
		w.Fact(f.name, f.lib.Version())
	}
	if m.scipy != nil {
		w.Fact(results.SciPy, m.scipy.Version())
	}
	if m.torch != nil {
		w.Fact(results.TorchAudio, m.torch.Version())
	}
	return m, nil
}

// pythons are the interpreters to try: the first may be one without the
// distribution's packages.
func pythons() []string { return []string{"python3", "/usr/bin/python3"} }

// report says that a contender is missing.
func report(progress io.Writer, missing error) {
	if missing != nil {
		fmt.Fprintf(progress, "peerbench: going on without: %v\n", missing)
	}
}

func (m *match) close() error {
	errs := []error{m.single.close(), m.double.close()}
	if m.kiss != nil {
		errs = append(errs, m.kiss.Close())
	}
	if m.scipy != nil {
		errs = append(errs, m.scipy.Close())
	}
	if m.torch != nil {
		errs = append(errs, m.torch.Close())
	}
	return errors.Join(errs...)
}

// run does the timed works in passes, and what needs no repetition after them.
func (m *match) run(o options) error {
	works := m.works(o)
	for pass := range o.passes {
		m.single.forget()
		m.double.forget()
		if err := m.pass(works, pass+1, o.passes); err != nil {
			return err
		}
	}
	return m.afterwards(o)
}
