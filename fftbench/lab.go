package fftbench

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/fftstudy/fftstudy/benchx"
	"github.com/fftstudy/fftstudy/fftbench/cuda"
	"github.com/fftstudy/fftstudy/fftbench/gpu"
	"github.com/fftstudy/fftstudy/fftbench/spectral"
)

// Lab owns what cells share: inputs, the output, the truth about them, what plans
// were found to hold, and trained models. It serves one goroutine. Buffers stay until Forget,
// so the cells of a size find theirs ready.
type Lab struct {
	complex64s  stock[complex64]
	complex128s stock[complex128]
	float32s    stock[float32]
	float64s    stock[float64]
	tones32     stock[float32] // what has peaks
	tones64     stock[float64]
	peaks       map[peaksKey]peaksTruth
	heaps       map[heapKey]benchx.Heap
	models      map[trainedKey]trainedModel

	// Tune makes the lab ask a device which way of running the kernels is the
	// fastest there, by measuring batches of so many elements; 0 takes the plans'
	// own way.
	Tune    int
	session *gpu.Session // on the device; nil until a cell needs it
	lost    error        // how the session before ended; nil where it was not lost
	tunings map[tuningKey]tuned
}

// NewLab returns an empty lab.
func NewLab() *Lab {
	return &Lab{
		complex64s: newStock(F32, noise(func(r *rand.Rand) complex64 {
			return complex64(complex(uniform(r), uniform(r)))
		}), judgeComplex[complex64]),
		complex128s: newStock(F64, noise(func(r *rand.Rand) complex128 {
			return complex(uniform(r), uniform(r))
		}), judgeComplex[complex128]),
		float32s: newStock(F32, noise(func(r *rand.Rand) float32 { return float32(uniform(r)) }), judgeReal[float32]),
		float64s: newStock(F64, noise(uniform), judgeReal[float64]),
		tones32:  newStock[float32](F32, tones, nil),
		tones64:  newStock[float64](F64, tones, nil),
		peaks:    map[peaksKey]peaksTruth{},
		heaps:    map[heapKey]benchx.Heap{},
		models:   map[trainedKey]trainedModel{},
		tunings:  map[tuningKey]tuned{},
	}
}

// Forget drops all inputs and outputs. Ops bound before keep theirs.
func (l *Lab) Forget() {
	l.complex64s.forget()
	l.complex128s.forget()
	l.float32s.forget()
	l.float64s.forget()
	l.tones32.forget()
	l.tones64.forget()
}

// device returns the lab's session on the device. One that was lost is opened
// anew for the next cell, which may or may not help.
func (l *Lab) device() (*gpu.Session, error) {
	if l.session != nil && l.session.Err() != nil {
		l.lost = l.session.Err()
		if err := l.Close(); err != nil {
			return nil, errors.Join(l.lost, err)
		}
	}
	if l.session == nil {
		s, err := gpu.Open(cuda.Options{})
		if err != nil && l.lost != nil {
			err = fmt.Errorf("%w; it does not open again: %w", l.lost, err)
		}
		if err != nil {
			return nil, err
		}
		l.session, l.lost = s, nil
	}
	return l.session, nil
}

// Close frees what the lab holds on a device; ops that run there are of no use
// any more.
func (l *Lab) Close() error {
	s := l.session
	l.session = nil
	if s == nil {
		return nil
	}
	return s.Close()
}

// stockOf returns the lab's stock of T.
func stockOf[T element](l *Lab) *stock[T] {
	var s any
	switch any(*new(T)).(type) {
	case complex64:
		s = &l.complex64s
	case complex128:
		s = &l.complex128s
	case float32:
		s = &l.float32s
	case float64:
		s = &l.float64s
	}
	return s.(*stock[T])
}

// tonesOf returns the lab's stock of signals with peaks.
func tonesOf[R spectral.Real](l *Lab) *stock[R] {
	var s any = &l.tones32
	if _, double := any(*new(R)).(float64); double {
		s = &l.tones64
	}
	return s.(*stock[R])
}
