package main

import (
	"errors"
	"fmt"
	"math"
	"os"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/ingest"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

// recording is an A/A run: the same code measured as two sides, round by round.
type recording struct {
	series []series
	rounds int // of every series
}

// series is one benchmark: the times of both sides in the order of the rounds.
type series struct {
	name string
	side [2][]float64
	mean float64 // of the logarithms of both sides
	// cv is the standard deviation of the logarithms of both sides, about the
	// coefficient of variation.
	cv float64
}

// record reads the two sides of an A/A run. Benchmarks that lack a round on a
// side are left out: their samples are no longer beside each other.
func record(old, new string) (*recording, error) {
	a, err := read(old)
	if err != nil {
		return nil, err
	}
	b, err := read(new)
	if err != nil {
		return nil, err
	}
	rounds := 0
	times := make(map[string][]float64)
	for i := range a.Rows {
		if m := a.Rows[i].Metric(wire.UnitSecPerOp); m != nil {
			times[a.Rows[i].Package+"."+a.Rows[i].FullName()] = m.Samples
			rounds = max(rounds, len(m.Samples))
		}
	}
	r := &recording{rounds: rounds}
	for i := range b.Rows {
		name := b.Rows[i].Package + "." + b.Rows[i].FullName()
		m := b.Rows[i].Metric(wire.UnitSecPerOp)
		if m == nil || len(m.Samples) != rounds || len(times[name]) != rounds {
			continue
		}
		s := series{name: name, side: [2][]float64{times[name], m.Samples}}
		s.mean = (logMean(s.side[0]) + logMean(s.side[1])) / 2
		s.cv = s.spread()
		r.series = append(r.series, s)
	}
	if len(r.series) == 0 {
		return nil, fmt.Errorf("%s and %s share no benchmark with a time in each of %d rounds", old, new, rounds)
	}
	return r, nil
}

func read(path string) (*ablation.Report, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	scanner := ingest.NewScanner(f, path)
	collector := ablation.NewCollector(ablation.CollectOptions{})
	for scanner.Scan() {
		collector.Add(scanner.Record())
	}
	if err := scanner.Err(); err != nil {
		return nil, err
	}
	report := collector.Report()
	if len(report.Rows) == 0 {
		return nil, errors.New(path + ": no benchmark results")
	}
	return report, nil
}

// spread is the standard deviation of the logarithms of both sides, which ran
// the same code.
func (s *series) spread() float64 {
	sum, n := 0.0, 0
	for _, x := range s.side {
		for _, v := range x {
			d := math.Log(v) - s.mean
			sum += d * d
			n++
		}
	}
	return math.Sqrt(sum / float64(n-1))
}

func logMean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += math.Log(v)
	}
	return sum / float64(len(x))
}
