package fft_test

import (
	"slices"
	"sync"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"

	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/fftbench/truth"
)

func TestRefusedLengths(t *testing.T) {
	forEach(t, checkRefusedLengths[complex64], checkRefusedLengths[complex128])
}

func checkRefusedLengths[C fft.Complex](t *testing.T, v variant[C]) {
	bad := []int{0, -1, -8, fft.MaxLen + 1, 2 * fft.MaxLen}
	if !v.any {
		bad = append(bad, 3, 6, 100, fft.MaxLen-1)
	}
	for _, n := range bad {
		p, err := v.build(n)
		assert.ErrorIs(t, err, fft.ErrSize, "n=%d", n)
		assert.Nil(t, p)
	}
}

func TestRefusedSlices(t *testing.T) {
	forEach(t, checkRefusedSlices[complex64], checkRefusedSlices[complex128])
}

func checkRefusedSlices[C fft.Complex](t *testing.T, v variant[C]) {
	const n = 16
	p := v.plan(t, n)
	assert.Equal(t, n, p.Len())
	buffer := make([]C, 4*n)
	same := fft.ErrOverlap
	if v.same {
		same = nil
	}
	tests := []struct {
		name     string
		dst, src []C
		want     error
	}{
		{"part of a row", make([]C, n-1), make([]C, n-1), fft.ErrLength},
		{"a row and a bit", make([]C, n+1), make([]C, n+1), fft.ErrLength},
		{"dst too short", make([]C, n), make([]C, 2*n), fft.ErrLength},
		{"dst too long", make([]C, 2*n), make([]C, n), fft.ErrLength},
		{"no dst", nil, make([]C, n), fft.ErrLength},
		{"same", buffer[:n], buffer[:n], same},
		{"dst begins in src", buffer[n-1 : 2*n-1], buffer[:n], fft.ErrOverlap},
		{"src begins in dst", buffer[:n], buffer[n-1 : 2*n-1], fft.ErrOverlap},
		{"inside", buffer[:2*n], buffer[1 : 2*n+1], fft.ErrOverlap},
		{"neighbours", buffer[:2*n], buffer[2*n:], nil},
		{"no rows", nil, nil, nil},
		{"no rows of a buffer", buffer[:0], buffer[:0], nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			assert.ErrorIs(t, p.Forward(test.dst, test.src), test.want)
			assert.ErrorIs(t, p.Inverse(test.dst, test.src), test.want)
		})
	}
}

// In place gives the very bits that apart gives.
func TestSameMemory(t *testing.T) {
	forEach(t, checkSame[complex64], checkSame[complex128])
}

func checkSame[C fft.Complex](t *testing.T, v variant[C]) {
	if !v.same {
		return
	}
	lengths := []int{1, 2, 16, 64, 512, 4096}
	if v.any {
		lengths = append(lengths, 3, 60, 97, 134, 257, 1001)
	}
	for _, n := range lengths {
		p, src := v.plan(t, n), gauss[C](3*n, 3)
		for _, dir := range directions {
			want, x := apply(t, p, dir, src), slices.Clone(src)
			if dir == truth.Forward {
				assert.NoError(t, p.Forward(x, x))
			} else {
				assert.NoError(t, p.Inverse(x, x))
			}
			assert.Equal(t, want, x, name(n, dir))
		}
	}
}

func TestSourceIsNotChanged(t *testing.T) {
	forEach(t, checkSource[complex64], checkSource[complex128])
}

func checkSource[C fft.Complex](t *testing.T, v variant[C]) {
	lengths := []int{1, 8, 256}
	if v.any {
		lengths = append(lengths, 60, 97, 134, 257)
	}
	for _, n := range lengths {
		p, src := v.plan(t, n), gauss[C](3*n, 3)
		before := slices.Clone(src)
		for _, dir := range directions {
			apply(t, p, dir, src)
			assert.Equal(t, before, src, name(n, dir))
		}
	}
}

func TestNoAllocations(t *testing.T) {
	forEach(t, checkAllocations[complex64], checkAllocations[complex128])
}

func checkAllocations[C fft.Complex](t *testing.T, v variant[C]) {
	lengths := []int{1, 2, 8, 64, 128, 1024}
	if v.any {
		lengths = append(lengths, 60, 97, 134, 257, 1<<15)
	}
	for _, n := range lengths {
		p, src, dst := v.plan(t, n), make([]C, 2*n), make([]C, 2*n)
		allocs := testing.AllocsPerRun(5, func() {
			if p.Forward(dst, src) != nil || p.Inverse(dst, src) != nil {
				panic("refused")
			}
		})
		assert.Zero(t, allocs, "n=%d", n)
	}
}

// One plan in many goroutines gives each the very results of one.
func TestConcurrentUse(t *testing.T) {
	forEach(t, checkConcurrent[complex64], checkConcurrent[complex128])
}

func checkConcurrent[C fft.Complex](t *testing.T, v variant[C]) {
	lengths := []int{64, 1024}
	if v.any {
		lengths = append(lengths, 60, 97, 134, 257)
	}
	for _, n := range lengths {
		p := v.plan(t, n)
		var wait sync.WaitGroup
		for g := range 4 {
			src := gauss[C](2*n, uint64(g))
			forward, inverse := apply(t, p, truth.Forward, src), apply(t, p, truth.Inverse, src)
			wait.Go(func() {
				for range 8 {
					assert.Equal(t, forward, apply(t, p, truth.Forward, src))
					assert.Equal(t, inverse, apply(t, p, truth.Inverse, src))
				}
			})
		}
		wait.Wait()
	}
}

func TestFootprint(t *testing.T) {
	const n = 64
	type sums struct{ parameters, tables, scratch int64 }
	tests := map[string]struct {
		params int
		bytes  sums
	}{
		// n−1 twiddles of 8 bytes, n indices of 4.
		"butterfly_eager": {63, sums{63 * 8, 64 * 4, 0}},
		// n/2 twiddles, one row.
		"stockham_eager": {32, sums{32 * 8, 0, 64 * 8}},
		// 12 + 48 twiddles of two passes, each laid out for 16 butterflies of 6
		// bytes, and their scales of 4; one place; a row and a tile of 4 bytes
		// each.
		"butterfly_q8": {60 + 2, sums{2*16*6 + 2*4, 4, (64 + 256) * 4}},
	}
	for _, v := range variants[complex64]() {
		f := v.plan(t, n).Footprint()
		for _, part := range f {
			assert.NotEmpty(t, part.Name, v.name)
			assert.Positive(t, part.Count, "%s %s", v.name, part.Name)
			assert.GreaterOrEqual(t, part.Bytes, int64(part.Count), "%s %s", v.name, part.Name)
		}
		params, bytes := f.Sum(fft.Parameter)
		assert.Positive(t, params, v.name)
		want, ok := tests[v.name]
		if !ok {
			continue
		}
		_, tables := f.Sum(fft.Table)
		_, scratch := f.Sum(fft.Scratch)
		assert.Equal(t, want.params, params, v.name)
		assert.Equal(t, want.bytes, sums{bytes, tables, scratch}, v.name)
	}
}

// Parts are counted in complex numbers of the plan's precision, but for index
// tables and the integers of ButterflyQ8.
func TestFootprintBytes(t *testing.T) {
	forEach(t, checkFootprintBytes[complex64], checkFootprintBytes[complex128])
}

func checkFootprintBytes[C fft.Complex](t *testing.T, v variant[C]) {
	if v.name == "butterfly_q8" {
		return
	}
	lengths := []int{64, 1024, 4096}
	if v.any {
		lengths = append(lengths, 60, 97, 134, 257, 11*64)
	}
	for _, n := range lengths {
		params := 0
		for _, part := range v.plan(t, n).Footprint() {
			size := int64(unsafe.Sizeof(C(0)))
			if part.Kind == fft.Table {
				size = 4
			}
			assert.Equal(t, size*int64(part.Count), part.Bytes, "n=%d %s", n, part.Name)
			if part.Kind == fft.Parameter {
				params += part.Count
			}
		}
		// Cooley–Tukey needs about n twiddles, a convolution several times n.
		assert.Greater(t, params, n/4, "n=%d", n)
		assert.Less(t, params, 8*n, "n=%d", n)
	}
}
