package kernels

// times15 is x·factor·2⁻¹⁵, rounded to the next integer, upwards from the
// middle of two.
func times15(x, factor int32) int32 { return (x*factor + 1<<14) >> 15 }

// q8Factors are the factors of a butterfly: of input 0, and the parts of those
// of the other inputs.
type q8Factors struct{ upper, r1, i1, r2, i2, r3, i3 int32 }

func (s *Q8Scaling) factors(w Q8Fan) q8Factors {
	f := func(k int, w int8) int32 { return int32(w) << (8 - s.Shifts[k]) }
	return q8Factors{s.upper(), f(1, w[0]), f(1, w[1]), f(2, w[2]), f(2, w[3]), f(3, w[4]), f(3, w[5])}
}

// upper is the factor of input 0.
func (s *Q8Scaling) upper() int32 { return int32(s.Scale) << (8 - s.Shifts[0]) }

// butterfly transforms four numbers times their factors, rounded.
func (f *q8Factors) butterfly(a, b, c, d q8Number) (y0, y1, y2, y3 q8Number) {
	return q8Transform(
		q8Number{times15(a.re, f.upper), times15(a.im, f.upper)},
		q8Number{times15(b.re, f.r1) - times15(b.im, f.i1), times15(b.re, f.i1) + times15(b.im, f.r1)},
		q8Number{times15(c.re, f.r2) - times15(c.im, f.i2), times15(c.re, f.i2) + times15(c.im, f.r2)},
		q8Number{times15(d.re, f.r3) - times15(d.im, f.i3), times15(d.re, f.i3) + times15(d.im, f.r3)})
}

func plainQ8Pass(x []Q8Row, twiddles []Q8Fan, s *Q8Scaling) int {
	top, h := int32(0), len(twiddles)
	for ; len(x) >= 4*h; x = x[4*h:] {
		for j, w := range twiddles {
			f := s.factors(w)
			a, b, c, d := &x[j], &x[j+h], &x[j+2*h], &x[j+3*h]
			for p := range Q8Lanes {
				y0, y1, y2, y3 := f.butterfly(a.get(p), b.get(p), c.get(p), d.get(p))
				top = max(top, a.set(p, y0), b.set(p, y1), c.set(p, y2), d.set(p, y3))
			}
		}
	}
	return int(top)
}
