package ablation

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"slices"
)

// runs lists what the report pools. A report that tells of no runs is a run
// itself, and so is one whose runs have no name or do not account for its
// samples, as after an edit by hand.
func (r *Report) runs() []Run {
	nameless := slices.ContainsFunc(r.Runs, func(run Run) bool { return run.ID == "" })
	if len(r.Runs) > 0 && !nameless && r.accounted() {
		return r.Runs
	}
	return []Run{r.asRun()}
}

// accounted reports whether every sample is known to be of one of r.Runs.
func (r *Report) accounted() bool {
	for i := range r.Rows {
		for _, m := range r.Rows[i].Metrics {
			if len(m.PerRun) > len(r.Runs) {
				return false
			}
			rest := len(m.Samples)
			for _, n := range m.PerRun {
				if n < 0 || n > rest {
					return false
				}
				rest -= n
			}
			if rest > 0 {
				return false
			}
		}
	}
	return true
}

// asRun describes the report as a single run. Its ID stands for all that was
// measured, where and when, and is the same on every machine.
func (r *Report) asRun() Run {
	places := make([]string, len(r.Environments))
	for i := range places {
		e := &r.Environments[i]
		places[i] = e.identity() + e.Date
	}
	var run Run
	if measured(r.ElapsedMS) {
		run.ElapsedMS = r.ElapsedMS
	}
	hash := sha256.New()
	var b []byte
	word := func(s string) { b = append(append(b, s...), 0) }
	for i := range r.Rows {
		b = b[:0]
		row := &r.Rows[i]
		word(row.Package)
		word(row.FullName())
		if row.Env >= 0 && row.Env < len(places) {
			word(places[row.Env])
		}
		word(string(row.Status))
		most := 0
		for _, m := range row.Metrics {
			word(m.Unit)
			for _, x := range m.Samples {
				b = binary.LittleEndian.AppendUint64(b, sampleBits(x))
			}
			most = max(most, len(m.Samples))
		}
		run.Results += most
		hash.Write(b)
	}
	run.ID = hex.EncodeToString(hash.Sum(nil)[:16])
	return run
}

// sampleBits makes one of all numbers that are not finite, since files do not
// tell them apart.
func sampleBits(x float64) uint64 {
	if !measured(x) {
		x = math.NaN()
	}
	return math.Float64bits(x)
}
