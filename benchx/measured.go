package benchx

import (
	"fmt"
	"testing"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// Measured is a result that was measured elsewhere: in a child process, on
// another machine, by another program.
type Measured struct {
	NsPerOp float64 // median or mean time of one operation; required if Status is ok
	Iters   int     // operations behind it; 0 is printed as 1

	// Metrics are printed beside the time. "MB/s", "B/op" and "allocs/op" may
	// be among them.
	Metrics []Metric

	Status  wire.Status // "" means ok
	Note    string      // why the status is not ok, or a remark
	Limiter wire.Limiter
}

// failsRun reports whether such a result fails the run. What a budget of time
// or memory ended is what a capacity search looks for, and no failure.
func (m Measured) failsRun(status wire.Status) bool {
	budget := m.Limiter == wire.LimitTime || m.Limiter == wire.LimitMemory
	return status.FailsRun() && !budget
}

// Report makes m the result of the sub-benchmark of b that axes name, as if
// Suite.Run had measured it there, in no time.
func Report(b *testing.B, axes []Axis, m Measured) {
	b.Helper()
	if err := checkAxes(axes); err != nil {
		b.Errorf("not a cell for benchx: %v", err)
		return
	}
	out := m.outcome()
	said, fails := "", false
	b.Run(join(axes), func(b *testing.B) {
		fails = m.failsRun(out.status)
		if out.status != wire.OK {
			reportStatus(b, out.status)
		} else {
			out.note = joinNotes(m.Note, m.print(b))
		}
		if line := logLine(out); line != "" && line != said && !probing(b) {
			said = line
			b.Log(line)
		}
	})
	if fails {
		b.Fail()
	}
}

func (m Measured) outcome() outcome {
	o := outcome{status: m.Status, note: m.Note, limiter: m.Limiter}
	if o.status == "" {
		o.status = wire.OK
	}
	if _, known := wire.ParseStatus(string(o.status)); !known {
		o.note = joinNotes(fmt.Sprintf("reported the unknown status %q", o.status), m.Note)
		o.status = wire.BenchFail
	}
	if o.status == wire.OK && (!finite(m.NsPerOp) || m.NsPerOp <= 0) {
		o.status = wire.BenchFail
		o.note = joinNotes(fmt.Sprintf("reported a time of %v ns/op", m.NsPerOp), m.Note)
	}
	return o
}

// print hands the numbers of m to b and returns a complaint about those that b
// cannot print, or "".
func (m Measured) print(b *testing.B) string {
	settle(b, max(m.Iters, 1))
	for _, metric := range m.Metrics {
		if metric.Unit == wire.UnitBytesPerOp || metric.Unit == wire.UnitAllocsPerOp {
			b.ReportAllocs()
		}
	}
	b.ReportMetric(m.NsPerOp, wire.UnitNsPerOp)
	return reportMetrics(b, m.Metrics)
}
