package circuitjson

import "strings"

// didYouMean returns ", did you mean x?" for the likeliest of some words, "" where
// none is likely.
func didYouMean(word string, among func(yield func(string) bool)) string {
	best, least := "", len(word)/3+1
	left := 1000 // words, for a large file may have very many
	for w := range among {
		if left--; left < 0 {
			break
		}
		d := distance(strings.ToLower(word), strings.ToLower(w))
		if d > 0 && len(word) >= 3 && (strings.HasPrefix(w, word) || strings.HasPrefix(word, w) && len(w) >= 3) {
			d = 1
		}
		if d < least {
			best, least = w, d
		}
	}
	if best == "" {
		return ""
	}
	return ", did you mean " + best + "?"
}

// maxWord is how long a word may be for a suggestion.
const maxWord = 64

// distance is the number of bytes to insert, delete, replace or exchange with
// their neighbour to come from a to b; a large number for long words.
func distance(a, b string) int {
	if len(a) > maxWord || len(b) > maxWord {
		return 2 * maxWord
	}
	var rows [3][maxWord + 1]int
	before, last, next := &rows[0], &rows[1], &rows[2]
	for j := range len(b) + 1 {
		last[j] = j
	}
	for i := range len(a) {
		next[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			next[j+1] = min(last[j]+cost, last[j+1]+1, next[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], before[j-1]+1)
			}
		}
		before, last, next = last, next, before
	}
	return last[len(b)]
}
