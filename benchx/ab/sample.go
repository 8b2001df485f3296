package ab

import (
	"math"
	"strconv"

	"github.com/fftstudy/fftstudy/benchx/ingest"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

// A Sample is one outcome of one benchmark in one slice.
type Sample struct {
	Name    string       `json:"name"` // as Key.Name
	Procs   int          `json:"procs"`
	Iters   int64        `json:"iters,omitempty"`
	Values  []Value      `json:"values,omitempty"` // none unless Status is ok
	Status  wire.Status  `json:"status"`
	Limiter wire.Limiter `json:"limiter,omitempty"`
	Note    string       `json:"note,omitempty"`
}

// A Value is one measurement in a base unit (see ingest.Value).
type Value struct {
	Unit  string  `json:"unit"`
	Value float64 `json:"value"`
}

func fromIngest(s *ingest.Sample) Sample {
	out := Sample{Name: s.Name, Procs: s.Procs, Iters: s.Iters, Status: s.Status, Limiter: s.Limiter, Note: s.Note}
	for _, v := range s.Values {
		out.Values = append(out.Values, Value(v))
	}
	return out
}

// seconds returns the time of one iteration, 0 where none was measured.
func (s *Sample) seconds() float64 {
	for _, v := range s.Values {
		if v.Unit == wire.UnitSecPerOp {
			return v.Value
		}
	}
	return 0
}

// fullName is the name as package testing prints it.
func (s *Sample) fullName() string {
	name := "Benchmark" + s.Name
	if s.Procs > 1 {
		name += "-" + strconv.Itoa(s.Procs)
	}
	return name
}

// appendLine appends the sample as a result line of go test -bench, with a log
// below it where it is not ok or has a note. quiet leaves the note of a sample
// that is ok out, as package testing does after the first one.
func (s *Sample) appendLine(dst []byte, quiet bool) []byte {
	dst = append(dst, s.fullName()...)
	dst = append(dst, " \t"...)
	dst = strconv.AppendInt(dst, max(s.Iters, 1), 10)
	if s.Status != wire.OK {
		dst = append(dst, "\t1 "...)
		dst = append(dst, s.Status...)
	}
	for _, v := range s.Values {
		dst = append(dst, '\t')
		dst = appendValue(dst, v)
	}
	dst = append(dst, '\n')
	if facts := s.facts(); len(facts) > 0 && !(quiet && s.Status == wire.OK) {
		dst = append(dst, "--- BENCH: "+s.fullName()+"\n    "+wire.NotePrefix...)
		dst = wire.AppendFacts(dst, facts...)
		dst = append(dst, '\n')
	}
	return dst
}

func (s *Sample) facts() []wire.Fact {
	return wire.OutcomeFacts(s.Status, s.Limiter, s.Note)
}

// printedDigits is how many significant digits a value in another unit than its
// base is written with: those that a number which was printed with as many
// survives in, through the change to the base unit and back.
const printedDigits = 15

// appendValue appends "value unit" in the unit that package testing prints.
func appendValue(dst []byte, v Value) []byte {
	unit, value := v.Unit, v.Value
	switch unit {
	case wire.UnitSecPerOp:
		unit, value = wire.UnitNsPerOp, rounded(value*1e9)
	case wire.UnitBytesPerSec:
		unit, value = "MB/s", rounded(value/1e6)
	}
	format := byte('f')
	if size := math.Abs(value); size != 0 && (size < 1e-6 || size >= 1e15) {
		format = 'g'
	}
	dst = strconv.AppendFloat(dst, value, format, -1, 64)
	dst = append(dst, ' ')
	return append(dst, unit...)
}

// rounded returns x with printedDigits significant digits.
func rounded(x float64) float64 {
	short, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', printedDigits, 64), 64)
	if err != nil {
		return x
	}
	return short
}
