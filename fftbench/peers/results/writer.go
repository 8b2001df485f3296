package results

import (
	"bufio"
	"io"
	"math"
	"strconv"
	"time"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// Writer writes a run. The first error of the underlying writer sticks; Flush
// returns it.
type Writer struct{ w *bufio.Writer }

// NewWriter returns a Writer to w.
func NewWriter(w io.Writer) *Writer { return &Writer{bufio.NewWriter(w)} }

// Fact writes one statement about the run.
func (w *Writer) Fact(key, value string) {
	line := wire.AppendFacts([]byte(wire.FactPrefix), wire.Fact{Key: key, Value: value})
	w.w.Write(append(line, '\n'))
}

// Config writes one of the configuration lines of package testing: goos,
// goarch, pkg or cpu.
func (w *Writer) Config(key, value string) { w.w.WriteString(key + ": " + value + "\n") }

// Sample writes the line of one round: what one op took or came to, and how
// many ops that was found from.
func (w *Writer) Sample(k Key, e Entrant, ops int, value float64, unit string) {
	w.w.WriteString("Benchmark" + k.Bench)
	for _, a := range append(k.Axes(), e.Axes()...) {
		w.w.WriteString("/" + a.Key + "=" + a.Value)
	}
	w.w.WriteString(" " + strconv.Itoa(ops) + " " + significant(value) + " " + unit + "\n")
}

// Close says that the run came to its end, without which readers take it for
// cut off, and hands everything on.
func (w *Writer) Close(took time.Duration) error {
	w.w.WriteString("PASS\n")
	w.Fact(wire.FactElapsedMS, strconv.FormatInt(took.Milliseconds(), 10))
	return w.w.Flush()
}

// Flush hands everything on.
func (w *Writer) Flush() error { return w.w.Flush() }

// significant prints three significant digits, or four that begin with a 1:
// off by a quarter of a per cent at most, less than rounds differ by, in files
// that are kept.
func significant(v float64) string {
	if v == 0 || math.IsNaN(v) || math.IsInf(v, 0) {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	exponent := math.Floor(math.Log10(math.Abs(v)))
	decimals := 2 - int(exponent)
	if math.Abs(v) < 2*math.Pow(10, exponent) {
		decimals++
	}
	if decimals < 0 {
		unit := math.Pow10(-decimals)
		return strconv.FormatFloat(math.Round(v/unit)*unit, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'f', decimals, 64)
}
