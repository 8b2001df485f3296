package fft

import (
	"fmt"

	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// Option sets how a plan is made or how it works; see New and Describe.
type Option func(*settings) error

// settings are what options set.
type settings struct {
	planner    Planner
	wisdom     *Wisdom
	goroutines int
	isa        string
}

// planSettings are the settings of a plan that is to be built, on this machine.
func planSettings(options []Option) (*settings, error) {
	s, err := settingsOf(options)
	if err != nil {
		return nil, err
	}
	if own := kernels.ISA(); s.isa != own {
		return nil, fmt.Errorf("fft: a plan for %s cannot be built on a machine of %s, only described: %w", s.isa, own, ErrOption)
	}
	return s, nil
}

// settingsOf applies options in their order.
func settingsOf(options []Option) (*settings, error) {
	s := &settings{goroutines: 1, isa: kernels.ISA()}
	for _, set := range options {
		if err := set(s); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// Planner is how the fastest algorithm for a length is found.
type Planner int

const (
	// Estimate takes what a cost model says.
	Estimate Planner = iota
	// Measure plans up to eight ways of computing the transform and times them
	// against each other, on memory of its own and the caller's goroutine. That
	// takes milliseconds, or some hundred times as long as the transform of a
	// long row. A machine that is busy with other work misleads it.
	Measure
)

// WithPlanner sets how the algorithm is found; Estimate without it.
func WithPlanner(p Planner) Option {
	return func(s *settings) error {
		if p != Estimate && p != Measure {
			return fmt.Errorf("fft: planner %d is neither Estimate nor Measure: %w", p, ErrOption)
		}
		s.planner = p
		return nil
	}
}

// WithWisdom takes a choice that is in w as it is, with either planner, and
// adds to w what Measure finds. Any number of goroutines may plan with one
// Wisdom.
func WithWisdom(w *Wisdom) Option {
	return func(s *settings) error {
		if w == nil {
			return fmt.Errorf("fft: wisdom is nil, want new(fft.Wisdom): %w", ErrOption)
		}
		s.wisdom = w
		return nil
	}
}

// WithGoroutines lets a call share its rows among up to k goroutines, the
// caller's included; 1 without it. A call with too little work for two stays on
// the caller's, and one row is never shared. The others linger for 50 µs after a
// call, yielding their processors, and then end: there is nothing to close.
func WithGoroutines(k int) Option {
	return func(s *settings) error {
		if k < 1 {
			return fmt.Errorf("fft: %d goroutines, want 1 or more: %w", k, ErrOption)
		}
		s.goroutines = k
		return nil
	}
}

// ISAOf is the name of the instruction set that options describe plans for: that
// of ForISA, else of this machine.
func ISAOf(options ...Option) (string, error) {
	s, err := settingsOf(options)
	if err != nil {
		return "", err
	}
	return s.isa, nil
}

// ForISA describes the plan of machines whose [ISA] has that name, "AVX-512",
// "AVX2+FMA" or "Go"; without it, of this one. Only descriptions take another
// machine's, see [Describe].
func ForISA(name string) Option {
	return func(s *settings) error {
		if _, known := kernels.InventoryOf[float32](name); !known {
			return fmt.Errorf("fft: no instruction set is called %q, want %s, %s or %s: %w",
				name, kernels.AVX512, kernels.AVX2, kernels.Plain, ErrOption)
		}
		s.isa = name
		return nil
	}
}
