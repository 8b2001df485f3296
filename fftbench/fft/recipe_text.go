package fft

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// errUnknownRecipe is met where a recipe's text is well formed but speaks of an
// algorithm that this version of the package does not have.
var errUnknownRecipe = errors.New("unknown algorithm")

// parseRecipe reads what recipe.String wrote and checks that a plan can be
// built of it.
func parseRecipe(text string) (*recipe, error) {
	t, rest, err := parseTerm(text, 0)
	if err != nil {
		return nil, err
	}
	if rest != "" {
		return nil, fmt.Errorf("%q behind the recipe", rest)
	}
	return t.recipe()
}

// term is the text of a recipe taken apart: name(numbers…,terms…).
type term struct {
	name    string
	numbers []int
	terms   []*term
}

// maxDepth bounds the recursion into a recipe; real ones are a few deep.
const maxDepth = 24

// parseTerm reads one term and returns what follows it.
func parseTerm(text string, depth int) (t *term, rest string, err error) {
	name, rest, ok := strings.Cut(text, "(")
	if !ok || !isWord(name) {
		return nil, "", fmt.Errorf("%q does not begin with name(", text)
	}
	if depth == maxDepth {
		return nil, "", fmt.Errorf("a recipe more than %d deep", maxDepth)
	}
	t = &term{name: name}
	for {
		if rest, err = t.parseArgument(rest, depth); err != nil {
			return nil, "", err
		}
		switch {
		case strings.HasPrefix(rest, ","):
			rest = rest[1:]
		case strings.HasPrefix(rest, ")"):
			return t, rest[1:], nil
		default:
			return nil, "", fmt.Errorf("%q where %s(… wants , or )", rest, name)
		}
	}
}

// parseArgument reads a number or, behind the numbers, a term.
func (t *term) parseArgument(text string, depth int) (rest string, err error) {
	rest = strings.TrimLeft(text, "0123456789")
	digits := text[:len(text)-len(rest)]
	if digits == "" {
		inner, rest, err := parseTerm(text, depth+1)
		t.terms = append(t.terms, inner)
		return rest, err
	}
	number, err := strconv.Atoi(digits)
	if err != nil || number < 1 || number > MaxLen || len(t.terms) > 0 {
		return "", fmt.Errorf("%s is no argument of %s(…", digits, t.name)
	}
	t.numbers = append(t.numbers, number)
	return rest, nil
}

// isWord accepts names of lower-case letters, digits and hyphens.
func isWord(name string) bool {
	return name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// recipe checks the arguments.
func (t *term) recipe() (*recipe, error) {
	kind := recipeKind(slices.Index(kindNames[:], t.name))
	if kind < 0 {
		return nil, fmt.Errorf("%w %q", errUnknownRecipe, t.name)
	}
	r := &recipe{kind: kind}
	inner := make([]*recipe, len(t.terms))
	for i := range t.terms {
		var err error
		if inner[i], err = t.terms[i].recipe(); err != nil {
			return nil, err
		}
	}
	switch {
	case (kind == mixedRadix || kind == inColumns) && len(inner) == 0:
		r.n, r.radices = product(t.numbers), t.numbers
	case kind == inVectors && len(t.numbers) > 0 && len(inner) == 0:
		r.n, r.radices = product(t.numbers[1:]), t.numbers
	case kind == splitFactors && len(t.numbers) == 0 && len(inner) == 2:
		r.inner, r.rows = inner[0], inner[1]
		r.n = product([]int{r.inner.n, r.rows.n})
	case len(t.numbers) != 1:
		return nil, fmt.Errorf("%s has %d numbers", t.name, len(t.numbers))
	case (kind == raderPrime || kind == bluesteinChirp) && len(inner) == 1:
		r.n, r.inner = t.numbers[0], inner[0]
	case (kind == powerOfTwo || kind == oneKernel || kind == autosorted) && len(inner) == 0:
		r.n = t.numbers[0]
	default:
		return nil, fmt.Errorf("%s has %d recipes as arguments", t.name, len(inner))
	}
	if !r.possible() {
		return nil, fmt.Errorf("no such plan: %s", r)
	}
	return r, nil
}

// product is Π factors, or 0 if that is beyond MaxLen.
func product(factors []int) int {
	n := 1
	for _, f := range factors {
		if n > MaxLen/f {
			return 0
		}
		n *= f
	}
	return n
}

// possible reports whether a plan exists of a recipe whose parts are possible.
func (r *recipe) possible() bool {
	if r.n < 1 || r.n > MaxLen {
		return false
	}
	switch r.kind {
	case mixedRadix:
		for i, radix := range r.radices {
			first := i == 0 && (radix == 8 || radix == 16)
			if !first && radix != 4 && !(isPrime(radix) && radix <= kernels.MaxRadix) {
				return false
			}
		}
		return true
	case inColumns:
		lanes := r.radices[0]
		odd := func(radix int) bool { return !slices.Contains([]int{2, 3, 4, 5, 7, 8, 16}, radix) }
		return len(r.radices) > 1 && hasLanes(lanes) && r.n >= lanes*lanes && !slices.ContainsFunc(r.radices[1:], odd)
	case inVectors:
		lanes := r.radices[0]
		other := func(radix int) bool { return !slices.Contains(kernels.AutosortRadices(), radix) }
		return (lanes == 2 || lanes == 4) && len(r.radices) > 2 && !slices.ContainsFunc(r.radices[1:], other) &&
			min(r.radices[1], r.n/r.radices[1]) >= lanes
	case raderPrime:
		return r.n > 2 && isPrime(r.n) && r.inner.n == r.n-1
	case bluesteinChirp:
		return r.inner.n >= 2*r.n-1 && r.inner.n <= 16*r.n
	case splitFactors:
		return true
	default:
		return r.n&(r.n-1) == 0
	}
}

// hasLanes reports whether there are columns of so many lanes on some machine.
func hasLanes(lanes int) bool { return lanes == 4 || lanes == 8 || lanes == 16 }
