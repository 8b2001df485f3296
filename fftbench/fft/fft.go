package fft

// Complex is the element type of a transform.
type Complex interface{ complex64 | complex128 }

// Transform is a planned DFT of one length over batches of rows.
//
// dst and src hold the same whole number of rows of Len elements, one after
// the other. They must share no memory, but implementations may allow them to be
// the same; else src is not changed. Inverse is unnormalised: Inverse(Forward(x)) = Len·x, as in
// FFTW and gonum. Lengths that do not fit give an error, never a panic.
type Transform[C Complex] interface {
	// Len is the number of elements of a row.
	Len() int
	// Forward transforms each row of src into the same row of dst.
	Forward(dst, src []C) error
	// Inverse is Forward with the conjugate roots.
	Inverse(dst, src []C) error
	// Footprint is the memory of the plan and of one call in flight.
	Footprint() Footprint
}

// Footprint is the memory a plan holds, part by part.
type Footprint []Part

// Part is one named piece of memory of a plan.
type Part struct {
	Name  string
	Kind  PartKind
	Count int   // elements
	Bytes int64 // all of them
}

// PartKind says what a part is for.
type PartKind string

// The kinds of memory. Parameters are the values that define the transform
// (twiddles, masks, weights); tables are derived from nothing but n
// (permutations, schedules); scratch is overwritten by every call; state is what
// a stream keeps of its signal from call to call.
const (
	Parameter PartKind = "parameter"
	Table     PartKind = "table"
	Scratch   PartKind = "scratch"
	State     PartKind = "state"
)

// Sum returns the elements and bytes of the parts of one kind.
func (f Footprint) Sum(kind PartKind) (count int, bytes int64) {
	for _, p := range f {
		if p.Kind == kind {
			count += p.Count
			bytes += p.Bytes
		}
	}
	return count, bytes
}
