package main

import (
	"flag"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/fftbench/peers/results"
)

func parse(line string) (options, error) { return parseOptions(strings.Fields(line), io.Discard) }

func TestDefaults(t *testing.T) {
	o, err := parse("")
	require.NoError(t, err)
	assert.Equal(t, []int{1, 8, 64}, o.batches)
	assert.Len(t, o.sizes, 12)
	assert.Len(t, o.lengths, 32)
	assert.Equal(t, []int{64, 256, 1024, 4096, 16384, 65536}, o.fewSizes)
	assert.GreaterOrEqual(t, o.passes*o.rounds, 31)
	assert.True(t, o.has("accuracy"))
	assert.True(t, o.chooses(results.Gonum))
	assert.Empty(t, o.builds("AVX2+FMA"), "no folder")
}

func TestChoices(t *testing.T) {
	o, err := parse("-fftw own -works c2c -precision f64 -n 64,100 -batch 2 -lib ours,fftw-avx2 -passes 1 -rounds 5")
	require.NoError(t, err)
	assert.Equal(t, []int{64, 100}, o.sizes)
	assert.Empty(t, o.lengths, "lengths were chosen")
	assert.Equal(t, o.sizes, o.fewSizes)
	assert.False(t, o.has("plan"))
	assert.False(t, o.chooses(results.Gonum))
	assert.True(t, o.chooses(results.FFTWAVX2))
	assert.Equal(t, []ownBuild{{results.FFTWAVX2, "own/avx2"}}, o.builds("AVX2+FMA"))
	assert.Equal(t, []ownBuild{{results.FFTWAVX512, "own/avx512"}}, o.builds("AVX-512"))

	o, err = parse("-quick -lengths 3,5")
	require.NoError(t, err)
	assert.Equal(t, 1, o.passes)
	assert.Len(t, o.sizes, 5)
	assert.Equal(t, []int{3, 5}, o.lengths)
}

func TestRefusedOptions(t *testing.T) {
	for line, want := range map[string]string{
		"-works c2c,dct":  `-works: no "dct"; there are c2c,`,
		"-precision f16":  `-precision: no "f16"; there are f32,f64`,
		"-n 64,x":         `-n: "x" is no positive number`,
		"-lengths 0":      `-lengths: "0" is no positive number`,
		"-batch -1":       `-batch: "-1" is no positive number`,
		"-rounds 0":       "must be positive",
		"-slot 0s":        "must be positive",
		"samples.txt":     `"samples.txt": peerbench takes flags alone`,
		"-lib ours,hours": `-lib: no "hours"`,
	} {
		_, err := parse(line)
		assert.ErrorContains(t, err, want, line)
	}
	_, err := parse("-h")
	assert.ErrorIs(t, err, flag.ErrHelp)
}
