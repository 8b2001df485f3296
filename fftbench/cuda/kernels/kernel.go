package kernels

import (
	"fmt"
	"slices"
)

// kernel is one entry of a source: what the text in source/ is specialised by.
type kernel struct {
	name string
	file string // of source/: rows, columns, transpose, welch, helpers

	length  int // of a transform
	values  int // of a thread
	columns int // transforms side by side, 1 for rows
	teams   int // of a block
	blocks  int // that a multiprocessor is to hold
	radices []int

	streamIn, streamOut bool // input or output is not to stay in the cache

	plain   int // threads of a block, of kernels without transforms
	options []define
}

// define is a macro.
type define struct {
	name  string
	value int
}

// team is how many threads do a transform, or a few side by side.
func (k kernel) team() int { return k.length / k.values * k.columns }

func (k kernel) threads() int {
	if k.plain > 0 {
		return k.plain
	}
	return k.team() * k.teams
}

// staged: a thread has a whole row, and neighbours would not read neighbours.
func (k kernel) staged() bool { return k.file == "rows" && k.team() == 1 }

// registers is how many a thread may use. The bounds that the source declares
// follow from it; what the compiler really takes is less.
func (k kernel) registers(p Precision) int {
	words := k.values * 2 * p.Bytes() / 4
	switch {
	case k.plain > 0:
		return 32
	case k.file == "welch":
		words += k.values * 3 / 2 * p.Bytes() / 4 // sums of powers, half a segment
	}
	switch {
	case words <= 8:
		return 32
	case words <= 16 && p == F32 && len(k.radices) < 3:
		return 40
	case words <= 16:
		return 48
	case words <= 32 && p == F32:
		return 64
	case words <= 32:
		return 72
	case words <= 56:
		return 96
	default:
		return 128
	}
}

// wordBytes is the size of what is exchanged: complex numbers, or their parts one
// after the other.
func wordBytes(p Precision, split bool) int {
	if split {
		return p.Bytes()
	}
	return 2 * p.Bytes()
}

// group, unit and gap are GROUP, UNIT and GAP of source/passes.cu.
func (k kernel) group(word int) int { return min(128/word, k.team()) }

func (k kernel) padded(done, radix, gap, word int) int {
	words := k.length * k.columns
	return words + (words-1)/max(done*radix, k.group(word))*gap
}

// teamWords is the shared memory of a team, in words.
func (k kernel) teamWords(p Precision, split bool) int {
	word, most := wordBytes(p, split), 0
	done := k.columns
	for i, radix := range k.radices[:len(k.radices)-1] {
		gap := 0
		if done < k.group(word) {
			gap = done
		}
		if k.rowsFirst() && i == 0 {
			gap = max(k.group(word)/(k.team()/k.columns), 1)
		}
		most = max(most, k.padded(done, radix, gap, word))
		done *= radix
	}
	if k.file == "welch" {
		most = max(most, ceil(k.length*p.Bytes(), word))
	}
	if group := 128 / word; most > 0 && k.team() < group {
		// Teams that share an access begin in different banks.
		for most%group != k.team() {
			most++
		}
	}
	return most
}

func ceil(a, b int) int { return (a + b - 1) / b }

func (k kernel) rowsFirst() bool { return k.file == "transpose" }

func (k kernel) sharedBytes(p Precision, split bool) int {
	switch {
	case k.plain > 0:
		return 0
	case k.staged():
		elements := k.threads() * k.values
		return (elements + elements/(128/wordBytes(p, split))) * wordBytes(p, split)
	}
	return k.teamWords(p, split) * k.teams * wordBytes(p, split)
}

// passRoots is how many roots the pass of a radix has a table row of: powers 1, 2,
// 3, then 4, 8 and 12 as far as they are less than the radix.
func passPowers(radix int) []int {
	powers := []int{1, 2, 3, 4, 8, 12}
	return slices.DeleteFunc(powers, func(p int) bool { return p >= radix })
}

// rootPlaces returns where the roots of each pass begin, and how many there are.
func (k kernel) rootPlaces() (places []int, count int) {
	done := 1
	for _, radix := range k.radices {
		places = append(places, count)
		if done > 1 {
			count += len(passPowers(radix)) * done
		}
		done *= radix
	}
	return places, count
}

// defines are the macros of source/.
func (k kernel) defines(p Precision, split bool) []define {
	out := []define{{"LENGTH", k.length}, {"THREADS", k.threads()}, {"BLOCKS", k.blocks}}
	if k.plain == 0 {
		out = append(out, define{"VALUES", k.values}, define{"COLUMNS", k.columns}, define{"TEAM", k.team()},
			define{"TEAMS", k.teams}, define{"TEAM_WORDS", k.teamWords(p, split)})
		places, _ := k.rootPlaces()
		for i := range maxPasses {
			radix, place := 0, 0
			if i < len(k.radices) {
				radix, place = k.radices[i], places[i]
			}
			out = append(out, define{fmt.Sprintf("RADIX%d", i+1), radix}, define{fmt.Sprintf("ROOTS%d", i+1), place})
		}
		for _, f := range []struct {
			name string
			set  bool
		}{
			{"STAGED", k.staged()}, {"ROWS_FIRST", k.rowsFirst()}, {"STREAM_IN", k.streamIn}, {"STREAM_OUT", k.streamOut},
		} {
			out = append(out, define{f.name, flag(f.set)})
		}
	}
	return append(out, k.options...)
}

const maxPasses = 5

// radicesOf splits a length for threads of so many values: passes of all of them
// and one of what is left. That one is second, where its butterflies have their few
// roots in common, or first, where there is no need for roots, of two.
func radicesOf(length, values int) []int {
	var radices []int
	for length >= values {
		radices = append(radices, values)
		length /= values
	}
	if length > 1 {
		radices = slices.Insert(radices, min(1, len(radices)-1), length)
	}
	return radices
}
