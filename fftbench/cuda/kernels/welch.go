package kernels

import "fmt"

// Segments is how many half-overlapping segments a Welch density averages.
const Segments = 8

// WelchFrame returns the samples of a frame: n + 7·⌈n/2⌉.
func WelchFrame(n int) int { return n + (Segments-1)*(n-n/2) }

// Bins returns the bins of a one-sided density: ⌊n/2⌋ + 1.
func Bins(n int) int { return n/2 + 1 }

// Welch plans one-sided power spectral densities of rows of WelchFrame(N) real
// samples, Bins(N) real values each in units²/Hz at a sampling rate in Hz: eight
// segments that overlap by half, periodic Hann window, no detrending, mean of the
// periodograms. Spec.Inverse means nothing.
func Welch(s Spec, rate float64, d Device) (*Plan, error) { return WelchTuned(s, rate, d, Tuning{}) }

// WelchTuned is Welch with choices made.
func WelchTuned(s Spec, rate float64, d Device, t Tuning) (*Plan, error) {
	s.Inverse = false
	p, err := newPlan("welch", s, d, t)
	if err != nil {
		return nil, err
	}
	if !(rate > 0) {
		return nil, fmt.Errorf("kernels: sampling rate of %g Hz, want a positive one", rate)
	}
	p.densityShape(s.N)
	if s.N <= maxRow {
		if short, err := p.shortWelch(rate); err == nil {
			return short, nil
		} else if s.N < leastLong {
			return nil, err
		}
	}
	return p.longWelch(rate)
}

func (p *Plan) densityShape(n int) {
	p.InReal, p.OutReal = true, true
	p.InElements, p.OutElements = int64(WelchFrame(n)), int64(Bins(n))
}

// welchScale is 1 / (rate · Σw² · segments); the periodic Hann window has the energy
// 3n/8, that of two values 1.
func welchScale(n int, rate float64) float64 {
	energy := 3 * float64(n) / 8
	if n == 2 {
		energy = 1
	}
	return 1 / (rate * energy * Segments)
}

func (p *Plan) shortWelch(rate float64) (*Plan, error) {
	q := *p
	k, err := q.rowsKernel("welch", "welch", q.Spec.N)
	if err != nil {
		return nil, err
	}
	q.steps = []step{{
		kernel: k, in: q.input(), out: q.output(), teams: 1,
		roots:   q.addTable(rootsTable("roots", k, q.Spec.Precision)),
		weights: q.addTable(hannTable(q.Spec.N, q.Spec.Precision)),
		scale:   welchScale(q.Spec.N, rate),
	}}
	return &q, q.fit()
}

// longWelch is the two kernels of long transforms over the four pairs of segments,
// which the first makes while it reads, and a sum of powers.
func (p *Plan) longWelch(rate float64) (*Plan, error) {
	columns, rows, between, err := p.longKernels()
	if err != nil {
		return nil, err
	}
	const pairs = Segments / 2
	columns.options = append(columns.options, define{"FRAMES", 1})
	p.scratch = []int64{pairs * p.rowBytes(), pairs * p.rowBytes()}
	p.chunk = max(1, p.chunkRows(pairs*p.rowBytes()))
	first, second := buffer{where: inScratch}, buffer{where: inScratch, scratch: 1}
	p.steps = []step{
		{
			kernel: columns, in: p.input(), out: first, teams: int64(pairs * between.width / columns.columns),
			roots:   p.addTable(rootsTable("roots of columns", columns, p.Spec.Precision)),
			turns:   p.addTable(between.table(p.Spec.Precision)),
			weights: p.addTable(hannTable(p.Spec.N, p.Spec.Precision)),
		},
		{
			kernel: rows, in: first, out: second, teams: int64(pairs * between.length / rows.columns),
			roots: p.addTable(rootsTable("roots of rows", rows, p.Spec.Precision)),
		},
		p.helperStep("sum_pairs", workSumPairs, second, p.output(), p.OutElements, welchScale(p.Spec.N, rate)),
	}
	return p, p.fit()
}
