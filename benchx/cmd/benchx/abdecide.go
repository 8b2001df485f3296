package main

import (
	"bytes"
	"slices"

	"github.com/fftstudy/fftstudy/benchx/ab"
	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

// undecided tells which benchmarks more rounds could decide.
func (f *abFlags) undecided(s *session, look ab.Look) ([]ab.Key, error) {
	inputs, err := f.readTexts(s, look.Old, look.New)
	if err != nil {
		return nil, err
	}
	options := lookOptions(f.options, look.Of)
	if len(look.Floor[ab.Old]) > 0 {
		if options, err = f.withFloors(s, options, look.Floor); err != nil {
			return nil, err
		}
	}
	cols := columns(inputs)
	result, err := compare.Reports(cols, options)
	if err != nil {
		return nil, err
	}
	return openRows(result, cols), nil
}

// readTexts reads the texts of both sides.
func (f *abFlags) readTexts(s *session, old, new []byte) ([]input, error) {
	load := newLoader(s, nil, f.options.Confidence)
	inputs := make([]input, 2)
	for side, text := range [][]byte{old, new} {
		in, err := load.stream(bytes.NewReader(text), ab.Side(side).String())
		if err != nil {
			return nil, err
		}
		in.label = f.label(ab.Side(side))
		inputs[side] = in
	}
	return inputs, nil
}

// withFloors adds the noise floors that A/A pairs show, if there are enough of
// them to show any.
func (f *abFlags) withFloors(s *session, o compare.Options, texts [2][]byte) (compare.Options, error) {
	inputs, err := f.readTexts(s, texts[ab.Old], texts[ab.New])
	if err != nil {
		return o, err
	}
	result, err := compare.Reports(columns(inputs), o)
	if err != nil {
		return o, err
	}
	policy := *o.Policy
	policy.Floors = compare.FloorsOf(result)
	o.Policy = &policy
	return o, nil
}

// lookOptions are the options of a comparison that is one of several looks.
func lookOptions(o compare.Options, of int) compare.Options {
	policy := *o.Policy
	policy.Looks = of
	o.Policy = &policy
	return o
}

// openRows returns the benchmarks that more rounds could decide. Of one that
// reports a time per operation, that counts alone: what else it reports may
// scatter without end, and is judged by the samples there are.
func openRows(r *compare.Result, cols []compare.Column) []ab.Key {
	names := map[compare.Key]string{} // by package and printed name
	for _, c := range cols {
		for i := range c.Report.Rows {
			row := &c.Report.Rows[i]
			names[compare.Key{Package: row.Package, Benchmark: row.FullName()}] = bareName(row)
		}
	}
	open := map[ab.Key]bool{}
	timed := map[ab.Key]bool{}
	var order []ab.Key
	for t := range r.Tables {
		table := &r.Tables[t]
		isTime := table.Unit == wire.UnitSecPerOp
		for i := range table.Rows {
			row := &table.Rows[i]
			d := row.Cells[1].Decision
			if d == nil || compare.Follows(table.Unit) != "" {
				continue
			}
			key := ab.Key{Package: table.Package(), Name: names[compare.Key{Package: table.Package(), Benchmark: row.Name}]}
			if _, seen := open[key]; !seen {
				order = append(order, key)
			}
			switch {
			case isTime && !timed[key]:
				open[key], timed[key] = d.Open, true
			case isTime: // with another GOMAXPROCS
				open[key] = open[key] || d.Open
			case !timed[key]:
				open[key] = open[key] || d.Open
			}
		}
	}
	return slices.DeleteFunc(order, func(k ab.Key) bool { return !open[k] })
}

// bareName is the full name without the GOMAXPROCS suffix.
func bareName(r *ablation.Row) string {
	bare := *r
	bare.Procs = 1
	return bare.FullName()
}
