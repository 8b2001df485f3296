//go:build !purego

package kernels

// q8InputBytes is the memory of a row of the source.
const q8InputBytes = 2 * Q8Lanes * 4

func q8LargestVectors(rows *Q8Rows) (top uint32, ok bool) {
	if !useVectors || rows.Count == 0 {
		return 0, false
	}
	return q8Largest(rows.start(), q8InputBytes*rows.Step, rows.Count), true
}

// start is the first part of the rows, all of which it checks to be there.
func (r *Q8Rows) start() *float32 {
	_ = r.Row(r.Count - 1)
	return &r.Row(0)[0]
}

func q8FirstVectors(radix int, x []Q8Row, rows *Q8Rows, places []int32, scale float32, swapped, measure bool) (top int, ok bool) {
	groups := rows.Count / radix
	if !useVectors || groups == 0 {
		return 0, false
	}
	to, from, place := &x[:rows.Count][0][0], rows.start(), &places[:groups][0]
	step := q8InputBytes * rows.Step
	part := step * groups
	switch {
	case radix == 8 && swapped:
		top = q8First8SwappedMeasured(to, from, step, part, place, groups, scale)
	case radix == 8:
		top = q8First8Measured(to, from, step, part, place, groups, scale)
	case measure && swapped:
		top = q8First4SwappedMeasured(to, from, step, part, place, groups, scale)
	case measure:
		top = q8First4Measured(to, from, step, part, place, groups, scale)
	case swapped:
		q8First4Swapped(to, from, step, part, place, groups, scale)
	default:
		q8First4(to, from, step, part, place, groups, scale)
	}
	return top, true
}

func q8PassVectors(x []Q8Row, twiddles []Q8Fan, s *Q8Scaling, measure bool) (top int, ok bool) {
	h := len(twiddles)
	if !useVectors || h == 0 || len(x) < 4*h {
		return 0, false
	}
	groups, upper := len(x)/(4*h), int(s.upper())
	if measure {
		return q8PassMeasured(&x[0][0], h, groups, &twiddles[0][0], upper, s.Shifts[1], s.Shifts[2], s.Shifts[3]), true
	}
	q8Pass(&x[0][0], h, groups, &twiddles[0][0], upper, s.Shifts[1], s.Shifts[2], s.Shifts[3])
	return 0, true
}

func q8LastVectors(dst []float32, x []Q8Row, tile *Q8Tile, w *Q8Twiddles, s *Q8LastScaling, swapped bool) bool {
	if !useVectors {
		return false
	}
	to, from, twiddles := &dst[:2*Q8Lanes*w.m][0], &x[:w.m][0][0], &w.fans[0][0]
	upper := s.Inner * s.Factor
	switch {
	case w.m == 4 && swapped:
		q8Last4Swapped(to, from, &tile[0][0], twiddles, upper, s.Factor, s.Outer, s.Unit)
	case w.m == 4:
		q8Last4(to, from, &tile[0][0], twiddles, upper, s.Factor, s.Outer, s.Unit)
	case w.m == 8 && swapped:
		q8Last8Swapped(to, from, &tile[0][0], twiddles, upper, s.Factor, s.Outer, s.Unit)
	case w.m == 8:
		q8Last8(to, from, &tile[0][0], twiddles, upper, s.Factor, s.Outer, s.Unit)
	case swapped:
		q8LastSwapped(to, from, &tile[0][0], twiddles, upper, s.Factor, s.Outer, s.Unit, w.m/Q8Lanes, 2*Q8Lanes*w.m)
	default:
		q8Last(to, from, &tile[0][0], twiddles, upper, s.Factor, s.Outer, s.Unit, w.m/Q8Lanes, 2*Q8Lanes*w.m)
	}
	return true
}
