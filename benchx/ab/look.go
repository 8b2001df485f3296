package ab

// Looks returns after how many rounds the samples are looked at: after least,
// and then whenever their number has doubled, the last time after most.
//
// Each look is one more chance of a false alarm, so the level of all tests must
// be shared between the looks that are planned (see Look.Of), whether or not
// they all come to pass. Looking seldom keeps each share large.
func Looks(least, most int) []int {
	least = max(least, 1)
	looks := []int{least}
	for at := least; at < most; {
		at = min(2*at, most)
		looks = append(looks, at)
	}
	return looks
}

// A Look is what is known when the samples are looked at.
type Look struct {
	Number int // 1-based
	Of     int // looks planned, those included that may not come to pass
	Rounds int // rounds done
	// Old and New are the texts of the run so far, as they would be written in
	// the end.
	Old, New []byte
	// Floor are the texts of the A/A pairs, by Side; nil where none are taken.
	Floor [2][]byte
}

// Undecided tells which benchmarks need more rounds. A decision at level alpha
// over the whole run asks for alpha / look.Of at every look.
type Undecided func(look Look) ([]Key, error)
