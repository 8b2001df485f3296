package kernels

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// By hand. 4096 = 16·16·16: three passes of 256 butterflies of 168 operations, two
// with 15 turns and 9 products of roots of 6. 256 has one of the latter, 16
// butterflies a pass.
func TestWork(t *testing.T) {
	for _, test := range []struct {
		plan func() (*Plan, error)
		want Work
	}{
		{func() (*Plan, error) { return Transform(Spec{N: 2}, hopper) }, Work{1, 16, 16, 4}},
		{func() (*Plan, error) { return Transform(Spec{N: 256}, hopper) }, Work{1, 2048, 2048, 16 * (2*168 + 24*6)}},
		{func() (*Plan, error) { return Transform(Spec{N: 4096}, hopper) }, Work{1, 32768, 32768, 256 * (3*168 + 2*24*6)}},
		{
			func() (*Plan, error) { return Transform(Spec{N: 4096, Precision: F64}, hopper) },
			Work{1, 65536, 65536, 256 * (3*168 + 2*24*6)},
		},
		{
			func() (*Plan, error) { return Filter(Spec{N: 4096}, nil, hopper) },
			Work{1, 32768, 32768, 2*256*(3*168+2*24*6) + 2*4096},
		},
		{ // frames of 18432 samples; four transforms; window 2, power 4 a value; sum and scale of 2048 bins
			func() (*Plan, error) { return Welch(Spec{N: 4096}, 1, hopper) },
			Work{1, 4 * 18432, 4 * 2049, 4*(256*(3*168+2*24*6)+6*4096) + 4096},
		},
		{ // 65536 = 256·256; a product and a turn for each value between
			func() (*Plan, error) { return Transform(Spec{N: 1 << 16}, hopper) },
			Work{2, 2 << 19, 2 << 19, 2*256*16*(2*168+24*6) + 65536*12},
		},
		{func() (*Plan, error) { return Weigh(100, F64, nil, hopper) }, Work{1, 1600, 1600, 200}},
	} {
		p, err := test.plan()
		require.NoError(t, err)
		assert.Equal(t, test.want, p.Work(), p.Name)
	}
}

func TestFlops(t *testing.T) {
	transform, _ := Transform(Spec{N: 1024}, hopper)
	filter, _ := Filter(Spec{N: 1024}, nil, hopper)
	long, _ := Filter(Spec{N: 1 << 15}, nil, hopper)
	welch, _ := Welch(Spec{N: 1024}, 1, hopper)
	assert.EqualValues(t, 5*1024*10, transform.Flops())
	assert.EqualValues(t, 2*5*1024*10+2*1024, filter.Flops())
	assert.EqualValues(t, 2*5*32768*15+2*32768, long.Flops())
	assert.EqualValues(t, 4*5*1024*10, welch.Flops())
}

// A row of 4096 complex singles is 65536 bytes read and written: 13.65 ns at
// 4.8 TB/s, 3.50 µs for 256 of them.
func TestRoofline(t *testing.T) {
	text, err := Roofline()
	require.NoError(t, err)
	again, err := Roofline()
	require.NoError(t, err)
	assert.Equal(t, text, again)
	assert.Contains(t, text, "| 4096 | 1 | 65536 | 202752 | 3.09 | 256 | 34808 | 4 registers | 3.5 |")
	for _, m := range Machines() {
		assert.Contains(t, text, m.Name)
		assert.NotEmpty(t, m.Source)
	}
	for _, title := range []string{"Transforms, f32", "Transforms, f64", "Filters, f32", "Welch densities, f32"} {
		assert.Contains(t, text, "\n### "+title+"\n")
	}
	for line := range strings.Lines(text) {
		assert.False(t, strings.Contains(line, "NaN") || strings.Contains(line, "Inf"), line)
	}
}

func TestBound(t *testing.T) {
	p, err := Transform(Spec{N: 4096}, hopper)
	require.NoError(t, err)
	seconds, limit := Machine{Bandwidth: 65536e9, F32: 1e15}.Bound(p)
	assert.InEpsilon(t, 1e-9, seconds, 1e-12)
	assert.Equal(t, "memory", limit)
	seconds, limit = Machine{Bandwidth: 65536e9, F32: 202752e6}.Bound(p)
	assert.InEpsilon(t, 1e-6, seconds, 1e-12)
	assert.Equal(t, "operations", limit)
}
