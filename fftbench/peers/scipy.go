package peers

import (
	_ "embed"
	"fmt"
)

//go:embed scipy_welch.py
var scipyWelch string

// SciPy is a Python process that runs scipy.signal.welch on one signal. It
// serves one goroutine.
type SciPy struct {
	*python
	bins int
}

// StartSciPy starts the first of the Python interpreters that has SciPy, and
// gives it a signal at a rate in Hz, to be cut into segments that overlap by
// half. It wraps ErrMissing where none has.
func StartSciPy(interpreters []string, signal []float64, segment int, rate float64) (*SciPy, error) {
	p, err := startPython(interpreters, scipyWelch, needs{"SciPy", "python3-scipy"})
	if err != nil {
		return nil, err
	}
	if err := p.give(fmt.Sprintf("%d %d %g", len(signal), segment, rate), signal); err != nil {
		return nil, err
	}
	return &SciPy{python: p, bins: segment/2 + 1}, nil
}

// Density returns the estimate.
func (s *SciPy) Density() ([]float64, error) {
	density := make([]float64, s.bins)
	return density, s.result(density)
}
