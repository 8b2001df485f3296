package fft

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
	places := func(old []int) []int {
		if old == nil {
			return nil
		}
		list := make([]int, len(old))
		for i, place := range old {
			switch {
			case place == InputRow:
				list[i] = from
			case place == OutputRow:
				list[i] = to
			case place >= 0:
				list[i] = first + place
			default:
				list[i] = place
			}
		}
		return list
	}
	all := make([]Stage, len(stages))
	for i, s := range stages {
		s.Name = prefix + s.Name
		s.Reads, s.From, s.To = places(s.Reads), places(s.From), places(s.To)
		all[i] = s
	}
	return all
}
