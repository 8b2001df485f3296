package fftbench

import (
	"fmt"
	"slices"

	"github.com/fftstudy/fftstudy/benchx"
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/fftbench/sweep"
)

// limitRow is a row of a capacity study.
type limitRow struct {
	batch int
	benchx.Measured
}

// limitRows returns what a search has to say, by ascending batch: every batch
// that worked, the largest with what ended the search; every batch that broke
// something. A batch that was only over a budget is no row of its own, unless
// none worked.
func limitRows(r sweep.Result) []limitRow {
	var rows []limitRow
	for i := range r.Tried {
		o := &r.Tried[i]
		row := limitRow{o.Batch, measured(*o)}
		switch {
		case r.Largest != nil && o.Batch == r.Largest.Batch:
			row.Limiter = r.Limiter
			row.Note = joined(o.Note, endOf(r))
		case o.Within():
			row.Note = "" // the last row says it
		case r.Largest == nil && o.Batch == r.Beyond.Batch:
			row.Limiter = r.Limiter
		case o.OverBudget:
			continue
		}
		rows = append(rows, row)
	}
	slices.SortFunc(rows, func(a, b limitRow) int { return a.batch - b.batch })
	return rows
}

// endOf says why the search did not go beyond its largest batch.
func endOf(r sweep.Result) string {
	switch {
	case r.Beyond != nil:
		return fmt.Sprintf("batch %d: %s", r.Beyond.Batch, r.Beyond.Note)
	case r.Limiter == wire.LimitCap:
		return fmt.Sprintf("≥ %d: the search stops there", r.Largest.Batch)
	}
	return ""
}

func joined(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "; " + b
}

func measured(o sweep.Outcome) benchx.Measured {
	m := benchx.Measured{NsPerOp: o.NsPerOp, Iters: int(o.Iters), Status: o.Status, Note: o.Note}
	for _, metric := range o.Metrics {
		m.Metrics = append(m.Metrics, benchx.Metric(metric))
	}
	return m
}
