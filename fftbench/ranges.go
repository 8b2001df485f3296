package fftbench

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// ParseSizes reads a list of sizes and ranges: "100,64-4096" is 100 and the
// powers of two from 64 to 4096. The result is ascending and free of
// duplicates; every size lies in lo…hi.
func ParseSizes(list string, lo, hi int) ([]int, error) {
	var sizes []int
	for item := range strings.SplitSeq(list, ",") {
		item = strings.TrimSpace(item)
		from, to, isRange := strings.Cut(item, "-")
		a, err := parseSize(from, lo, hi)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", item, err)
		}
		if !isRange {
			sizes = append(sizes, a)
			continue
		}
		b, err := parseSize(to, lo, hi)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", item, err)
		}
		within := powersOfTwo(a, b)
		if len(within) == 0 {
			return nil, fmt.Errorf("%q: no power of two from %d to %d", item, a, b)
		}
		sizes = append(sizes, within...)
	}
	slices.Sort(sizes)
	return slices.Compact(sizes), nil
}

func parseSize(word string, lo, hi int) (int, error) {
	n, err := strconv.Atoi(strings.TrimSpace(word))
	if err != nil || n < lo || n > hi {
		return 0, fmt.Errorf("want whole numbers from %d to %d, or a range of powers of two such as 64-4096", lo, hi)
	}
	return n, nil
}

// powersOfTwo returns those from a to b.
func powersOfTwo(a, b int) []int {
	var powers []int
	for p := 1; p <= b; p *= 2 {
		if p >= a {
			powers = append(powers, p)
		}
	}
	return powers
}

// parseWords reads a list of words, each one of allowed; the result is in the
// order of allowed.
func parseWords(list string, allowed []string) ([]string, error) {
	var words []string
	for word := range strings.SplitSeq(list, ",") {
		word = strings.TrimSpace(word)
		if !slices.Contains(allowed, word) {
			return nil, fmt.Errorf("%q is not known here; there are %s", word, strings.Join(allowed, ", "))
		}
		words = append(words, word)
	}
	chosen := slices.Clone(allowed)
	return slices.DeleteFunc(chosen, func(a string) bool { return !slices.Contains(words, a) }), nil
}
