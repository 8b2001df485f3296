package fftbench

import (
	"errors"
	"runtime"
	"slices"
	"sync"

	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/fftbench/peers"
)

// kissLibrary is opened once, when the first cell needs it, and stays open.
var kissLibrary = sync.OnceValues(func() (*peers.KissFFT, error) { return peers.OpenKissFFT("") })

// kissfft is KISS FFT as a variant, nil in a build without the peers.
func kissfft() implementation {
	if !peers.Built {
		return nil
	}
	return kissTransforms{}
}

type kissTransforms struct{}

func (kissTransforms) directions() []string { return []string{wire.DirForward, wire.DirInverse} }

func (kissTransforms) precisions() []Precision { return []Precision{F32} }

// missing implements peer.
func (kissTransforms) missing(Cell) bool {
	_, err := kissLibrary()
	return errors.Is(err, peers.ErrMissing)
}

func (kissTransforms) plan(dir string, n int, _ Precision) (Plan, error) {
	lib, err := kissLibrary()
	if err != nil {
		return nil, err
	}
	return planTransform(transforms{}, dir, n, func(n int) (fft.Transform[complex64], error) {
		return newKissTransform(lib, dir, n)
	}, tolerance32)
}

func (kissTransforms) describe(c Cell, _ []fft.Option) (*Description, error) {
	a, err := describeKiss(c.N)
	if err != nil {
		return nil, err
	}
	return describeRows[complex64, complex64](c, a, rows{in: c.N, out: c.N}, "")
}

// kissTransform runs KISS FFT in one direction, row by row. It serves one
// goroutine.
type kissTransform struct {
	lib  *peers.KissFFT
	plan *peers.KissPlan
	dir  string
	n    int
}

func newKissTransform(lib *peers.KissFFT, dir string, n int) (*kissTransform, error) {
	sign := peers.Forward
	if dir == wire.DirInverse {
		sign = peers.Backward
	}
	if err := checkPeerLen("kissfft", n); err != nil {
		return nil, err
	}
	plan, err := lib.Complex(make([]complex64, n), make([]complex64, n), n, sign)
	if err != nil {
		return nil, err
	}
	plan.Detach()
	t := &kissTransform{lib: lib, plan: plan, dir: dir, n: n}
	runtime.AddCleanup(t, (*peers.KissPlan).Close, plan)
	return t, nil
}

// Len implements fft.Transform.
func (t *kissTransform) Len() int { return t.n }

// Forward implements fft.Transform for plans in that direction.
func (t *kissTransform) Forward(dst, src []complex64) error { return t.run(wire.DirForward, dst, src) }

// Inverse implements fft.Transform for plans in that direction.
func (t *kissTransform) Inverse(dst, src []complex64) error { return t.run(wire.DirInverse, dst, src) }

func (t *kissTransform) run(dir string, dst, src []complex64) error {
	if dir != t.dir {
		return errors.New("kissfft: planned for the other direction")
	}
	return t.lib.Apply(t.plan, dst, src)
}

// Footprint implements fft.Transform: what KISS FFT says its plan takes, of which
// a root of unity for each element is known to be a part, and what passes of
// radices without code allocate while they run.
func (t *kissTransform) Footprint() fft.Footprint {
	twiddles := 8 * int64(t.n)
	f := fft.Footprint{
		{Name: "twiddles", Kind: fft.Parameter, Count: t.n, Bytes: twiddles},
		{Name: "factors", Kind: fft.Table, Count: kissFactors, Bytes: t.plan.Bytes() - twiddles},
	}
	if radix := slices.Max(kissRadices(t.n)); !kissCoded(radix) {
		f = append(f, kissScratch(radix))
	}
	return f
}
