package kernels

// An eight-bit transform works on integers of 16 bits with twiddles of 8. A
// row of n complex numbers is written as n/16 rows of 16: a lane of all of
// them is a sequence of its own. A first pass quantises the input and
// transforms the first four or eight numbers of each lane, passes in place
// join what it left, and the last pass joins the lanes.
//
// A product of a number and a factor is rounded to 16 bits, x·factor·2⁻¹⁵, as
// VPMULHRSW does; a factor is an 8-bit twiddle times 2^(8−shift) or, in the last
// pass, a number up to 256, which keeps the sums of a pass within 16 bits. The last pass multiplies and
// adds in 32 bits and rounds nothing. Sums are exact, so vectors give the very
// integers of their plain twins.

// Q8Lanes is how many numbers a Q8Row has.
const Q8Lanes = 16

// Q8Row is 16 complex numbers, real parts first, then imaginary parts.
type Q8Row [2 * Q8Lanes]int16

// Q8Fan is the twiddles of a radix-4 butterfly, the real and imaginary parts of
// w, w² and w³, times the scale of their pass. Two bytes are unused.
type Q8Fan [8]int8

// Q8Scaling is what a pass multiplies its inputs by besides the twiddles: input
// k of a butterfly by 2^−(7+Shifts[k]), 0 ≤ Shifts[k] ≤ 8, and input 0, which
// has no twiddle, by the scale of the twiddles, 1 … 127.
type Q8Scaling struct {
	Scale  int
	Shifts [4]int
}

// Q8Rows are rows of a source: row i < Count is the 16 complex numbers from
// number 16·(First+i·Step) on.
type Q8Rows struct {
	Src                []float32
	First, Step, Count int
}

// Row is the 32 parts of row i.
func (r *Q8Rows) Row(i int) []float32 {
	return r.Src[2*Q8Lanes*(r.First+i*r.Step):][:2*Q8Lanes]
}

// q8Column is which of the 16 numbers of a source row lies in a lane: the order
// that packing two vectors of 32 bits into one of 16 leaves.
var q8Column = [Q8Lanes]int{0, 4, 1, 5, 8, 12, 9, 13, 2, 6, 3, 7, 10, 14, 11, 15}

// Q8Largest returns the bits of the largest |part| of the rows, those of an
// infinity or a NaN if there is one.
func Q8Largest(rows *Q8Rows) uint32 {
	if top, ok := q8LargestVectors(rows); ok {
		return top
	}
	return plainQ8Largest(rows)
}

// The largest parts of which a first pass can take sums: radix 4 makes them at
// most 4 times as large, radix 8 at most 4+4√2 times and rounds.
const (
	Q8Limit4 = 8191
	Q8Limit8 = 3391
)

// Q8First4 rounds the numbers of the rows times scale to integers of at most
// Q8Limit4, transforms each four that lie a quarter of the rows apart and
// stores the results of group i in four rows of x from places[i] on. With
// measure it returns the largest |part| that it stored. Swapped, it exchanges
// real and imaginary parts first.
func Q8First4(x []Q8Row, rows *Q8Rows, places []int32, scale float32, swapped, measure bool) (top int) {
	if top, ok := q8FirstVectors(4, x, rows, places, scale, swapped, measure); ok {
		return top
	}
	return plainQ8First4(x, rows, places, scale, swapped)
}

// Q8First8 is Q8First4 for each eight rows, an eighth apart, with integers of
// at most Q8Limit8. It always measures.
func Q8First8(x []Q8Row, rows *Q8Rows, places []int32, scale float32, swapped bool) (top int) {
	if top, ok := q8FirstVectors(8, x, rows, places, scale, swapped, true); ok {
		return top
	}
	return plainQ8First8(x, rows, places, scale, swapped)
}

// Q8Pass joins each four runs of len(twiddles) rows of x, in place. With
// measure it returns the largest |part| that it stored.
func Q8Pass(x []Q8Row, twiddles []Q8Fan, s *Q8Scaling, measure bool) (top int) {
	if top, ok := q8PassVectors(x, twiddles, s, measure); ok {
		return top
	}
	return plainQ8Pass(x, twiddles, s)
}

// Q8LastScaling is by what Q8Last multiplies: inputs of its inner pass by the
// twiddles and Factor·2⁻¹⁵, 0 < Factor ≤ 256, input 0 of a butterfly by Inner in
// place of a twiddle; those of its outer pass by twiddles or Outer; the results
// by Unit.
type Q8LastScaling struct {
	Inner, Factor, Outer int
	Unit                 float32
}

// Q8Last joins the lanes of the m rows of x by two passes of radix 4, the inner
// one rounded, the outer one exact, and stores the spectrum of 16·m numbers. m
// is a power of two, 4 at least. Swapped, it exchanges real and imaginary parts
// at last. The tile is scratch.
func Q8Last(dst []float32, x []Q8Row, tile *Q8Tile, w *Q8Twiddles, s *Q8LastScaling, swapped bool) {
	if !q8LastVectors(dst, x, tile, w, s, swapped) {
		plainQ8Last(dst, x, w, s, swapped)
	}
}

// Q8Tile is scratch of Q8Last.
type Q8Tile [Q8Lanes]Q8Row
