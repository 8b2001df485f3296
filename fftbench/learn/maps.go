package learn

import (
	"math"

	"github.com/fftstudy/fftstudy/benchx/training"
)

// mixingError is how far a unitary butterfly is from mixing its inputs in equal
// parts, in radians. The other three angles of neighbouring stages can be traded
// for each other without changing the network, so no map of them would mean
// anything; this one stays.
const mixingError = "mixing angle error"

// maps are what the weights of each butterfly became.
func (f *Fitted) maps() []training.Map {
	switch m := f.model.(type) {
	case *roundings:
		return append(f.twiddleMaps(m.net), f.perTwiddle(training.MagnitudeError, func(i int) float64 {
			return math.Hypot(real(m.net.w[i]), imag(m.net.w[i])) - 1
		}))
	case *unitaries:
		return []training.Map{f.perButterfly(mixingError, func(i int) float64 {
			theta := m.four(m.angles, i)[3]
			return math.Atan2(math.Abs(math.Sin(theta)), math.Abs(math.Cos(theta))) - math.Pi/4
		})}
	case *gated:
		gates := f.perButterfly(training.Gates, func(i int) float64 { return sigmoid(sharpTo * m.gates[i]) })
		return append([]training.Map{gates}, f.twiddleMaps(m.net)...)
	}
	return nil
}

func (f *Fitted) twiddleMaps(net *twiddleNet) []training.Map {
	angles := theory(f.wiring.n)
	return []training.Map{f.perTwiddle(training.AngleError, func(i int) float64 {
		w := net.w[i]
		return math.Remainder(math.Atan2(imag(w), real(w))-angles[i], 2*math.Pi)
	})}
}

// perTwiddle is a map of what butterflies with the same twiddle share.
func (f *Fitted) perTwiddle(kind string, value func(twiddle int) float64) training.Map {
	return f.perButterfly(kind, func(i int) float64 {
		s := i / (f.wiring.n / 2)
		_, _, j := rows(s, i%(f.wiring.n/2))
		return value(1<<s - 1 + j)
	})
}

func (f *Fitted) perButterfly(kind string, value func(butterfly int) float64) training.Map {
	m := training.Map{Kind: kind, Stages: f.wiring.stages, Butterflies: f.wiring.n / 2}
	m.Values = make([]float64, f.wiring.butterflies())
	for i := range m.Values {
		m.Values[i] = value(i)
	}
	return m
}

// profiles are what the weights of each bin became.
func (f *Fitted) profiles() []training.Profile {
	if m, ok := f.model.(*gated); ok {
		return []training.Profile{{Name: kindMask, Values: append([]float64(nil), m.mask...)}}
	}
	return nil
}

// params are what inference holds.
func (f *Fitted) params() []training.Params {
	count := func(kind string, numbers, bytes int) training.Params {
		return training.Params{Kind: kind, Count: int64(numbers), Bytes: int64(numbers * bytes)}
	}
	switch m := f.model.(type) {
	case *roundings:
		return []training.Params{count("8-bit twiddles", len(m.net.w), 2), count("scales of stages", f.wiring.stages, 4)}
	case *unitaries:
		return []training.Params{count(kindAngles, len(m.angles), 8)} // four complex64 a butterfly
	case *gated:
		return []training.Params{
			count(kindAngles, len(m.angles), 8), count(kindGates, len(m.gates), 4), count(kindMask, len(m.mask), 4),
			count(kindAffine, 2*len(m.gains), 4), count(kindFilters, m.head.weights(), 4),
		}
	}
	return nil
}
