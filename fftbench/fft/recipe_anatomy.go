package fft

import (
	"slices"

	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// recipeAnatomy is the anatomy of what build makes of a recipe on machines of an
// instruction set.
func recipeAnatomy[F kernels.Float](r *recipe, isa string) *rowAnatomy {
	has := inventory[F](isa)
	switch r.kind {
	case oneKernel:
		if form, short := has.Codelet(r.n); short {
			return codeletAnatomy[F](form)
		}
		return butterflyAnatomy[F](r.n)
	case autosorted:
		return stockhamAnatomy[F](r.n)
	case mixedRadix:
		return autosortAnatomy[F](r.n, r.radices)
	case inColumns:
		lanes, passes := r.radices[0], r.radices[1:]
		if slices.Contains(has.Columns, lanes) && (lanes == has.Sixteen || !slices.Contains(passes, 16)) {
			return columnsAnatomy[F](r.n, lanes, passes)
		}
		return autosortAnatomy[F](r.n, radices(primeFactors(r.n)))
	case inVectors:
		if has.Vectors == r.radices[0] {
			return vectorsAnatomy[F](r.n, r.radices[1:])
		}
		return autosortAnatomy[F](r.n, radices(primeFactors(r.n)))
	case raderPrime:
		return raderAnatomy[F](r.n, recipeAnatomy[F](r.inner, isa))
	case bluesteinChirp:
		return bluesteinAnatomy[F](r.n, r.inner.n, recipeAnatomy[F](r.inner, isa))
	case splitFactors:
		return splitRecipeAnatomy[F](r.inner, r.rows, isa)
	default:
		return butterflyAnatomy[F](r.n)
	}
}

func splitRecipeAnatomy[F kernels.Float](a, b *recipe, isa string) *rowAnatomy {
	columns := recipeAnatomy[F](a, isa)
	rows := columns
	if !sameWay(a, b) {
		rows = recipeAnatomy[F](b, isa)
	}
	return splitAnatomy[F](a.n, b.n, columns, rows)
}

// inventory is that of a known instruction set.
func inventory[F kernels.Float](isa string) *kernels.Inventory {
	has, _ := kernels.InventoryOf[F](isa)
	return has
}
