package ablation

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestParseName(t *testing.T) {
	tests := []struct {
		name, family string
		axes         []Axis
	}{
		{"", "", nil},
		{"FFT", "FFT", nil},
		{"FFT/variant=gonum/n=64", "FFT", []Axis{{"variant", "gonum"}, {"n", "64"}}},
		{"Encode/small/mode=k=v", "Encode", []Axis{{"", "small"}, {"mode", "k=v"}}},
		{"X/=v/k=/", "X", []Axis{{"", "=v"}, {"k", ""}, {"", ""}}},
		{"/x", "", []Axis{{"", "x"}}},
	}
	for _, tt := range tests {
		family, axes := ParseName(tt.name)
		assert.Equal(t, tt.family, family, tt.name)
		assert.Equal(t, tt.axes, axes, tt.name)
	}
}

func TestNameComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.StringMatching(`[A-Za-zµ_]{0,4}(/[a-z0-9=]{0,6}){0,5}`).Draw(t, "name")
		r := Row{Procs: 1}
		r.Name, r.Axes = ParseName(name)
		assert.Equal(t, name, r.FullName())
	})
}

func TestFullNameAndKey(t *testing.T) {
	a := row("Sub/ends-5")
	b := row("Sub/ends", procs(5))
	assert.Equal(t, "Sub/ends-5", a.FullName())
	assert.Equal(t, "Sub/ends-5", b.FullName())
	assert.NotEqual(t, a.Key(), b.Key(), "the same printed name, but two different benchmarks")

	c := row("Sub/ends")
	c.Procs = 0 // not known: as good as 1
	d := row("Sub/ends")
	assert.Equal(t, d.Key(), c.Key())
	d.Env = 1
	assert.NotEqual(t, d.Key(), c.Key())
}
