package tables

import (
	"fmt"
	"math"
	"strings"

	"github.com/fftstudy/fftstudy/fftbench/peers/results"
	"github.com/fftstudy/fftstudy/report/style"
)

// table is one Markdown table. All columns but the first are numbers and stand
// to the right.
type table struct {
	head []string
	rows [][]string
	text bool // all columns are text
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

func (t *table) write(w *strings.Builder) {
	line := func(cells []string) { w.WriteString("| " + strings.Join(cells, " | ") + " |\n") }
	line(t.head)
	w.WriteString("|---" + strings.Repeat(map[bool]string{false: "|--:", true: "|---"}[t.text], len(t.head)-1) + "|\n")
	for _, r := range t.rows {
		line(r)
	}
	w.WriteString("\n")
}

// timeCell is the time of a series by row of the batch, with its spread.
func timeCell(s results.Series, batch int, ok bool) string {
	if !ok {
		return style.Missing
	}
	v := spreadOf(s.Values)
	text := fmt.Sprintf("%s ±%.0f %%", shortTime(v.median/float64(batch)), 100*v.relative())
	if s.InPlace {
		text += " (in)"
	}
	return text
}

// shortTime has three significant digits.
func shortTime(sec float64) string {
	scale, unit := style.TimeUnit(sec)
	return three(sec*scale) + " " + unit
}

// three prints three significant digits, or all before the point.
func three(v float64) string {
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return style.Missing
	case v >= 10000:
		return fmt.Sprintf("%.0fk", v/1000)
	case v >= 100:
		return fmt.Sprintf("%.0f", v)
	case v >= 10:
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.2f", v)
}

// ratioCell is a speed-up with its quartiles.
func ratioCell(s spread, ok bool) string {
	if !ok {
		return style.Missing
	}
	return fmt.Sprintf("%s (%s–%s)", three(s.median), three(s.low), three(s.high))
}

// summary is the line under a column of ratios.
type summary struct {
	ratios []float64
	at     []string // where each stands
}

func (s *summary) add(at string, r spread, ok bool) {
	if ok {
		s.ratios, s.at = append(s.ratios, r.median), append(s.at, at)
	}
}

// worst is the least ratio and where it stands.
func (s *summary) worst() (ratio float64, at string) {
	ratio = math.Inf(1)
	for i, r := range s.ratios {
		if r < ratio {
			ratio, at = r, s.at[i]
		}
	}
	return ratio, at
}

func (s *summary) geomeanCell() string {
	if len(s.ratios) == 0 {
		return ""
	}
	return "**" + three(geomean(s.ratios)) + "**"
}

func (s *summary) worstCell() string {
	if len(s.ratios) == 0 {
		return ""
	}
	ratio, at := s.worst()
	return fmt.Sprintf("%s at %s", three(ratio), at)
}
