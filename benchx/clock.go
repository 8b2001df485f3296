package benchx

import (
	"fmt"
	"testing"
	"time"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// timing is a measurement by a clock other than testing's timer.
type timing struct {
	ops     int
	elapsed time.Duration

	bytes   int64 // of one op
	metrics []Metric
}

// timeByClock calls timed with growing numbers of ops until they take what
// -benchtime asks for, or with the number it asks for.
func timeByClock(timed func(n int) (time.Duration, error), w *watch) (timing, error) {
	goal, ops := benchTime()
	ops = max(ops, 1)
	for {
		var t timing
		err := guard(func() (err error) {
			t.ops = ops
			t.elapsed, err = timed(ops)
			return err
		})
		if err == nil && t.elapsed <= 0 {
			err = fmt.Errorf("the clock of the case says that %d ops took %v", ops, t.elapsed)
		}
		if err == nil {
			err = w.check()
		}
		if err != nil || t.elapsed >= goal || ops >= maxIterations {
			return t, err
		}
		ops = moreOps(ops, t.elapsed, goal)
	}
}

// moreOps returns how many ops should take goal, given that ops took elapsed: a
// fifth more than by rule of three, at most a hundredfold, as testing does.
func moreOps(ops int, elapsed, goal time.Duration) int {
	more := 1.2 * float64(ops) * float64(goal) / float64(elapsed)
	return int(min(max(more, float64(ops)+1), 100*float64(ops), maxIterations))
}

// print makes t the result of b and returns a complaint about what b cannot
// print, or "".
func (t *timing) print(b *testing.B) string {
	settle(b, t.ops)
	nsPerOp := float64(t.elapsed) / float64(t.ops)
	b.ReportMetric(nsPerOp, wire.UnitNsPerOp)
	if t.bytes > 0 {
		b.ReportMetric(float64(t.bytes)*1e3/nsPerOp, wire.UnitMBPerSec)
	}
	return reportMetrics(b, t.metrics)
}
