package kernels

import "fmt"

// maxRow is the longest row that is one kernel, where it fits.
const maxRow = 8192

// Transform plans transforms of complex rows. Output may not be input, except for
// rows of one kernel.
func Transform(s Spec, d Device) (*Plan, error) { return TransformTuned(s, d, Tuning{}) }

// TransformTuned is Transform with choices made.
func TransformTuned(s Spec, d Device, t Tuning) (*Plan, error) {
	direction := "forward"
	if s.Inverse {
		direction = "inverse"
	}
	p, err := newPlan(direction, s, d, t)
	if err != nil {
		return nil, err
	}
	if s.N <= maxRow {
		if short, err := p.shortTransform(); err == nil {
			return short, nil
		} else if s.N < leastLong {
			return nil, err
		}
	}
	return p.longTransform()
}

// newPlan checks what is asked for.
func newPlan(what string, s Spec, d Device, t Tuning) (*Plan, error) {
	for _, check := range []func() error{s.check, d.check, t.check} {
		if err := check(); err != nil {
			return nil, err
		}
	}
	t.Waves = t.waves()
	n := int64(s.N)
	return &Plan{
		Name: fmt.Sprintf("%s_%s_%d", what, s.Precision, s.N), Spec: s,
		InElements: n, OutElements: n, device: d, tuning: t,
	}, nil
}

func flag(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (p *Plan) rowBytes() int64 { return int64(p.Spec.N) * p.Spec.complexBytes() }

func (p *Plan) input() buffer  { return buffer{where: inInput, row: p.InBytes(1)} }
func (p *Plan) output() buffer { return buffer{where: inOutput, row: p.OutBytes(1)} }

// addTable appends a table and returns where it is.
func (p *Plan) addTable(t Table) tableAt {
	if t.Bytes == 0 {
		return tableAt{}
	}
	p.Tables = append(p.Tables, t)
	return tableAt{present: true, table: len(p.Tables) - 1}
}

func (p *Plan) shortTransform() (*Plan, error) {
	q := *p
	k, err := q.rowsKernel("rows", "rows", q.Spec.N)
	if err != nil {
		return nil, err
	}
	k.options = []define{{"INVERSE", flag(q.Spec.Inverse)}}
	q.steps = []step{{
		kernel: k, in: q.input(), out: q.output(), teams: 1,
		roots: q.addTable(rootsTable("roots", k, q.Spec.Precision)),
	}}
	return &q, q.fit()
}

// leastLong is the shortest row of a long plan: both sides of its matrix have two
// passes at least.
const leastLong = 1 << 12

// matrix is the shape of a long row: height·width = n.
func matrix(n int) (height, width int) {
	height = 1 << (log2(n) / 2)
	return height, n / height
}

// longKernels are those of the columns and of the transposed rows of a matrix.
func (p *Plan) longKernels() (columns, rows kernel, between turns, err error) {
	height, width := matrix(p.Spec.N)
	if columns, err = p.tileKernel("columns", "columns", height); err != nil {
		return
	}
	between = turns{height, width, columns.values}
	columns.options = columnOptions(between, p.Spec.Inverse, false)
	if rows, err = p.tileKernel("rows", "transpose", width); err != nil {
		return
	}
	rows.options = []define{{"INVERSE", flag(p.Spec.Inverse)}, {"HEIGHT", height}}
	return
}

func columnOptions(t turns, inverse, turnFirst bool) []define {
	return []define{
		{"INVERSE", flag(inverse)}, {"TURN_FIRST", flag(turnFirst)},
		{"WIDTH", t.width}, {"TURN_BITS", t.bits()}, {"TURNS_HIGH", t.high()},
	}
}

// longTransform is columns into scratch, rows into the output.
func (p *Plan) longTransform() (*Plan, error) {
	columns, rows, between, err := p.longKernels()
	if err != nil {
		return nil, err
	}
	p.scratch = []int64{p.rowBytes()}
	p.chunk = p.chunkRows(p.rowBytes())
	scratch := buffer{where: inScratch}
	p.steps = []step{
		{
			kernel: columns, in: p.input(), out: scratch, teams: int64(between.width / columns.columns),
			roots: p.addTable(rootsTable("roots of columns", columns, p.Spec.Precision)),
			turns: p.addTable(between.table(p.Spec.Precision)),
		},
		{
			kernel: rows, in: scratch, out: p.output(), teams: int64(between.length / rows.columns),
			roots: p.addTable(rootsTable("roots of rows", rows, p.Spec.Precision)),
		},
	}
	return p, p.fit()
}

// chunkRows is how many rows go through all kernels together: what they leave for
// each other is to stay in half of the second-level cache, but shall be enough for
// all multiprocessors.
func (p *Plan) chunkRows(row int64) int64 {
	switch bytes := p.tuning.Chunk; {
	case bytes < 0:
		return 0
	case bytes > 0:
		return max(1, bytes/row)
	}
	fill := int64(p.device.SMs) * int64(p.device.ThreadsPerSM) * 16 * p.Spec.complexBytes()
	return max(1, ceilDiv(max(int64(p.device.L2Bytes)/2, fill), row))
}
