package measured

import (
	"encoding/json"
	"math"
	"math/bits"
	"strconv"

	"github.com/fftstudy/fftstudy/benchx/ablation"
)

// Schema is the version of the JSON that JSON writes.
const Schema = 1

// Report is what a study says about memory.
type Report struct {
	Schema int
	// SideBySide holds every variant at one size: the largest that all of them
	// ran, or the one that most ran. Nil where nothing was measured.
	SideBySide *Table
	// Largest holds every variant at the largest n×batch it ran. Nil where it
	// would repeat SideBySide.
	Largest *Table
	// Base is what Changes compares with; "" without a baseline.
	Base    string
	Changes []Change
}

// Table lists entries by falling Total, unknown ones last.
type Table struct {
	N, Batch int // common to all entries; 0 where they differ or have none
	Entries  []Entry
	Absent   []string // variants that have no measurement here
}

// Entry is the memory of one configuration.
type Entry struct {
	Variant, Tier, Direction string
	Device, Precision        string
	Package                  string
	N, Batch                 int
	Params                   Amount // distinct stored parameters
	ParamBytes               Amount // bytes those occupy
	ScratchBytes             Amount // bytes of all else that is kept for the next op
	HeldBytes                Amount // of the heap, measured
	PeakBytes                Amount // of the heap, measured
	DataBytes                Amount // bytes of the batch, see dataBytes
	AllocBytes               Amount // B/op
	Allocs                   Amount // allocs/op
	Total                    Amount // ParamBytes + ScratchBytes + DataBytes + AllocBytes, as far as known
	Reference                string // the reference of the same cell; "" where there is none
	Ratio                    float64
	// Ratio is Total over the reference's; NaN without one.

	Against []Against // the reference, in the units that both were measured in

	row *ablation.Row
	gpu bool
}

// Against compares a figure of an entry with its reference's.
type Against struct {
	Unit    string
	Delta   float64 // entry/reference − 1; +Inf from 0
	P       float64 // 0 for exact units
	Verdict string  // compare's word
}

// Change is a figure that clearly differs from the baseline's.
type Change struct {
	Column  string // the column of the comparison, usually a file
	Package string
	Name    string // benchmark full name
	Unit    string // one of memoryUnits
	Was, Is float64
	Delta   float64 // Is/Was − 1; +Inf from 0
	P       float64 // 0 for exact units
	Verdict string  // compare's word
}

// Amount is a whole number that may be unknown.
type Amount struct {
	Value int64
	Known bool
}

// known rounds a measurement, a median perhaps between two whole numbers.
func known(x float64) Amount {
	x = math.RoundToEven(x)
	if math.IsNaN(x) || x < 0 || x >= math.MaxInt64 {
		return Amount{}
	}
	return Amount{int64(x), true}
}

// plus adds what is known of both; it is unknown where neither is, and where
// the sum does not fit.
func (a Amount) plus(b Amount) Amount {
	switch {
	case !a.Known:
		return b
	case !b.Known:
		return a
	case a.Value > math.MaxInt64-b.Value:
		return Amount{}
	}
	return Amount{a.Value + b.Value, true}
}

// product multiplies factors above zero; it is unknown where it does not fit.
func product(factors ...int64) Amount {
	p := uint64(1)
	for _, f := range factors {
		if f <= 0 {
			return Amount{}
		}
		hi, lo := bits.Mul64(p, uint64(f))
		if hi != 0 || lo > math.MaxInt64 {
			return Amount{}
		}
		p = lo
	}
	return Amount{int64(p), true}
}

// Float returns the amount as a float64, NaN where it is unknown.
func (a Amount) Float() float64 {
	if !a.Known {
		return math.NaN()
	}
	return float64(a.Value)
}

// MarshalJSON writes an integer, or null where it is unknown.
func (a Amount) MarshalJSON() ([]byte, error) {
	if !a.Known {
		return []byte("null"), nil
	}
	return strconv.AppendInt(nil, a.Value, 10), nil
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (a *Amount) UnmarshalJSON(b []byte) error {
	var p *int64
	if err := json.Unmarshal(b, &p); err != nil {
		return err
	}
	*a = Amount{}
	if p != nil {
		*a = Amount{*p, true}
	}
	return nil
}
