package spectral

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// Half a minute at 16 kHz, what a speech model takes at a time.
func sound[R Real]() []R {
	x := make([]R, 30*16000)
	for i := range x {
		x[i] = R(math.Sin(0.3*float64(i)) + 0.1*math.Sin(1e-6*float64(i)*float64(i)))
	}
	return x
}

func BenchmarkLogMel30s(b *testing.B) {
	b.Run("f32", benchmarkLogMel[float32])
	b.Run("f64", benchmarkLogMel[float64])
}

func benchmarkLogMel[R Real](b *testing.B) {
	x, f := sound[R](), Framing{Len: 512, Hop: 160}
	m, err := NewLogMel[R](MelConfig{Framing: f, Bank: MelBank{Rate: 16000, Bands: 80}})
	require.NoError(b, err)
	dst := make([]R, f.Frames(len(x))*80)
	for b.Loop() {
		if err := m.Spectrogram(dst, x); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*f.Frames(len(x))), "ns/frame")
}

func BenchmarkSTFT30s(b *testing.B) {
	x, f := sound[float32](), Framing{Len: 512, Hop: 160}
	s, err := NewSTFT[float32, complex64](f)
	require.NoError(b, err)
	dst := make([]complex64, f.Frames(len(x))*f.Bins())
	for b.Loop() {
		if err := s.Transform(dst, x); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*f.Frames(len(x))), "ns/frame")
}

func BenchmarkWelch30s(b *testing.B) {
	b.Run("f32", benchmarkWelch[float32])
	b.Run("f64", benchmarkWelch[float64])
}

func benchmarkWelch[R Real](b *testing.B) {
	x := sound[R]()
	for name, centred := range map[string]bool{"raw": false, "centred": true} {
		b.Run(name, func(b *testing.B) {
			p, err := NewPSD[R](PSDConfig{Framing: Framing{Len: 1024, Hop: 512}, Rate: 16000, Centred: centred})
			require.NoError(b, err)
			dst := make([]R, p.Bins())
			for b.Loop() {
				if err := p.Density(dst, x); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*936), "ns/segment")
		})
	}
}
