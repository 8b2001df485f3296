package kernels

// SurveyRate is the sampling rate of a survey's densities, in Hz.
const SurveyRate = 16000

// Survey lists plans of every kind, direction, precision and length for a device,
// and of the helpers: what a check by a compiler goes through. Lengths that do not
// fit the device are left out.
func Survey(d Device) []*Plan {
	var plans []*Plan
	add := func(p *Plan, err error) {
		if err == nil {
			plans = append(plans, p)
		}
	}
	for _, precision := range []Precision{F32, F64} {
		for n := 2; n <= MaxLen; n *= 2 {
			add(Transform(Spec{n, precision, false}, d))
			add(Transform(Spec{n, precision, true}, d))
			add(Filter(Spec{N: n, Precision: precision}, nil, d))
			add(Welch(Spec{N: n, Precision: precision}, SurveyRate, d))
		}
		add(Weigh(1024, precision, nil, d))
		add(WelchSegments(1024, precision, d))
		add(WelchSum(1024, precision, SurveyRate, d))
	}
	return plans
}
