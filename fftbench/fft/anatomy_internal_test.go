package fft

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// Every form of every recipe, not only those that a model chooses here, and the
// recipes of machines without vectors, whose plans any machine can build.
func TestRecipeAnatomies(t *testing.T) {
	checkRecipeAnatomies[float32](t)
	checkRecipeAnatomies[float64](t)
}

func checkRecipeAnatomies[F kernels.Float](t *testing.T) {
	own, plain := machineChooser[F](ISA()), machineChooser[F](kernels.Plain)
	longest := 2100
	if testing.Short() {
		longest = 100
	}
	for n := 1; n <= longest; n += 1 + n/24 {
		for _, r := range own.moreWays(n) {
			checkRecipeAnatomy[F](t, r)
		}
		for _, r := range plain.moreWays(n) {
			checkRecipeAnatomy[F](t, r)
		}
	}
	for _, r := range []*recipe{ // of machines with other kernels
		{n: 8, kind: oneKernel}, {n: 4096, kind: oneKernel},
		{n: 320, kind: inColumns, radices: []int{32, 2, 5}}, {n: 1024, kind: inColumns, radices: []int{4, 16, 16}}, {n: 400, kind: inVectors, radices: []int{3, 4, 10, 10}},
	} {
		checkRecipeAnatomy[F](t, r)
	}
}

func checkRecipeAnatomy[F kernels.Float](t *testing.T, r *recipe) {
	t.Helper()
	plan, a := build[F](r), recipeAnatomy[F](r, ISA())
	told := anatomy[F](a).Footprint()
	require.Equal(t, newComplexRunner(r.n, plan, sharing{goroutines: 1}).footprint(), told, r)
	alias, can := plan.(aliasPlan)
	require.Equal(t, can && alias.inPlace(), a.alias, r)
	_, batch := plan.(batchPlan[F])
	require.Equal(t, batch, a.batch, r)
}
