package compare

// Tally counts verdicts.
type Tally struct {
	Better, Worse, Changed, Unclear, Incomparable int
}

// Compared returns the number of cells with a verdict that rests on a test.
func (t Tally) Compared() int { return t.Better + t.Worse + t.Changed + t.Unclear }

// Tally counts the verdicts of one column over all tables of a unit.
func (r *Result) Tally(column int, unit string) (t Tally) {
	for i := range r.Tables {
		if r.Tables[i].Unit != unit {
			continue
		}
		for j := range r.Tables[i].Rows {
			t.add(r.Tables[i].Rows[j].Cells[column].Verdict)
		}
	}
	return t
}

func (t *Tally) add(v Verdict) {
	switch v {
	case Better:
		t.Better++
	case Worse:
		t.Worse++
	case Changed:
		t.Changed++
	case Unclear:
		t.Unclear++
	case Incomparable:
		t.Incomparable++
	}
}

// Units lists the units of the tables, in the order in which they first come.
func (r *Result) Units() (units []string) {
	seen := make(map[string]bool)
	for i := range r.Tables {
		if u := r.Tables[i].Unit; !seen[u] {
			seen[u] = true
			units = append(units, u)
		}
	}
	return units
}
