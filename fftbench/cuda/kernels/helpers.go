package kernels

import "fmt"

// works are the values of WORK in source/helpers.cu.
type work int

const (
	workWeigh work = iota + 1
	workSegments
	workSumSegments
	workSumPairs
)

var workNames = []string{"WORK_WEIGH", "WORK_SEGMENTS", "WORK_SUM_SEGMENTS", "WORK_SUM_PAIRS"}

const helperThreads = 256

// helperStep is a kernel whose threads stride over so many elements a row.
func (p *Plan) helperStep(name string, w work, in, out buffer, elements int64, scale float64) step {
	k := kernel{name: name, file: "helpers", length: p.Spec.N, plain: helperThreads, teams: helperThreads}
	for i, name := range workNames {
		k.options = append(k.options, define{name, i + 1})
	}
	k.options = append(k.options, define{"WORK", int(w)})
	k = p.bounded(k)
	return step{kernel: k, in: in, out: out, teams: elements, scale: scale}
}

// helperPlan is a plan of one helper kernel. Its lengths need be no powers of two.
func helperPlan(name string, n int, precision Precision, d Device) (*Plan, error) {
	if n < 1 || n > 1<<30 {
		return nil, fmt.Errorf("kernels: %s for rows of %d: want 1 to 2^30: %w", name, n, ErrSize)
	}
	p, err := newPlan(name, Spec{N: 2, Precision: precision}, d, Tuning{})
	if err != nil {
		return nil, err
	}
	p.Spec.N = n
	p.Name = fmt.Sprintf("%s_%s_%d", name, precision, n)
	p.InElements, p.OutElements = int64(n), int64(n)
	return p, nil
}

// Weigh plans the multiplication of complex rows of n bins, any n, by a real gain
// each: what a filter by another library's transforms has in its middle. A scale of
// the inverse belongs into the gains. Output may be input.
func Weigh(n int, precision Precision, gains func() []float64, d Device) (*Plan, error) {
	p, err := helperPlan("weigh", n, precision, d)
	if err != nil {
		return nil, err
	}
	s := p.helperStep("weigh", workWeigh, p.input(), p.output(), int64(n), 0)
	s.weights = p.addTable(gainsTable(gains, n, 1, precision))
	p.steps = []step{s}
	return p, p.fit()
}

// WelchSegments plans the eight windowed segments of each frame of WelchFrame(n)
// samples, n ≥ 2: Segments rows of n real numbers, the input of a real transform.
func WelchSegments(n int, precision Precision, d Device) (*Plan, error) {
	p, err := helperPlan("segments", n, precision, d)
	if err != nil {
		return nil, err
	}
	p.InReal, p.OutReal = true, true
	p.InElements, p.OutElements = int64(WelchFrame(n)), int64(Segments)*int64(n)
	s := p.helperStep("segments", workSegments, p.input(), p.output(), p.OutElements, 0)
	s.weights = p.addTable(hannTable(n, precision))
	p.steps = []step{s}
	return p, p.fit()
}

// WelchSum plans densities of Bins(n) values from the spectra of the eight segments
// of each frame, Segments rows of Bins(n) complex numbers, as a real transform of
// WelchSegments gives them.
func WelchSum(n int, precision Precision, rate float64, d Device) (*Plan, error) {
	p, err := helperPlan("sum", n, precision, d)
	if err != nil {
		return nil, err
	}
	if !(rate > 0) {
		return nil, fmt.Errorf("kernels: sampling rate of %g Hz, want a positive one", rate)
	}
	p.OutReal = true
	p.InElements, p.OutElements = Segments*int64(Bins(n)), int64(Bins(n))
	p.steps = []step{p.helperStep("sum_segments", workSumSegments, p.input(), p.output(), p.OutElements, welchScale(n, rate))}
	return p, p.fit()
}
