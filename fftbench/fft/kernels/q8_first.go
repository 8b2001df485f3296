package kernels

import "math"

func plainQ8Largest(rows *Q8Rows) uint32 {
	top := uint32(0)
	for i := range rows.Count {
		for _, v := range rows.Row(i) {
			top = max(top, math.Float32bits(v)&^(1<<31))
		}
	}
	return top
}

// q8Number is a complex number whose parts fit 16 bits or, before they are
// stored, 32.
type q8Number struct{ re, im int32 }

func (a q8Number) plus(b q8Number) q8Number  { return q8Number{a.re + b.re, a.im + b.im} }
func (a q8Number) minus(b q8Number) q8Number { return q8Number{a.re - b.re, a.im - b.im} }

// turned is −i·a.
func (a q8Number) turned() q8Number { return q8Number{a.im, -a.re} }

// q8Transform is the transform of four numbers.
func q8Transform(a, b, c, d q8Number) (y0, y1, y2, y3 q8Number) {
	s, e := a.plus(c), a.minus(c)
	t, f := b.plus(d), b.minus(d).turned()
	return s.plus(t), e.plus(f), s.minus(t), e.minus(f)
}

func (r *Q8Row) get(lane int) q8Number {
	return q8Number{int32(r[lane]), int32(r[Q8Lanes+lane])}
}

// set stores the number of a lane and returns its larger |part|.
func (r *Q8Row) set(lane int, v q8Number) (top int32) {
	r[lane], r[Q8Lanes+lane] = int16(v.re), int16(v.im)
	return max(v.re, -v.re, v.im, -v.im)
}

// q8Reader rounds the numbers of source rows to integers.
type q8Reader struct {
	scale  float64
	re, im int // where a number has its parts
}

func newQ8Reader(scale float32, swapped bool) q8Reader {
	if swapped {
		return q8Reader{float64(scale), 1, 0}
	}
	return q8Reader{float64(scale), 0, 1}
}

func (r *q8Reader) number(row []float32, lane int) q8Number {
	z := row[2*q8Column[lane]:][:2]
	return q8Number{r.round(z[r.re]), r.round(z[r.im])}
}

// round is the integer next to scale·x, the even one of two, as vectors round:
// adding 1.5·2^52 leaves it in the low bits.
func (r *q8Reader) round(x float32) int32 {
	return int32(math.Float64bits(float64(x)*r.scale + 3<<51))
}

func plainQ8First4(x []Q8Row, rows *Q8Rows, places []int32, scale float32, swapped bool) int {
	top, quarter, in := int32(0), rows.Count/4, newQ8Reader(scale, swapped)
	for i := range quarter {
		a, b, c, d := rows.Row(i), rows.Row(i+quarter), rows.Row(i+2*quarter), rows.Row(i+3*quarter)
		y := x[places[i]:][:4]
		for p := range Q8Lanes {
			y0, y1, y2, y3 := q8Transform(in.number(a, p), in.number(b, p), in.number(c, p), in.number(d, p))
			top = max(top, y[0].set(p, y0), y[1].set(p, y1), y[2].set(p, y2), y[3].set(p, y3))
		}
	}
	return int(top)
}

// q8RootHalf is √½ in units of 2⁻¹⁵. The quotient 70/99 of 8-bit numbers gives
// the same.
const q8RootHalf = 23170

func plainQ8First8(x []Q8Row, rows *Q8Rows, places []int32, scale float32, swapped bool) int {
	top, eighth, in := int32(0), rows.Count/8, newQ8Reader(scale, swapped)
	for i := range eighth {
		y := x[places[i]:][:8]
		for p := range Q8Lanes {
			var v [8]q8Number
			var even, odd [4]q8Number
			for k := range v {
				v[k] = in.number(rows.Row(i+k*eighth), p)
			}
			even[0], even[1], even[2], even[3] = q8Transform(v[0], v[2], v[4], v[6])
			odd[0], odd[1], odd[2], odd[3] = q8Transform(v[1], v[3], v[5], v[7])
			odd[1] = q8Number{times15(odd[1].im+odd[1].re, q8RootHalf), times15(odd[1].im-odd[1].re, q8RootHalf)}
			odd[2] = odd[2].turned()
			odd[3] = q8Number{times15(odd[3].im-odd[3].re, q8RootHalf), -times15(odd[3].im+odd[3].re, q8RootHalf)}
			for k := range 4 {
				top = max(top, y[k].set(p, even[k].plus(odd[k])), y[k+4].set(p, even[k].minus(odd[k])))
			}
		}
	}
	return int(top)
}
