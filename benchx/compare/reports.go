package compare

import (
	"errors"
	"fmt"
	"slices"

	"github.com/fftstudy/fftstudy/benchx/ablation"
)

// Column is one side of a comparison: a report and what to call it, usually
// its file.
type Column struct {
	Label  string
	Report *ablation.Report
}

// Reports compares reports column by column, the first being the base. There
// is one table per configuration (goos, goarch, pkg, cpu) and unit, and in it
// one row per benchmark's full name; tables, units and rows come in the order
// in which they are first seen, column after column. Options.Layout changes all
// of that; columns need not be files then.
//
// The numbers are cmd/benchstat's, with these differences, each on purpose:
//
//   - Columns that ran on one CPU each, but not the same one, are compared all
//     the same, and a note says so; benchstat puts them in tables apart.
//   - Where columns are files the base is the first one, even where it lacks a
//     whole table.
//   - A benchmark that failed keeps its row, and says how it failed.
//   - Values that are not finite are left out, not averaged.
//   - Rows of one column that differ only in what is no configuration (commit,
//     toolchain) are pooled as benchstat pools them, with a warning.
//
// The error is about the call: options out of range, or a query that is wrong or
// fits no result (*QueryError).
func Reports(cols []Column, opt Options) (*Result, error) {
	opt, err := opt.WithDefaults()
	if err != nil {
		return nil, err
	}
	if len(cols) == 0 {
		return nil, errors.New("compare: no report to compare")
	}
	for i, c := range cols {
		if c.Report == nil {
			return nil, fmt.Errorf("compare: column %d (%q) has no report", i+1, c.Label)
		}
	}
	q, err := opt.Layout.parse()
	if err != nil {
		return nil, err
	}
	opt.Policy = looksSaid(opt.Policy, cols)
	g := gather(cols, q)
	if err := g.misses(); err != nil {
		return nil, err
	}
	tables, idle := g.layTables()
	g.fill(append(slices.Clip(tables), idle...), opt)

	res := &Result{Options: opt, Notes: g.notes(), RowNotes: g.rowNotes(), TableKeys: q.table.keys(), RowKeys: q.row.keys(), ColumnKeys: q.col.keys()}
	for _, c := range g.columns {
		res.Columns = append(res.Columns, c.label)
		if len(res.ColumnKeys) != 1 {
			res.ColumnValues = append(res.ColumnValues, q.col.valuesAt(c.id))
		}
	}
	res.Tables = make([]Table, len(tables))
	for i, t := range tables {
		t.table.Geomean = geomeans(&t.table)
		res.Tables[i] = t.table
	}
	for _, t := range idle {
		res.Idle = append(res.Idle, t.table)
	}
	settle(res.Tables, len(res.Columns), opt)
	res.Short = res.shortages()
	for _, s := range res.Short {
		res.Notes = append(res.Notes, s.Says(s.Unit))
	}
	return res, nil
}

// WithDefaults fills in benchstat's defaults and checks the rest.
func (o Options) WithDefaults() (Options, error) {
	if o.Alpha == 0 {
		o.Alpha = 0.05
	}
	if o.Confidence == 0 {
		o.Confidence = 0.95
	}
	if o.Layout == (Layout{}) {
		o.Layout = DefaultLayout()
	}
	if !(o.Alpha > 0 && o.Alpha <= 1) {
		return o, fmt.Errorf("compare: alpha must be above 0 and at most 1, not %v", o.Alpha)
	}
	if !(o.Confidence > 0 && o.Confidence <= 1) {
		return o, fmt.Errorf("compare: confidence must be above 0 and at most 1, not %v", o.Confidence)
	}
	if o.Policy == nil {
		p := DefaultPolicy()
		o.Policy = &p
	}
	return o, o.Policy.Check()
}
