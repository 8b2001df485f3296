package fft

import (
	"strconv"
	"strings"

	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// recipe is the decision how to transform a length; build turns it into a plan
// of one precision. A recipe is never changed once it is made.
type recipe struct {
	n       int
	kind    recipeKind
	radices []int   // of mixed radix; of columns and vectors the lanes, then radices
	inner   *recipe // of a convolution, or the columns of a split
	rows    *recipe // of a split
}

// recipeKind is an algorithm. A new one needs a name, its plan in build, its
// time in costs.of, its arguments in recipe.String and term.recipe, and a place
// among the ways of a chooser.
type recipeKind int

const (
	powerOfTwo recipeKind = iota
	oneKernel
	autosorted
	mixedRadix
	inColumns
	inVectors
	raderPrime
	bluesteinChirp
	splitFactors
	kinds // how many
)

// kindNames are the words for the kinds in the text of a recipe.
var kindNames = [kinds]string{"dit", "codelet", "stockham", "mixed", "columns", "vectors", "rader", "bluestein", "split"}

// build plans a recipe in one precision.
func build[F kernels.Float](r *recipe) rowPlan[F] {
	switch r.kind {
	case oneKernel:
		if k := kernels.CodeletOf[F](r.n); k != nil {
			return planCodelet(k)
		}
		return planButterfly[F](r.n) // a recipe of another machine
	case autosorted:
		return planStockham[F](r.n)
	case mixedRadix:
		return planAutosort[F](r.n, r.radices)
	case inColumns:
		if k := columnsOf[F](r.radices[0], r.radices[1:]); k != nil {
			return planColumns(k, r.radices[1:])
		}
		return planAutosort[F](r.n, radices(primeFactors(r.n))) // a recipe of another machine
	case inVectors:
		if k := kernels.AutosortOf[F](); k != nil && k.Lanes == r.radices[0] {
			return planVectors(k, r.n, r.radices[1:])
		}
		return planAutosort[F](r.n, radices(primeFactors(r.n)))
	case raderPrime:
		return planRader[F](r.n, r.inner)
	case bluesteinChirp:
		return planBluestein[F](r.n, r.inner)
	case splitFactors:
		return planSplit[F](r.inner, r.rows)
	default:
		return planButterfly[F](r.n)
	}
}

// String writes a recipe in the words of wisdom, such as
// rader(17,codelet(16)); parseRecipe reads them.
func (r *recipe) String() string {
	var b strings.Builder
	r.write(&b)
	return b.String()
}

func (r *recipe) write(b *strings.Builder) {
	b.WriteString(kindNames[r.kind])
	b.WriteByte('(')
	switch r.kind {
	case mixedRadix, inColumns, inVectors:
		for i, radix := range r.radices {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(strconv.Itoa(radix))
		}
	case raderPrime, bluesteinChirp:
		b.WriteString(strconv.Itoa(r.n))
		b.WriteByte(',')
		r.inner.write(b)
	case splitFactors:
		r.inner.write(b)
		b.WriteByte(',')
		r.rows.write(b)
	default:
		b.WriteString(strconv.Itoa(r.n))
	}
	b.WriteByte(')')
}
