package compare

import (
	"fmt"
	"iter"
	"math"
	"strconv"
)

// Shortage is a unit in which no difference could be clear, however large: the
// smallest p that its samples can give, corrected for its rows by Holm's method,
// is not below alpha.
type Shortage struct {
	Unit              string
	Column            string // its label where there are several beside the base, else ""
	Rows              int    // tested
	BaseN, N, Pairs   int    // of the row that has most: samples a side; pairs, or 0
	Carries           int    // rows among which one with so many samples could be clear
	Need, NeedCarries int    // samples a side, or pairs, that would do, and the rows that they carry
}

// Says tells of the shortage in a sentence that calls the unit what unit says.
func (s Shortage) Says(unit string) string {
	have, more := fmt.Sprintf("%d+%d samples", s.BaseN, s.N), fmt.Sprintf("-count %d carries", s.Need)
	switch {
	case s.Pairs > 0:
		have, more = strconv.Itoa(s.Pairs)+" pairs", fmt.Sprintf("%d pairs carry", s.Need)
	case s.BaseN == s.N:
		have = strconv.Itoa(s.N) + " samples a side"
	}
	of := ""
	if s.Column != "" {
		of = " of " + s.Column
	}
	return fmt.Sprintf("no difference%s in %s can be clear: %s carry %s after Holm's correction, and %d are tested; %s %d",
		of, unit, have, rows(s.Carries), s.Rows, more, s.NeedCarries)
}

func rows(n int) string {
	if n == 1 {
		return "1 row"
	}
	return strconv.Itoa(n) + " rows"
}

// Shortages returns the units in which none of the findings could have been
// clear, in the order in which they come. The findings are all rows of one column
// that were compared.
func Shortages(findings iter.Seq[*Finding], correction Correction) []Shortage {
	if correction != Holm {
		return nil // with Benjamini and Hochberg's many rows help each other, and without one nothing is corrected
	}
	type family struct {
		Shortage
		least, alpha float64
	}
	var order []*family
	units := make(map[string]*family)
	for f := range findings {
		d := f.Cell.Decision
		if d == nil || d.How != ByTest || d.Tests < 2 || math.IsNaN(d.Adjusted) {
			continue
		}
		of := units[f.Unit]
		if of == nil {
			of = &family{least: math.Inf(1)}
			units[f.Unit] = of
			order = append(order, of)
		}
		if least := leastP(f.Base.N, f.Cell.N, d.Pairs > 0); least < of.least {
			of.Shortage = Shortage{Unit: f.Unit, Rows: d.Tests, BaseN: f.Base.N, N: f.Cell.N, Pairs: d.Pairs}
			of.least, of.alpha = least, d.Alpha
		}
	}
	var short []Shortage
	for _, of := range order {
		s := of.Shortage
		if s.Carries = carries(of.least, of.alpha); s.Carries >= s.Rows {
			continue
		}
		for s.Need = 1; s.NeedCarries < s.Rows && s.Need < MostNeeded; {
			s.Need++
			s.NeedCarries = carries(leastP(s.Need, s.Need, s.Pairs > 0), of.alpha)
		}
		short = append(short, s)
	}
	return short
}

// carries returns among how many rows a p-value is below alpha by Holm's
// correction, at most math.MaxInt32.
func carries(p, alpha float64) int {
	n := math.Floor(min(alpha/p, math.MaxInt32))
	if p*n >= alpha { // the level itself is not below it
		n--
	}
	return int(n)
}

// shortages returns those of all columns.
func (r *Result) shortages() (all []Shortage) {
	for c := range r.Columns {
		for _, s := range Shortages(r.compared(c), r.Options.Policy.Correction) {
			if len(r.Columns) > 2 {
				s.Column = r.Columns[c]
			}
			all = append(all, s)
		}
	}
	return all
}

// compared yields the rows of a column that both it and the base measured.
func (r *Result) compared(column int) iter.Seq[*Finding] {
	return func(yield func(*Finding) bool) {
		for t := range r.Tables {
			table := &r.Tables[t]
			for i := range table.Rows {
				cells := table.Rows[i].Cells
				if cells[column].BaseN > 0 && !yield(&Finding{Unit: table.Unit, Base: &cells[table.Base], Cell: &cells[column]}) {
					return
				}
			}
		}
	}
}
