package fft

import "slices"

// Anatomy is a plan taken apart: what it holds, and the stages of one call on
// one row in their order. It is found from the length alone, without building
// the plan, so that a length whose tables would fit no memory has one too.
//
// Scratch that no stage touches serves calls of several rows.
type Anatomy struct {
	Holdings []Holding
	Stages   []Stage // of a forward call, or of the only one that there is
	Inverse  []Stage // of an inverse call; nil if the plan has none
}

// Holding is a part of a plan's memory together with where it comes from.
type Holding struct {
	Part
	// Key names the content: holdings with equal keys are one table that several
	// stages share. A holding without a key is its own.
	Key string
	// Derived tables are made from others while planning (repacked twiddles, a
	// chirp's spectrum); the rest define the transform.
	Derived bool
	// Leaked tables are held and read by no stage.
	Leaked bool
}

// Stage is one step of a call: a pass, a permutation, a product. One that works
// in place has its results where its data come from; places inside one scratch
// are not told apart.
type Stage struct {
	Name  string // unique in its call: "inner.pass 3"
	Kind  string // equal ones fold: "radix 4", "chirp", "transpose"
	Block string // the algorithm it belongs to: "stockham", "bluestein"
	Reads []int  // holdings it reads beside its data: its tables
	From  []int  // where its data come from: holdings that are scratch, InputRow or OutputRow
	To    []int  // where its results go
}

// The places of a stage's data that are the caller's.
const (
	InputRow  = -1
	OutputRow = -2
)

// Footprint returns the holdings as a plan that was built reports them.
func (a *Anatomy) Footprint() Footprint {
	f := make(Footprint, len(a.Holdings))
	for i := range a.Holdings {
		f[i] = a.Holdings[i].Part
	}
	return f
}

// Embedded returns the stages of a call as part of a larger one: with a prefix
// to their names, its holdings beginning at number first of the larger ones, and
// its rows at the places from and to.
func Embedded(stages []Stage, prefix string, first, from, to int) []Stage {
	return relocated(stages, prefix, func(place int) int {
		switch {
		case place == InputRow:
			return from
		case place == OutputRow:
			return to
		case place >= 0:
			return first + place
		}
		return place
	})
}

// relocated are copies of stages with a prefix to their names and other places
// and holdings.
func relocated(stages []Stage, prefix string, to func(place int) int) []Stage {
	list := func(old []int) []int {
		places := slices.Clone(old)
		for i := range places {
			places[i] = to(places[i])
		}
		return places
	}
	all := slices.Clone(stages)
	for i := range all {
		s := &all[i]
		s.Name = prefix + s.Name
		s.Reads, s.From, s.To = list(s.Reads), list(s.From), list(s.To)
	}
	return all
}
