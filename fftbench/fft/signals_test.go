package fft_test

import (
	"math"
	"math/cmplx"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/fftbench/truth"
)

// signals are inputs that find other faults than noise does.
var signals = map[string]func(j, n int) complex128{
	"impulse":      func(j, n int) complex128 { return when(j == 0, 1) },
	"late impulse": func(j, n int) complex128 { return when(j == n-1, 1-2i) },
	"dc":           func(j, n int) complex128 { return 3 + 1i },
	"alternating":  func(j, n int) complex128 { return complex(float64(1-2*(j%2)), 0) },
	"tone at a bin": func(j, n int) complex128 {
		return cmplx.Exp(complex(0, 2*math.Pi*float64(j*(n/3)%n)/float64(n)))
	},
	"tone between bins": func(j, n int) complex128 {
		return cmplx.Exp(complex(0, 2*math.Pi*float64(j)*(float64(n/5)+0.37)/float64(n)))
	},
	"real tone": func(j, n int) complex128 {
		return complex(math.Cos(2*math.Pi*float64(j)*0.123), 0)
	},
	"chirp": func(j, n int) complex128 {
		return cmplx.Exp(complex(0, math.Pi*float64(j*j%(2*n))/float64(n)))
	},
	"ramp":       func(j, n int) complex128 { return complex(float64(j), float64(n-j)) },
	"huge":       func(j, n int) complex128 { return complex(1e30*math.Sin(float64(j*j)), -1e30*math.Cos(float64(3*j))) },
	"tiny":       func(j, n int) complex128 { return complex(1e-30*math.Sin(float64(j*j)), -1e-30*math.Cos(float64(3*j))) },
	"wide range": func(j, n int) complex128 { return complex(math.Exp(20*math.Sin(float64(j))), 0) },
}

func when(yes bool, v complex128) complex128 {
	if yes {
		return v
	}
	return 0
}

// signalLengths take every kind of plan of New.
var signalLengths = []int{1, 2, 4, 8, 16, 32, 64, 128, 256, 1024, 2048}
var signalLengthsAny = []int{3, 15, 47, 60, 67, 97, 100, 134, 257, 1000, 1009}

func TestSignals(t *testing.T) {
	forEach(t, checkSignals[complex64], checkSignals[complex128])
}

func checkSignals[C fft.Complex](t *testing.T, v variant[C]) {
	lengths := signalLengths
	if v.any {
		lengths = append(append([]int(nil), lengths...), signalLengthsAny...)
	}
	for _, n := range lengths {
		p := v.plan(t, n)
		for label, signal := range signals {
			src := make([]C, n)
			for j := range src {
				src[j] = C(signal(j, n))
			}
			for _, dir := range directions {
				ref, err := truth.New(src, n, dir)
				require.NoError(t, err)
				rel, _, err := ref.Compare(apply(t, p, dir, src))
				require.NoError(t, err)
				// Signals are less random than noise, errors may line up.
				assert.LessOrEqual(t, rel, 2*v.tolerance(n), "%s %s", label, name(n, dir))
			}
		}
	}
}

func TestZerosStayZeros(t *testing.T) {
	forEach(t, checkZeros[complex64], checkZeros[complex128])
}

func checkZeros[C fft.Complex](t *testing.T, v variant[C]) {
	for _, n := range []int{1, 2, 64, 512} {
		for k, got := range apply(t, v.plan(t, n), truth.Forward, make([]C, n)) {
			assert.Zero(t, got, "n=%d bin %d", n, k)
		}
	}
}

// A NaN or an infinity anywhere leaves no finite bin in its row and does not
// reach another row.
func TestNotFinite(t *testing.T) {
	forEach(t, checkNotFinite[complex64], checkNotFinite[complex128])
}

func checkNotFinite[C fft.Complex](t *testing.T, v variant[C]) {
	lengths := []int{1, 2, 4, 8, 16, 64, 128, 512}
	if v.any {
		lengths = append(lengths, 3, 6, 35, 77, 67, 97, 134, 257)
	}
	nan, inf := math.NaN(), math.Inf(1)
	poisons := []complex128{complex(nan, nan), complex(nan, 0), complex(0, nan), complex(inf, 0), complex(0, -inf)}
	for _, n := range lengths {
		p := v.plan(t, n)
		clean := gauss[C](3*n, 5)
		for _, dir := range directions {
			want := apply(t, p, dir, clean)
			for _, poison := range poisons {
				for _, at := range []int{0, n / 3, n - 1} {
					src := append([]C(nil), clean...)
					src[n+at] = C(poison)
					got := apply(t, p, dir, src)
					for k, c := range got[n : 2*n] {
						z := complex128(c)
						require.False(t, finite(real(z)) && finite(imag(z)), "%s: bin %d is %v with %v at %d", name(n, dir), k, z, poison, at)
					}
					require.Equal(t, want[:n], got[:n], "%s: row before", name(n, dir))
					require.Equal(t, want[2*n:], got[2*n:], "%s: row after", name(n, dir))
				}
			}
		}
	}
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
