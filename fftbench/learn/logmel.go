package learn

import (
	"errors"
	"fmt"

	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/fftbench/spectral"
)

// LogMel is the trained pipeline of learned_e2e for inference: log10 levels of the
// frames of a signal in mel bands. Butterflies behind closed gates are not
// computed. It serves one goroutine at a time.
type LogMel struct {
	mel            *spectral.TextbookMel[float32, complex64]
	gains, offsets []float32 // of the levels
}

// LogMel returns the trained pipeline for frames that begin hop samples apart.
func (f *Fitted) LogMel(hop int) (*LogMel, error) {
	m, ok := f.model.(*gated)
	if !ok {
		return nil, fmt.Errorf("learn: %s makes spectra, no levels: ask for its Transform", f.config.Variant)
	}
	mel, err := spectral.NewTextbookMel[float32](newGatedTransform(f.wiring, m), hop, Bank(), spectral.Log10)
	if err != nil {
		return nil, err
	}
	l := &LogMel{mel: mel, gains: make([]float32, melBands), offsets: make([]float32, melBands)}
	for i := range l.gains {
		l.gains[i] = 1 // bands without bins stay at the floor
	}
	for i, band := range m.head.bands {
		l.gains[band.number], l.offsets[band.number] = float32(m.gains[i]), float32(m.offsets[i])
	}
	return l, nil
}

// Spectrogram writes the levels of the frames of a signal, frame by frame.
func (l *LogMel) Spectrogram(dst, signal []float32) error {
	if err := l.mel.Spectrogram(dst, signal); err != nil {
		return err
	}
	for ; len(dst) > 0; dst = dst[melBands:] {
		for i, level := range dst[:melBands] {
			dst[i] = l.gains[i]*level + l.offsets[i]
		}
	}
	return nil
}

// Footprint returns the memory of the plan.
func (l *LogMel) Footprint() fft.Footprint { return append(l.mel.Footprint(), correctionPart()) }

func correctionPart() fft.Part { return part[float32]("level correction", fft.Parameter, 2*melBands) }

// DescribeLogMel takes what Fitted.LogMel returns for frames of n samples apart.
// Its shape does not depend on what was learnt.
func DescribeLogMel(n, hop int) (*fft.Anatomy, error) {
	w, err := newShape(n)
	if err != nil {
		return nil, err
	}
	a, err := spectral.DescribeTextbookMel[float32, complex64](n, w.gatedAnatomy(), hop, Bank(), spectral.Log10)
	if err != nil {
		return nil, err
	}
	a.Holdings = append(a.Holdings, fft.Holding{Part: correctionPart()})
	a.Stages = append(a.Stages, fft.Stage{Name: "correction", Kind: "correction", Block: "levels",
		Reads: []int{len(a.Holdings) - 1}, From: []int{fft.OutputRow}, To: []int{fft.OutputRow}})
	return a, nil
}

// gatedTransform is a trained network behind gates with its mask, in single
// precision.
type gatedTransform struct {
	wiring
	twiddles []complex64
	// runs are the open gates: in the n/2 numbers of a stage, pairs of the first
	// butterfly of a run and the one after its last, up to an empty one. There
	// cannot be more runs than fit.
	runs []int32
	mask []float32 // of the bins from 0 to n/2
}

func newGatedTransform(w wiring, m *gated) *gatedTransform {
	t := &gatedTransform{wiring: w.copy(), twiddles: make([]complex64, w.n-1),
		runs: make([]int32, w.butterflies()), mask: make([]float32, len(m.mask))}
	for i, twiddle := range m.net.w {
		t.twiddles[i] = complex64(twiddle)
	}
	for k, gain := range m.mask {
		t.mask[k] = float32(gain)
	}
	half := w.n / 2
	for s := range w.stages {
		encodeRuns(t.runs[s*half:][:half], m.gates[s*half:][:half])
	}
	return t
}

// encodeRuns writes the runs of open gates.
func encodeRuns(runs []int32, gates []float64) {
	at, open := 0, false
	for i, u := range gates {
		if (hard(u) == 1) != open {
			runs[at] = int32(i)
			at, open = at+1, !open
		}
	}
	if open {
		runs[at] = int32(len(gates))
	}
}

// Len implements fft.Transform.
func (t *gatedTransform) Len() int { return t.n }

// Forward implements fft.Transform.
func (t *gatedTransform) Forward(dst, src []complex64) error {
	if err := checkRows(t.n, dst, src); err != nil {
		return err
	}
	for o := 0; o < len(src); o += t.n {
		row, from := dst[o:o+t.n], src[o:o+t.n]
		for i, r := range t.order {
			row[i] = from[r]
		}
		for s := range t.stages {
			t.pass(row, s)
		}
		for k, gain := range t.mask {
			row[k] = complex(gain*real(row[k]), gain*imag(row[k]))
		}
	}
	return nil
}

// pass is the open butterflies of stage s, in place.
func (t *gatedTransform) pass(row []complex64, s int) {
	h, runs := 1<<s, t.runs[s*t.n/2:][:t.n/2]
	twiddles := t.twiddles[h-1 : 2*h-1]
	for i := 0; i+1 < len(runs) && runs[i] < runs[i+1]; i += 2 {
		for b, end := int(runs[i]), int(runs[i+1]); b < end; {
			at, _, j := rows(s, b)
			count := min(h-j, end-b)
			butterflies(row[at:], h, twiddles[j:j+count])
			b += count
		}
	}
}

// butterflies joins the first numbers of row with those h further on.
func butterflies(row []complex64, h int, twiddles []complex64) {
	low, high := row[:len(twiddles)], row[h:][:len(twiddles)]
	for j, w := range twiddles {
		a, b := low[j], w*high[j]
		low[j], high[j] = a+b, a-b
	}
}

// Inverse implements fft.Transform. There is none: what gates and mask leave out
// is lost.
func (t *gatedTransform) Inverse(_, _ []complex64) error {
	return errors.New("learn: a gated network has no inverse")
}

// Footprint implements fft.Transform.
func (t *gatedTransform) Footprint() fft.Footprint { return t.gatedParts() }

func (w shape) gatedParts() fft.Footprint {
	return fft.Footprint{
		part[complex64]("twiddles", fft.Parameter, w.n-1),
		part[int32]("gates", fft.Parameter, w.butterflies()),
		part[float32]("mask", fft.Parameter, w.n/2+1),
		part[int32]("bit reversal", fft.Table, w.n),
	}
}

func (w shape) gatedAnatomy() *fft.Anatomy {
	const twiddles, gates, mask, reversal = 0, 1, 2, 3
	stages := append([]fft.Stage{{Name: "permute", Kind: "bit reversal", Block: "gated",
		Reads: []int{reversal}, From: []int{fft.InputRow}, To: []int{fft.OutputRow}}},
		w.passes("gated", "gated radix 2", twiddles, gates)...)
	stages = append(stages, fft.Stage{Name: "mask", Kind: "mask", Block: "gated",
		Reads: []int{mask}, From: []int{fft.OutputRow}, To: []int{fft.OutputRow}})
	return anatomy(stages, nil, w.gatedParts()...)
}
