package kernels

import "math"

// A Slope is where the bins between two neighbouring edges of a filter bank
// lie in a spectrum of powers, and where their sums go.
type Slope struct{ Row, Place int32 }

// SlopeRun is a number of slopes of equally many bins. Slopes sorted by length
// are loops of known length, where filters of all lengths in turn make a
// processor guess wrong at the end of each.
type SlopeRun struct{ Slopes, Bins int32 }

// FilterFrames weighs the powers on slopes: for every slope, of n bins from row
// Row, it stores Σ weights[2i]·power in row Place of up and Σ weights[2i+1]·power
// in row Place of down. Slopes and pairs of weights come in the order of runs.
func FilterFrames[F Float](up, down, power []F, runs []SlopeRun, slopes []Slope, weights []F, lanes int) {
	if filterFramesVectors(up, down, power, runs, slopes, weights, lanes) {
		return
	}
	plainFilterFrames(up, down, power, runs, slopes, weights, lanes)
}

func plainFilterFrames[F Float](up, down, power []F, runs []SlopeRun, slopes []Slope, weights []F, lanes int) {
	for _, run := range runs {
		for _, s := range slopes[:run.Slopes] {
			w := weights[:2*run.Bins]
			for l := range lanes {
				var rising, falling F
				for i, at := 0, int(s.Row)*lanes+l; i < len(w)-1; i, at = i+2, at+lanes {
					rising += w[i] * power[at]
					falling += w[i+1] * power[at]
				}
				up[int(s.Place)*lanes+l], down[int(s.Place)*lanes+l] = rising, falling
			}
			weights = weights[2*run.Bins:]
		}
		slopes = slopes[run.Slopes:]
	}
}

// LogSums stores scale·ln(max(a + b, floor)); floor is a normal number. What is
// NaN or infinite comes out as NaN. dst may be a.
//
// With x = m·2^e, √½ ≤ m < √2 and r = m − 1, in float32
//
//	ln x = r − r²/2 + r³·p(r) + e·ln 2
//
// where p has degree 7, and in float64, with s = r/(2+r) and z = s²,
//
//	ln x = r − s·(r − z·p(z)) + e·ln 2
//
// where p, of degree 6, is that of 2·artanh s. Both are within 1.2 units in the
// last place.
func LogSums[F Float](dst, a, b []F, scale, floor F) {
	done := logSumsVectors(dst, a, b, scale, floor)
	plainLogSums(dst[done:], a[done:], b[done:], scale, floor)
}

// SpreadLogSums is LogSums and then SpreadFrames of a block of len(dst)/stride
// frames. tmp has room for the block.
func SpreadLogSums[F Float](dst, a, b []F, lanes, stride, frames int, scale, floor F, tmp []F) {
	rows := len(tmp) / lanes
	done := spreadLogSumsVectors(dst, a, b, rows, lanes, stride, frames, scale, floor)
	if done == rows {
		return
	}
	from := done * lanes
	LogSums(tmp[from:], a[from:], b[from:], scale, floor)
	if done == 0 {
		SpreadFrames(dst, tmp, lanes, stride, frames)
		return
	}
	plainSpreadFrames(dst, tmp, lanes, stride, frames, done)
}

func plainLogSums[F Float](dst, a, b []F, scale, floor F) {
	a, b = a[:len(dst)], b[:len(dst)]
	if isDouble[F]() {
		for i := range dst {
			x := a[i] + b[i]
			dst[i] = scale*F(ln64(float64(max(x, floor)))) + (x - x)
		}
		return
	}
	for i := range dst {
		x := a[i] + b[i]
		dst[i] = scale*F(ln32(float32(max(x, floor)))) + (x - x)
	}
}

// The polynomials of LogSums, lowest power first, through Chebyshev's points of
// the range.
var (
	ln32Coefficients = [8]float32{
		0x1.555554p-2, -0x1.0000cep-2, 0x1.999f14p-3, -0x1.54d03ep-3,
		0x1.231ce6p-3, -0x1.0a33eap-3, 0x1.02814ep-3, -0x1.43b246p-4,
	}
	ln64Coefficients = [7]float64{
		0x1.5555555555558p-1, 0x1.99999999952e2p-2, 0x1.2492492df148dp-2, 0x1.c71c62e5800a1p-3,
		0x1.7462b4ab2ef6bp-3, 0x1.39fe606542ddep-3, 0x1.2b584aae78a57p-3,
	}
)

const (
	rootHalf32 = 0x3f3504f3         // the bits of √½
	rootHalf64 = 0x3fe6a09e667f3bcd // the same in float64

	ln2High = 0x1.62e42fefa3p-1 // times an exponent, without an error
	ln2Low  = math.Ln2 - ln2High
)

// ln32 is the logarithm of a normal positive number.
func ln32(x float32) float32 {
	bits := int32(math.Float32bits(x))
	exponent := (bits - rootHalf32) >> 23
	r := math.Float32frombits(uint32(bits-exponent<<23)) - 1
	square := r * r
	c := &ln32Coefficients
	p := (c[0] + c[1]*r) + (c[2]+c[3]*r)*square + ((c[4]+c[5]*r)+(c[6]+c[7]*r)*square)*(square*square)
	return (p*r-0.5)*square + r + float32(exponent)*math.Ln2
}

// ln64 is ln32 in float64.
func ln64(x float64) float64 {
	bits := int64(math.Float64bits(x))
	exponent := (bits - rootHalf64) >> 52
	r := math.Float64frombits(uint64(bits-exponent<<52)) - 1
	s := r / (2 + r)
	z := s * s
	square := z * z
	c := &ln64Coefficients
	p := (c[0] + c[1]*z) + (c[2]+c[3]*z)*square + ((c[4]+c[5]*z)+c[6]*square)*(square*square)
	e := float64(exponent)
	return e*ln2High + (r - (s*(r-z*p) - e*ln2Low))
}
