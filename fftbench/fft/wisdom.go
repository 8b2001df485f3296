package fft

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// Wisdom is what Measure found out: the fastest recipe for each length,
// precision and instruction set. Its zero value is empty and ready; plans of
// any number of goroutines may share one. It must not be copied once used.
//
// Its text, from MarshalText, has one line for each choice and can be kept in
// a file of several machines, since a machine looks only at the lines of its
// instruction set:
//
//	fft wisdom 1
//	1000 complex64 AVX2+FMA mixed(8,5,5,5)
//	65537 complex128 Go rader(65537,dit(65536))
type Wisdom struct {
	mu      sync.Mutex
	choices map[choiceKey]choice
}

// choiceKey is what a choice depends on.
type choiceKey struct {
	n              int
	precision, isa string
}

// choice is a recipe in words; recipe is nil if this version does not know it.
type choice struct {
	text   string
	recipe *recipe
}

// wisdomHeader is the first line of a text.
const wisdomHeader = "fft wisdom 1"

// keyOf is the key of a length on machines of an instruction set.
func keyOf[F kernels.Float](n int, isa string) choiceKey {
	var part F
	precision := "complex64"
	if _, double := any(part).(float64); double {
		precision = "complex128"
	}
	return choiceKey{n, precision, isa}
}

// recipe is the choice for a key, or nil.
func (w *Wisdom) recipe(key choiceKey) *recipe {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.choices[key].recipe
}

// remember adds a choice.
func (w *Wisdom) remember(key choiceKey, r *recipe) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.choices == nil {
		w.choices = map[choiceKey]choice{}
	}
	w.choices[key] = choice{r.String(), r}
}

// MarshalText writes all choices, sorted. The error is always nil.
func (w *Wisdom) MarshalText() ([]byte, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	keys := slices.SortedFunc(maps.Keys(w.choices), func(a, b choiceKey) int {
		return cmp.Or(cmp.Compare(a.n, b.n), cmp.Compare(a.precision, b.precision), cmp.Compare(a.isa, b.isa))
	})
	text := []byte(wisdomHeader + "\n")
	for _, k := range keys {
		text = fmt.Appendf(text, "%d %s %s %s\n", k.n, k.precision, k.isa, w.choices[k].text)
	}
	return text, nil
}

// UnmarshalText replaces all choices with those of a text that MarshalText
// wrote, here or elsewhere. Lines may be blank or begin with #. Choices of
// other machines, precisions and algorithms are kept for the next MarshalText.
// A text that is not wisdom, or a choice that cannot be, gives ErrWisdom with
// its line and leaves w as it was.
func (w *Wisdom) UnmarshalText(text []byte) error {
	choices := map[choiceKey]choice{}
	first := true
	number := 0
	for line := range bytes.Lines(text) {
		number++
		line := strings.TrimSpace(string(line))
		switch {
		case line == "" || line[0] == '#':
			continue
		case first && line != wisdomHeader:
			return fmt.Errorf("fft: line %d is not %q: %w", number, wisdomHeader, ErrWisdom)
		case first:
			first = false
			continue
		}
		key, c, err := parseChoice(line)
		if _, twice := choices[key]; err == nil && twice {
			err = errors.New("a second choice for this length")
		}
		if err != nil {
			return fmt.Errorf("fft: line %d: %w: %w", number, err, ErrWisdom)
		}
		choices[key] = c
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.choices = choices
	return nil
}

// parseChoice reads a line of wisdom.
func parseChoice(line string) (choiceKey, choice, error) {
	f := strings.Fields(line)
	if len(f) != 4 {
		return choiceKey{}, choice{}, fmt.Errorf("%d words, want length, precision, instructions and recipe", len(f))
	}
	n, err := strconv.Atoi(f[0])
	if err != nil || n < 1 || n > MaxLen {
		return choiceKey{}, choice{}, fmt.Errorf("%q is no length", f[0])
	}
	key, c := choiceKey{n, f[1], f[2]}, choice{text: f[3]}
	c.recipe, err = parseRecipe(f[3])
	switch {
	case errors.Is(err, errUnknownRecipe):
		return key, c, nil
	case err != nil:
		return key, c, err
	case c.recipe.n != n:
		return key, c, fmt.Errorf("%s is for %d elements", f[3], c.recipe.n)
	}
	c.text = c.recipe.String()
	return key, c, nil
}
