package compare

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// rowsPerTurn is how many rows a goroutine takes at once.
const rowsPerTurn = 128

// fill computes the rows of all tables. Every row has its place before the
// goroutines start, so the result does not depend on which of them computes it.
func (g *gathered) fill(jobs []*tableJob, opt Options) {
	type turn struct {
		job      *tableJob
		cells    []Cell // of the whole table, row by row
		judged   []Decision
		from, to int
	}
	var turns []turn
	for _, job := range jobs {
		rows := len(job.benchmarks)
		job.table.Rows = make([]Row, rows)
		cells := make([]Cell, rows*len(g.columns))
		judged := make([]Decision, rows*(len(g.columns)-1))
		for from := 0; from < rows; from += rowsPerTurn {
			turns = append(turns, turn{job, cells, judged, from, min(from+rowsPerTurn, rows)})
		}
	}
	pooled := g.pooledProperties()
	several := len(g.query.row.keys()) != 1
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(turns)) {
		wg.Go(func() {
			c := newCalc(opt)
			c.pooled = pooled
			for {
				i := int(next.Add(1)) - 1
				if i >= len(turns) {
					return
				}
				t := turns[i]
				n := len(g.columns)
				for r := t.from; r < t.to; r++ {
					b := t.job.benchmarks[r]
					row := &t.job.table.Rows[r]
					row.Name, row.Cells = g.names[b.name], t.cells[r*n:(r+1)*n:(r+1)*n]
					if several {
						row.Values = g.query.row.valuesAt(g.rowIDs[b.name])
					}
					c.row(b, &t.job.table, row, t.judged[r*(n-1):(r+1)*(n-1)])
				}
			}
		})
	}
	wg.Wait()
}
