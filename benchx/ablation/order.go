package ablation

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// Directions as a study shows them.
const (
	Forward = "Forward"
	Inverse = "Inverse"
	Fused   = "Fused"
	Welch   = "Welch"
	Mel     = "Mel"
	Peaks   = "Peaks"
	STFT    = "STFT"
)

// directionTitle returns the word that a study shows for a dir axis; words it
// does not know stay as they are written.
func directionTitle(word string) string {
	switch word {
	case wire.DirForward:
		return Forward
	case wire.DirInverse:
		return Inverse
	case wire.DirFused:
		return Fused
	case wire.DirWelch:
		return Welch
	case wire.DirMel:
		return Mel
	case wire.DirPeaks:
		return Peaks
	case wire.DirSTFT:
		return STFT
	}
	return word
}

// compareDirections orders directions as a study lists them, others after them
// by name.
func compareDirections(a, b string) int { return compareListed(directionRank, a, b) }

func directionRank(d string) int {
	switch d {
	case "":
		return -1
	case Forward:
		return 0
	case Inverse:
		return 1
	case Fused:
		return 2
	case Welch:
		return 3
	case Mel:
		return 4
	case Peaks:
		return 5
	case STFT:
		return 6
	}
	return 7
}

// compareTiers orders tiers from baseline to peer, others after them by name,
// no tier last.
func compareTiers(a, b string) int { return compareListed(tierRank, a, b) }

func tierRank(tier string) int {
	known := []string{"baseline", "A", "B", "C", "D", "gpu", "peer"}
	if i := slices.Index(known, tier); i >= 0 {
		return i
	}
	if tier == "" {
		return len(known) + 1
	}
	return len(known)
}

func compareListed(rank func(string) int, a, b string) int {
	return cmp.Or(cmp.Compare(rank(a), rank(b)), strings.Compare(a, b))
}

// compareNumbers is a total order of floats with NaN last.
func compareNumbers(a, b float64) int {
	switch {
	case math.IsNaN(a) && math.IsNaN(b):
		return 0
	case math.IsNaN(a):
		return +1
	case math.IsNaN(b):
		return -1
	}
	return cmp.Compare(a, b)
}

// compareTrueFirst orders true before false.
func compareTrueFirst(a, b bool) int { return compareFalseFirst(b, a) }

// compareFalseFirst orders false before true.
func compareFalseFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return +1
}

// compareRanked is the ranking order of a study: what works first, then the
// fastest transform, then the most accurate, then by name. It is total: no two
// configurations of a report are equal.
func compareRanked(a, b *Config) int {
	if c := compareTrueFirst(a.OK(), b.OK()); c != 0 {
		return c
	}
	if c := compareNumbers(a.PerTransform, b.PerTransform); c != 0 {
		return c
	}
	if c := compareNumbers(a.RelL2, b.RelL2); c != 0 {
		return c
	}
	return cmp.Or(
		strings.Compare(a.Variant, b.Variant),
		strings.Compare(a.Device, b.Device),
		compareDirections(a.Direction, b.Direction),
		cmp.Compare(a.Batch, b.Batch),
		cmp.Compare(a.N, b.N),
		strings.Compare(a.Precision, b.Precision),
		strings.Compare(a.Row.Package, b.Row.Package),
		cmp.Compare(a.index, b.index),
	)
}

// compareCells orders cells by direction, precision, device kind, n and batch,
// then by what else tells them apart.
func compareCells(a, b *Cell) int {
	return cmp.Or(
		compareDirections(a.Direction, b.Direction),
		strings.Compare(a.Precision, b.Precision),
		compareFalseFirst(a.GPU, b.GPU),
		cmp.Compare(a.N, b.N),
		cmp.Compare(a.Batch, b.Batch),
		strings.Compare(a.Package, b.Package),
		strings.Compare(a.Name, b.Name),
		strings.Compare(a.Extra, b.Extra),
		cmp.Compare(a.Procs, b.Procs),
		cmp.Compare(a.Env, b.Env),
	)
}
