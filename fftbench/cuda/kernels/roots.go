package kernels

import (
	"encoding/binary"
	"math"
)

// root is e^(-2πi·k/n) for 0 ≤ k < n: from the sine and cosine of at most an eighth
// of the circle, so that symmetric roots are equal to the last bit and ±1 and ±i
// are exact.
func root(k, n int64) (re, im float64) {
	quarters, rest := 4*k/n, 4*k%n
	if 2*rest > n {
		re, im = math.Sincos(math.Pi / 2 * (float64(n-rest) / float64(n)))
	} else {
		im, re = math.Sincos(math.Pi / 2 * (float64(rest) / float64(n)))
	}
	im = -im
	for range quarters {
		re, im = im, -re
	}
	return re, im
}

// writer appends numbers of a precision to a table's bytes.
type writer struct {
	out       []byte
	precision Precision
}

func (w *writer) real(v float64) {
	if w.precision == F64 {
		binary.LittleEndian.PutUint64(w.out, math.Float64bits(v))
		w.out = w.out[8:]
		return
	}
	binary.LittleEndian.PutUint32(w.out, math.Float32bits(float32(v)))
	w.out = w.out[4:]
}

func (w *writer) root(k, n int64) {
	re, im := root(k%n, n)
	w.real(re)
	w.real(im)
}

// rootsTable is those of the passes of a kernel: for each pass but the first and
// each power its values 0 … done-1.
func rootsTable(name string, k kernel, p Precision) Table {
	_, count := k.rootPlaces()
	return Table{Name: name, Bytes: int64(count) * 2 * int64(p.Bytes()), Fill: func(dst []byte) {
		w := writer{dst, p}
		done := 1
		for i, radix := range k.radices {
			for _, power := range passPowers(radix) {
				for j := 0; i > 0 && j < done; j++ {
					w.root(int64(power*j), int64(done*radix))
				}
			}
			done *= radix
		}
	}}
}

// turns is the shape of the table between the steps of a long transform.
type turns struct{ length, width, values int }

// bits: powers below n/values are a high part times 2^bits and a low one.
func (t turns) bits() int   { return (log2(t.powers()) + 1) / 2 }
func (t turns) powers() int { return t.length / t.values * t.width }
func (t turns) high() int   { return t.powers() >> t.bits() }

// table is, for w = e^(-2πi/n): the low powers, the high ones, and a row of
// w^(i·j·length/values) for each value i, j < width.
func (t turns) table(p Precision) Table {
	count := 1<<t.bits() + t.high() + t.values*t.width
	return Table{Name: "turns", Bytes: int64(count) * 2 * int64(p.Bytes()), Fill: func(dst []byte) {
		w, n := writer{dst, p}, int64(t.length)*int64(t.width)
		for k := range int64(1) << t.bits() {
			w.root(k, n)
		}
		for k := range int64(t.high()) {
			w.root(k<<t.bits(), n)
		}
		for i := range int64(t.values) {
			for j := range int64(t.width) {
				w.root(i*j*int64(t.length/t.values), n)
			}
		}
	}}
}

// hann is the periodic Hann window, sin²(πi/n).
func hannTable(n int, p Precision) Table {
	return Table{Name: "window", Bytes: int64(n) * int64(p.Bytes()), Fill: func(dst []byte) {
		w := writer{dst, p}
		for i := range n {
			s := math.Sin(math.Pi * float64(min(i, n-i)) / float64(n))
			w.real(s * s)
		}
	}}
}
