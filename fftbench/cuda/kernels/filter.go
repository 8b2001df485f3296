package kernels

import "fmt"

// Filter plans filters of complex rows: forward transform, a real gain for each bin
// in natural order, inverse transform, unnormalised: with gains of 1 the result is N
// times the input. gains is called when the table of gains is filled; it returns N
// numbers. Output may be input. Spec.Inverse means nothing.
func Filter(s Spec, gains func() []float64, d Device) (*Plan, error) {
	return FilterTuned(s, gains, d, Tuning{})
}

// FilterTuned is Filter with choices made.
func FilterTuned(s Spec, gains func() []float64, d Device, t Tuning) (*Plan, error) {
	s.Inverse = false
	p, err := newPlan("filter", s, d, t)
	if err != nil {
		return nil, err
	}
	if s.N <= maxRow {
		if short, err := p.shortFilter(gains); err == nil {
			return short, nil
		} else if s.N < leastLong {
			return nil, err
		}
	}
	return p.longFilter(gains)
}

// gainsTable has the gain of bin k1 + height·k2 at k1·width + k2: as a long row's
// middle kernel has them, and natural order for a height of 1.
func gainsTable(gains func() []float64, n, height int, p Precision) Table {
	return Table{Name: "gains", Bytes: int64(n) * int64(p.Bytes()), Fill: func(dst []byte) {
		w, g := writer{dst, p}, gains()
		for k1 := range height {
			for k := k1; k < n; k += height {
				w.real(g[k])
			}
		}
	}}
}

func (p *Plan) filterKernel(n, height int) (kernel, error) {
	k, err := p.rowsKernel("filter", "rows", n)
	k.options = []define{{"FILTER", 1}, {"GAIN_ROWS", height}}
	return k, err
}

func (p *Plan) shortFilter(gains func() []float64) (*Plan, error) {
	q := *p
	k, err := q.filterKernel(q.Spec.N, 1)
	if err != nil {
		return nil, err
	}
	q.steps = []step{{
		kernel: k, in: q.input(), out: q.output(), teams: 1,
		roots:   q.addTable(rootsTable("roots", k, q.Spec.Precision)),
		weights: q.addTable(gainsTable(gains, q.Spec.N, 1, q.Spec.Precision)),
	}}
	return &q, q.fit()
}

// longFilter is columns, rows filtered as they lie, columns back: nothing is ever
// transposed.
func (p *Plan) longFilter(gains func() []float64) (*Plan, error) {
	height, width := matrix(p.Spec.N)
	columns, err := p.tileKernel("columns", "columns", height)
	if err != nil {
		return nil, err
	}
	rows, err := p.filterKernel(width, height)
	if err != nil {
		return nil, fmt.Errorf("kernels: the rows of a long filter: %w", err)
	}
	between := turns{height, width, columns.values}
	back := columns
	back.name = "columns_back"
	columns.options = columnOptions(between, false, false)
	back.options = columnOptions(between, true, true)
	columnRoots := p.addTable(rootsTable("roots of columns", columns, p.Spec.Precision))
	betweenTable := p.addTable(between.table(p.Spec.Precision))
	out, teams := p.output(), int64(width/columns.columns)
	p.chunk = p.chunkRows(p.rowBytes())
	p.steps = []step{
		{kernel: columns, in: p.input(), out: out, teams: teams, roots: columnRoots, turns: betweenTable},
		{
			kernel: rows, in: out, out: out, teams: int64(height),
			roots:   p.addTable(rootsTable("roots of rows", rows, p.Spec.Precision)),
			weights: p.addTable(gainsTable(gains, p.Spec.N, height, p.Spec.Precision)),
		},
		{kernel: back, in: out, out: out, teams: teams, roots: columnRoots, turns: betweenTable},
	}
	return p, p.fit()
}
