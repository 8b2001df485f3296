package truth

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Direct sums in math/big, with roots made another way than those of the
// package: pi from Machin's formula, cosine and sine from their series.

const testBits = 300

func bigInt(v int64) *big.Float { return new(big.Float).SetPrec(testBits).SetInt64(v) }

// machinPi is 16·atan(1/5) − 4·atan(1/239).
func machinPi() *big.Float {
	atanInverse := func(x int64) *big.Float {
		sum, power := bigInt(0), new(big.Float).Quo(bigInt(1), bigInt(x))
		for k := int64(0); power.MantExp(nil) > -testBits; k++ {
			term := new(big.Float).Quo(power, bigInt(2*k+1))
			if k%2 == 1 {
				term.Neg(term)
			}
			sum.Add(sum, term)
			power.Quo(power, bigInt(x*x))
		}
		return sum
	}
	a := new(big.Float).Mul(bigInt(16), atanInverse(5))
	return a.Sub(a, new(big.Float).Mul(bigInt(4), atanInverse(239)))
}

// bigCosSin are cos x and sin x for |x| ≤ 2π.
func bigCosSin(x *big.Float) (cos, sin *big.Float) {
	cos, sin = bigInt(0), bigInt(0)
	term := bigInt(1)
	for k := int64(1); k < 150; k++ { // 2π^150/150! < 2^-400
		into := cos
		if k%2 == 0 {
			into = sin
		}
		if (k-1)/2%2 == 0 {
			into.Add(into, term)
		} else {
			into.Sub(into, term)
		}
		term = new(big.Float).Quo(new(big.Float).Mul(term, x), bigInt(k))
	}
	return cos, sin
}

// bigDFT is the sum over x[j]·e^(±2πi·jk/n), term by term.
func bigDFT(x []complex128, dir Direction) (re, im []*big.Float) {
	n := len(x)
	cos, sin := make([]*big.Float, n), make([]*big.Float, n)
	for k := range n {
		angle := new(big.Float).Quo(new(big.Float).Mul(machinPi(), bigInt(int64(2*k))), bigInt(int64(n)))
		cos[k], sin[k] = bigCosSin(angle)
		if dir == Forward {
			sin[k].Neg(sin[k])
		}
	}
	re, im = make([]*big.Float, n), make([]*big.Float, n)
	for k := range n {
		re[k], im[k] = bigInt(0), bigInt(0)
		for j, v := range x {
			c, s := cos[j*k%n], sin[j*k%n]
			xr, xi := bigInt(0).SetFloat64(real(v)), bigInt(0).SetFloat64(imag(v))
			re[k].Add(re[k], new(big.Float).Mul(xr, c))
			re[k].Sub(re[k], new(big.Float).Mul(xi, s))
			im[k].Add(im[k], new(big.Float).Mul(xr, s))
			im[k].Add(im[k], new(big.Float).Mul(xi, c))
		}
	}
	return re, im
}

// distance is ‖hi+lo−want‖₂/‖want‖₂.
func distance(hi, lo []complex128, re, im []*big.Float) float64 {
	err, norm := bigInt(0), bigInt(0)
	square := func(into, v *big.Float) { into.Add(into, new(big.Float).Mul(v, v)) }
	diff := func(hi, lo float64, want *big.Float) *big.Float {
		d := new(big.Float).Sub(bigInt(0).SetFloat64(hi), want)
		return d.Add(d, bigInt(0).SetFloat64(lo))
	}
	for k := range hi {
		square(err, diff(real(hi[k]), real(lo[k]), re[k]))
		square(err, diff(imag(hi[k]), imag(lo[k]), im[k]))
		square(norm, re[k])
		square(norm, im[k])
	}
	ratio, _ := new(big.Float).Sqrt(new(big.Float).Quo(err, norm)).Float64()
	return ratio
}

func noise(n int, seed uint64) []complex128 {
	r := rand.New(rand.NewPCG(seed, uint64(n)))
	x := make([]complex128, n)
	for j := range x {
		x[j] = complex(r.NormFloat64(), r.NormFloat64())
	}
	return x
}

func TestAgainstDirectSumsInBig(t *testing.T) {
	for _, n := range []int{1, 2, 3, 4, 5, 7, 8, 12, 13, 16, 25, 31, 32, 48, 61, 64} {
		for _, dir := range []Direction{Forward, Inverse} {
			x := noise(n, 1)
			re, im := bigDFT(x, dir)
			hi, lo := DFT2(x, dir)
			assert.Less(t, distance(hi, lo, re, im), 3e-31, "double-double, n=%d dir=%d", n, dir)
			zero := make([]complex128, n)
			assert.Less(t, distance(DFT(x, dir), zero, re, im), 1e-15, "float64, n=%d dir=%d", n, dir)
		}
	}
}

func TestRootsAgainstBig(t *testing.T) {
	for _, n := range []int{1, 2, 3, 8, 97, 1000} {
		c := newCircle(n)
		for k := range n {
			angle := new(big.Float).Quo(new(big.Float).Mul(machinPi(), bigInt(int64(2*k))), bigInt(int64(n)))
			cos, sin := bigCosSin(angle)
			got := c.at(k)
			d := distance([]complex128{complex(got.re.hi, got.im.hi)}, []complex128{complex(got.re.lo, got.im.lo)},
				[]*big.Float{cos}, []*big.Float{sin})
			assert.Less(t, d, 3e-32, "root %d of %d", k, n)
		}
	}
}
