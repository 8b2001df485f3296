package fftbench

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/fftbench/peers"
)

// fftwFolder is the environment variable that names the folder of another
// build of FFTW than the system's.
const fftwFolder = "FFTBENCH_FFTW"

// The libraries are opened once, when the first cell needs them, and stay open.
var (
	fftw32 = sync.OnceValues(func() (*peers.FFTW[float32, complex64], error) {
		return peers.OpenFFTW32(fftwPath(peers.FileFFTW32))
	})
	fftw64 = sync.OnceValues(func() (*peers.FFTW[float64, complex128], error) {
		return peers.OpenFFTW64(fftwPath(peers.FileFFTW64))
	})
)

func fftwPath(file string) string {
	folder := os.Getenv(fftwFolder)
	if folder == "" {
		return ""
	}
	return filepath.Join(folder, file)
}

// fftw is FFTW as a variant, nil in a build without the peers.
func fftw() implementation {
	if !peers.Built {
		return nil
	}
	return fftwTransforms{}
}

type fftwTransforms struct{}

func (fftwTransforms) directions() []string { return []string{wire.DirForward, wire.DirInverse} }

func (fftwTransforms) precisions() []Precision { return []Precision{F32, F64} }

// missing implements peer.
func (fftwTransforms) missing(c Cell) bool {
	_, err := fftw32()
	if c.Precision == F64 {
		_, err = fftw64()
	}
	return errors.Is(err, peers.ErrMissing)
}

func (fftwTransforms) plan(dir string, n int, p Precision) (Plan, error) {
	if p == F64 {
		return planFFTW(fftw64, dir, n, tolerance64)
	}
	return planFFTW(fftw32, dir, n, tolerance32)
}

// describe tells the data alone: FFTW keeps what its plans hold to itself.
func (fftwTransforms) describe(c Cell, _ []fft.Option) (*Description, error) {
	if err := checkPeerLen("fftw", c.N); err != nil {
		return nil, err
	}
	describe := describeRows[complex64, complex64]
	if c.Precision == F64 {
		describe = describeRows[complex128, complex128]
	}
	d, err := describe(c, &fft.Anatomy{}, rows{in: c.N, out: c.N}, fftwNote)
	if err != nil {
		return nil, err
	}
	d.Untold = true
	return d, nil
}

// fftwNote is what a reader must know of FFTW's memory.
const fftwNote = "FFTW does not tell what its plans hold"

// checkPeerLen accepts the lengths that fit the C int of a library.
func checkPeerLen(library string, n int) error {
	if n < 1 || n > math.MaxInt32 {
		return fmt.Errorf("%s: length %d is not in 1…%d: %w", library, n, math.MaxInt32, fft.ErrSize)
	}
	return nil
}

func planFFTW[F peers.Float, C peers.Complex](
	open func() (*peers.FFTW[F, C], error), dir string, n int, tolerance float64,
) (Plan, error) {
	lib, err := open()
	if err != nil {
		return nil, err
	}
	return planTransform(transforms{note: lib.Version()}, dir, n, func(n int) (fft.Transform[C], error) {
		return newFFTWTransform(lib, dir, n)
	}, tolerance)
}

// fftwTransform runs FFTW in one direction, planned with MEASURE, out of
// place. FFTW plans for a number of rows: more than one are planned when they
// are first asked for. It serves one goroutine.
type fftwTransform[F peers.Float, C peers.Complex] struct {
	lib   *peers.FFTW[F, C]
	dir   peers.Direction
	n     int
	plans fftwPlans // by rows
}

type fftwPlans map[int]*peers.FFTWPlan

func (plans fftwPlans) close() {
	for _, p := range plans {
		p.Close()
	}
}

func newFFTWTransform[F peers.Float, C peers.Complex](lib *peers.FFTW[F, C], dir string, n int) (*fftwTransform[F, C], error) {
	if err := checkPeerLen("fftw", n); err != nil {
		return nil, err
	}
	t := &fftwTransform[F, C]{lib: lib, dir: peers.Forward, n: n, plans: fftwPlans{}}
	if dir == wire.DirInverse {
		t.dir = peers.Backward
	}
	runtime.AddCleanup(t, fftwPlans.close, t.plans)
	_, err := t.planFor(1)
	return t, err
}

// planFor plans on buffers of its own, since planning overwrites them.
func (t *fftwTransform[F, C]) planFor(rows int) (*peers.FFTWPlan, error) {
	if p := t.plans[rows]; p != nil {
		return p, nil
	}
	p, err := t.lib.Complex(make([]C, rows*t.n), make([]C, rows*t.n), t.n, t.dir, peers.Measure)
	if err != nil {
		return nil, err
	}
	p.Detach()
	t.plans[rows] = p
	return p, nil
}

// Len implements fft.Transform.
func (t *fftwTransform[F, C]) Len() int { return t.n }

// Forward implements fft.Transform for plans in that direction.
func (t *fftwTransform[F, C]) Forward(dst, src []C) error { return t.run(peers.Forward, dst, src) }

// Inverse implements fft.Transform for plans in that direction.
func (t *fftwTransform[F, C]) Inverse(dst, src []C) error { return t.run(peers.Backward, dst, src) }

func (t *fftwTransform[F, C]) run(dir peers.Direction, dst, src []C) error {
	if dir != t.dir {
		return errors.New("fftw: planned for the other direction")
	}
	if len(src) == 0 || len(src)%t.n != 0 {
		return fmt.Errorf("fftw: %d elements are not rows of %d: %w", len(src), t.n, fft.ErrLength)
	}
	p, err := t.planFor(len(src) / t.n)
	if err != nil {
		return err
	}
	return t.lib.Apply(p, dst, src)
}

// Footprint implements fft.Transform: FFTW does not tell what its plans hold.
func (t *fftwTransform[F, C]) Footprint() fft.Footprint { return nil }
