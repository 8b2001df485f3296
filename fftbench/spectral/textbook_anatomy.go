package spectral

import "github.com/fftstudy/fftstudy/fftbench/fft"

const blockTextbook = "textbook"

// DescribeTextbook takes the plan of [NewTextbook] apart, over a transform of n
// samples whose anatomy is t.
func DescribeTextbook[R Real, C fft.Complex](n int, t *fft.Anatomy, hop int) (*fft.Anatomy, error) {
	b, err := holdTextbook[R, C](n, t, hop)
	if err != nil {
		return nil, err
	}
	b.addSpectrum()
	b.add(fft.Stage{Name: "bins", Kind: "copy", Block: blockTextbook,
		From: []int{b.spectrum}, To: []int{fft.OutputRow}})
	return &b.Anatomy, nil
}

// textbookSketch is a Textbook among the holdings.
type textbookSketch struct {
	sketch
	transform                      *fft.Anatomy
	inner, window, frame, spectrum int
}

func holdTextbook[R Real, C fft.Complex](n int, t *fft.Anatomy, hop int) (*textbookSketch, error) {
	if err := samePrecision[R, C](); err != nil {
		return nil, err
	}
	if err := (Framing{Len: n, Hop: hop}).checkTo(longest); err != nil {
		return nil, err
	}
	b := &textbookSketch{transform: t}
	b.inner = b.holdAll(t)
	b.window = hold[R](&b.sketch, "window", fft.Parameter, n)
	b.frame = hold[C](&b.sketch, "frame", fft.Scratch, n)
	b.spectrum = hold[C](&b.sketch, "spectrum", fft.Scratch, n)
	return b, nil
}

func (b *textbookSketch) addSpectrum() {
	b.add(fft.Stage{Name: "window", Kind: "window", Block: blockTextbook,
		Reads: []int{b.window}, From: []int{fft.InputRow}, To: []int{b.frame}})
	b.add(fft.Embedded(b.transform.Stages, "transform.", b.inner, b.frame, b.spectrum)...)
}

// DescribeTextbookMel takes the plan of [NewTextbookMel] apart, over a transform
// of n samples whose anatomy is t.
func DescribeTextbookMel[R Real, C fft.Complex](n int, t *fft.Anatomy, hop int, bank MelBank, unit LogUnit) (*fft.Anatomy, error) {
	b, err := holdTextbook[R, C](n, t, hop)
	if err != nil {
		return nil, err
	}
	weights, err := melFilterWeights(n, bank, unit)
	if err != nil {
		return nil, err
	}
	filters := hold[R](&b.sketch, "filters", fft.Parameter, weights)
	powers := hold[R](&b.sketch, "powers", fft.Scratch, n/2+1)
	b.addSpectrum()
	b.add(
		fft.Stage{Name: "powers", Kind: "powers", Block: blockTextbook, From: []int{b.spectrum}, To: []int{powers}},
		fft.Stage{Name: "levels", Kind: "filter", Block: blockTextbook,
			Reads: []int{filters}, From: []int{powers}, To: []int{fft.OutputRow}})
	return &b.Anatomy, nil
}

// melFilterWeights is how many weights melFilters makes.
func melFilterWeights(n int, bank MelBank, unit LogUnit) (int, error) {
	if _, err := unit.scale(); err != nil {
		return 0, err
	}
	if err := bank.check(); err != nil {
		return 0, err
	}
	weights := 0
	for _, f := range bank.filters(bank.Edges(), n) {
		weights += f.end - f.first
	}
	return weights, nil
}
