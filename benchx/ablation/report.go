package ablation

import (
	"maps"
	"math"
	"slices"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// Schema is the version of the files that this package writes. Schema 1 is the
// reference study's.
const Schema = 2

// finishAll sums up pools, and lists the units of the rows in order of
// appearance with what is known of them.
func finishAll(pools []*pool, declared unitSet, confidence float64) ([]Row, []Unit) {
	var seen unitSet
	for _, p := range pools {
		for i := range p.series {
			seen.add(p.series[i].unit)
		}
	}
	units := seen.list
	for i, u := range units {
		if k, ok := declared.at[u.Name]; ok {
			units[i] = declared.list[k]
		}
	}
	sum := newSummarizer(confidence, units)
	rows := make([]Row, len(pools))
	for i, p := range pools {
		rows[i] = p.finish(sum)
	}
	return rows, units
}

// describe fills the fields of the report that follow from its rows; what it
// says already of training, directions and limits it goes on saying.
func (r *Report) describe() {
	reader := newAxisReader(r.Keys)
	iters, sameIters := int64(0), true
	for i := range r.Rows {
		row := &r.Rows[i]
		a := reader.read(row)
		switch a.dir {
		case wire.DirInverse:
			r.BothDirs = true
		case wire.DirWelch:
			r.WithWelch = true
		}
		r.LimitSweep = r.LimitSweep || row.Limiter != ""
		if row.Iters > 0 {
			sameIters = sameIters && (iters == 0 || iters == row.Iters)
			iters = row.Iters
		}
		if m := row.Metric(wire.UnitTrainSteps); m != nil && m.Median <= math.MaxInt32 {
			r.TrainSteps = max(r.TrainSteps, int(m.Median))
		}
	}
	if sameIters {
		r.Iters = int(iters)
	}
	r.NFFTs = r.sizes()
}

// sizes lists the values of the axis n, ascending.
func (r *Report) sizes() []int {
	reader := newAxisReader(r.Keys)
	sizes := map[int]bool{}
	for i := range r.Rows {
		if n := reader.read(&r.Rows[i]).n; n > 0 {
			sizes[n] = true
		}
	}
	return slices.Sorted(maps.Keys(sizes))
}
