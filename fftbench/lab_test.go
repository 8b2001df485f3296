package fftbench

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestInputsDependOnNothingButTheLength(t *testing.T) {
	a, b := NewLab(), NewLab()
	large := a.complex64s.input(16, 9)
	b.complex64s.input(32, 2)
	small := b.complex64s.input(16, 2)
	assert.Equal(t, large[:32], small)
	assert.Equal(t, small, b.complex64s.input(16, 9)[:32], "a larger batch begins with the smaller one")
	assert.NotEqual(t, small[:16], small[16:])
}

func TestInputsRepeatFourRows(t *testing.T) {
	for _, batch := range []int{1, 2, 3, 4, 5, 8, 11} {
		in := NewLab().float64s.input(5, batch)
		for row := range batch {
			assert.Equal(t, NewLab().float64s.row(5, row%4), in[row*5:(row+1)*5], "batch %d row %d", batch, row)
		}
	}
}

func TestPrecisionsShareTheirInputs(t *testing.T) {
	lab := NewLab()
	single, double := lab.complex64s.input(100, 4), lab.complex128s.input(100, 4)
	mean := complex128(0)
	for i, v := range double {
		assert.Equal(t, complex64(v), single[i])
		assert.Less(t, max(real(v), -real(v), imag(v), -imag(v)), 1.0+0x1p-53)
		mean += v / 400
	}
	// The mean of 400 uniform parts has a deviation of 1/√(3·400) = 0.029.
	assert.InDelta(t, 0, real(mean), 0.12)
	assert.InDelta(t, 0, imag(mean), 0.12)
}

func TestBuffersAreShared(t *testing.T) {
	lab := NewLab()
	out := lab.complex64s.output(64)
	assert.Same(t, &out[0], &lab.complex64s.output(32)[0])
	in := lab.complex64s.input(16, 4)
	assert.Same(t, &in[0], &lab.complex64s.input(16, 2)[0])
	lab.Forget()
	assert.NotSame(t, &out[0], &lab.complex64s.output(32)[0])
}

func TestCheckedRows(t *testing.T) {
	assert.Equal(t, []int{0}, checkedRows(1, 64))
	assert.Equal(t, []int{0, 1, 2}, checkedRows(3, 64))
	assert.Equal(t, []int{0, 1, 4, 5}, checkedRows(6, 64))
	assert.Equal(t, []int{0}, checkedRows(6, 1<<18))
}
