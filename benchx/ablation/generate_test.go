package ablation

import (
	"math"

	"pgregory.net/rapid"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// text draws what may stand in a note: quotes, commas, line ends, markup.
func text() *rapid.Generator[string] {
	return rapid.StringOf(rapid.SampledFrom([]rune("ab,;\"'\n\t =<>&|µ\u2028\\/-+@0")))
}

func word() *rapid.Generator[string] { return rapid.StringMatching(`[a-z0-9_.µ-]{1,6}`) }

func float() *rapid.Generator[float64] {
	return rapid.OneOf(
		rapid.Float64(),
		rapid.Float64Range(1e-9, 1),
		rapid.SampledFrom([]float64{0, math.Copysign(0, -1), math.NaN(), math.Inf(1), math.Inf(-1), 5e-324, math.MaxFloat64}),
	)
}

// finiteFloat draws what a sample may be: ingest lets no other number pass.
func finiteFloat() *rapid.Generator[float64] { return float().Filter(measured) }

func metric(unit string, samples bool) *rapid.Generator[Metric] {
	return rapid.Custom(func(t *rapid.T) Metric {
		m := Metric{Unit: unit, Median: float().Filter(notInf).Draw(t, "median"), Lo: math.Inf(-1), Hi: math.Inf(1)}
		if rapid.Bool().Draw(t, "bounded") {
			m.Lo, m.Hi = finiteFloat().Draw(t, "lo"), finiteFloat().Draw(t, "hi")
		}
		m.N = rapid.IntRange(1, 9).Draw(t, "n")
		if samples {
			m.Samples = rapid.SliceOfN(float().Filter(notInf), m.N, m.N).Draw(t, "samples")
		}
		return m
	})
}

// notInf leaves out what the JSON form does not tell from NaN.
func notInf(x float64) bool { return !math.IsInf(x, 0) }

func anyRow(envs int, samples bool) *rapid.Generator[Row] {
	units := []string{
		wire.UnitSecPerOp, wire.UnitRelL2, wire.UnitMaxErr, wire.UnitGFLOPS, wire.UnitPlanSec, wire.UnitTrainSteps,
		wire.UnitParams, wire.UnitParamBytes, wire.UnitBytesPerOp, wire.UnitAllocsPerOp, "B/s", "p99-sec", "a,\"b\"",
		wire.UnitScratchBytes, wire.UnitHeldBytes, wire.UnitPeakBytes,
		wire.UnitE2ESecPerOp, wire.UnitCopyShare,
	}
	return rapid.Custom(func(t *rapid.T) Row {
		r := Row{
			Package: rapid.StringMatching(`([a-z.]{1,5}/){0,2}[a-z]{0,3}`).Draw(t, "package"),
			Procs:   rapid.IntRange(1, 64).Draw(t, "procs"),
			Iters:   rapid.Int64Range(0, 1<<40).Draw(t, "iters"),
			Status:  rapid.SampledFrom(wire.Statuses()).Draw(t, "status"),
			Note:    text().Draw(t, "note"),
			Limiter: rapid.SampledFrom([]wire.Limiter{"", wire.LimitTime, wire.LimitMemory, wire.LimitFailure, wire.LimitCap}).Draw(t, "limiter"),
			Env:     rapid.IntRange(0, envs-1).Draw(t, "env"),
		}
		r.Name, r.Axes = ParseName(anyName().Draw(t, "name"))
		for _, unit := range rapid.SliceOfNDistinct(rapid.SampledFrom(units), 0, 5, rapid.ID).Draw(t, "units") {
			r.Metrics = append(r.Metrics, metric(unit, samples).Draw(t, unit))
		}
		return r
	})
}

func anyName() *rapid.Generator[string] {
	study := rapid.Custom(func(t *rapid.T) string {
		return "FFT/variant=" + word().Draw(t, "variant") + "/dir=" + rapid.SampledFrom([]string{"forward", "welch", "x"}).Draw(t, "dir") +
			"/n=" + rapid.SampledFrom([]string{"64", "128", "131072"}).Draw(t, "n") +
			"/batch=" + rapid.SampledFrom([]string{"1", "8", "many"}).Draw(t, "batch") +
			"/device=" + rapid.SampledFrom([]string{"cpu", "cuda:0"}).Draw(t, "device")
	})
	return rapid.OneOf(study, rapid.StringMatching(`[A-Z][a-z]{0,4}(/([a-z]{1,3}=)?[a-z0-9#"<,]{1,4}){0,3}`))
}

// anyReport draws a report as a Collector or a Merge makes it.
func anyReport(samples bool) *rapid.Generator[*Report] {
	return rapid.Custom(func(t *rapid.T) *Report {
		r := &Report{
			Schema: Schema, Preset: word().Draw(t, "preset"), Command: text().Draw(t, "command"),
			Confidence: rapid.Float64Range(0.5, 0.999).Draw(t, "confidence"),
			ElapsedMS:  rapid.Float64Range(0, 1e9).Draw(t, "elapsed"),
			Incomplete: rapid.Bool().Draw(t, "incomplete"),
		}
		if rapid.Bool().Draw(t, "mapped") {
			r.Keys = map[string]string{"variant": "algo", "n": "/2"}
		}
		for range rapid.IntRange(1, 3).Draw(t, "envs") {
			e := Environment{GOOS: "linux", CPU: text().Draw(t, "cpu"), Cores: rapid.IntRange(0, 9).Draw(t, "cores"), Date: word().Draw(t, "date")}
			for i := range rapid.IntRange(0, 2).Draw(t, "facts") {
				e.Facts = append(e.Facts, wire.Fact{Key: []string{"gpu0", "a.b"}[i], Value: word().Draw(t, "fact")})
			}
			r.Environments = append(r.Environments, e)
		}
		for i := range rapid.IntRange(0, 3).Draw(t, "entries") {
			r.Catalog = append(r.Catalog, Entry{
				Name: string(rune('a'+i)) + word().Draw(t, "entry"), Tier: rapid.SampledFrom([]string{"", "A", "gpu"}).Draw(t, "tier"),
				Slot: rapid.IntRange(-1, 9).Draw(t, "slot"), Compiled: rapid.Bool().Draw(t, "compiled"), Reference: rapid.Bool().Draw(t, "reference"),
				About: text().Draw(t, "about"), Aliases: rapid.SampledFrom([][]string{nil, {"x"}, {"x", "y"}}).Draw(t, "aliases"),
			})
		}
		for i := range rapid.IntRange(0, 2).Draw(t, "problems") {
			r.Problems = append(r.Problems, Problem{Where: word().Draw(t, "where"), Severity: "warning", Msg: string(rune('a'+i)) + text().Draw(t, "msg")})
		}
		r.Rows = rapid.SliceOfN(anyRow(len(r.Environments), samples), 0, 6).Draw(t, "rows")
		if len(r.Rows) == 0 {
			r.Rows = nil
		}
		var units unitSet
		for i := range r.Rows {
			for _, m := range r.Rows[i].Metrics {
				u := units.add(m.Unit)
				u.Exact = m.Unit == "B/op"
			}
		}
		r.Units = units.list
		r.describe()
		return r
	})
}
