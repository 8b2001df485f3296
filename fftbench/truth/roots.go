package truth

import (
	"math"
	"math/big"
)

// bigBits is the precision of the root from which all others are made.
const bigBits = 240

// piDigits has 80 decimals, 266 bits.
const piDigits = "3.14159265358979323846264338327950288419716939937510582097494459230781640628620899"

// circle gives all powers of e^(2πi/n) to some 100 bits, as products of an
// entry of each of two tables of √n entries.
type circle struct {
	n, step      int
	coarse, fine []quad
}

// newCircle computes the tables in math/big and rounds each entry once.
func newCircle(n int) *circle {
	step := int(math.Ceil(math.Sqrt(float64(n))))
	first := bigRoot(n)
	fine := bigPowers(first, step+1)
	coarse := bigPowers(fine[step], (n+step-1)/step)
	return &circle{n: n, step: step, coarse: roundAll(coarse), fine: roundAll(fine[:step])}
}

// at is e^(2πi·k/n) for any k.
func (c *circle) at(k int) quad {
	k %= c.n
	if k < 0 {
		k += c.n
	}
	return c.coarse[k/c.step].mul(c.fine[k%c.step])
}

// bigComplex is a complex number of bigBits bits.
type bigComplex struct{ re, im *big.Float }

func newBig() *big.Float { return new(big.Float).SetPrec(bigBits) }

func (a bigComplex) mul(b bigComplex) bigComplex {
	product := func(x, y *big.Float) *big.Float { return newBig().Mul(x, y) }
	return bigComplex{
		newBig().Sub(product(a.re, b.re), product(a.im, b.im)),
		newBig().Add(product(a.re, b.im), product(a.im, b.re)),
	}
}

// bigRoot is e^(2πi/n) by its power series. The angle is first divided by 16
// and the result squared four times, so that even n = 1 converges fast.
func bigRoot(n int) bigComplex {
	const squarings = 4
	pi, _, err := big.ParseFloat(piDigits, 10, bigBits, big.ToNearestEven)
	if err != nil {
		panic("truth: piDigits is not a number") // a constant of this file
	}
	x := newBig().Quo(pi, newBig().SetInt64(int64(n)<<squarings))
	x.Mul(x, newBig().SetInt64(2))
	sum := bigComplex{newBig().SetInt64(1), newBig()}
	term := newBig().SetInt64(1)
	for k := int64(1); ; k++ {
		term = newBig().Quo(newBig().Mul(term, x), newBig().SetInt64(k))
		if term.Sign() == 0 || term.MantExp(nil) < -bigBits {
			break
		}
		switch k % 4 { // i^k
		case 0:
			sum.re.Add(sum.re, term)
		case 1:
			sum.im.Add(sum.im, term)
		case 2:
			sum.re.Sub(sum.re, term)
		case 3:
			sum.im.Sub(sum.im, term)
		}
	}
	for range squarings {
		sum = sum.mul(sum)
	}
	return sum
}

// bigPowers are base^0 … base^(count−1).
func bigPowers(base bigComplex, count int) []bigComplex {
	powers := make([]bigComplex, count)
	powers[0] = bigComplex{newBig().SetInt64(1), newBig()}
	for k := 1; k < count; k++ {
		powers[k] = powers[k-1].mul(base)
	}
	return powers
}

func roundAll(from []bigComplex) []quad {
	to := make([]quad, len(from))
	for k, v := range from {
		to[k] = quad{roundBig(v.re), roundBig(v.im)}
	}
	return to
}

// roundBig is the real2 next to x.
func roundBig(x *big.Float) real2 {
	hi, _ := x.Float64()
	lo, _ := newBig().Sub(x, newBig().SetFloat64(hi)).Float64()
	return real2{hi, lo}
}
