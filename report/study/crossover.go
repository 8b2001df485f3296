package study

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/ablation"
)

// maxCrossovers is how many batches of a group have their crossovers in words.
const maxCrossovers = 4

// A winnerRun is sizes in a row at which one variant is the clear winner.
type winnerRun struct {
	variant  string
	from, to int // n
}

// crossovers words where, with growing n, the clear winner changes: a sentence
// for each batch of the group. Ties in between decide nothing and are passed
// over.
func crossovers(contests []ablation.Contest) []string {
	byBatch := map[int][]*ablation.Contest{}
	for i := range contests { // ascending n
		c := &contests[i]
		byBatch[c.Cell.Batch] = append(byBatch[c.Cell.Batch], c)
	}
	var out []string
	for _, batch := range slices.Sorted(maps.Keys(byBatch)) {
		if runs := winnerRuns(byBatch[batch]); len(runs) > 1 && len(out) < maxCrossovers {
			out = append(out, crossover(batch, runs))
		}
	}
	return out
}

// winnerRuns merges the clear wins of contests with ascending n.
func winnerRuns(contests []*ablation.Contest) []winnerRun {
	var runs []winnerRun
	for _, c := range contests {
		if !c.Rivals() || c.Tied > 1 || c.Cell.N == 0 {
			continue
		}
		name := c.Winner().Variant
		if last := len(runs) - 1; last >= 0 && runs[last].variant == name {
			runs[last].to = c.Cell.N
			continue
		}
		runs = append(runs, winnerRun{name, c.Cell.N, c.Cell.N})
	}
	return runs
}

func crossover(batch int, runs []winnerRun) string {
	parts := make([]string, len(runs))
	for i, l := range runs {
		switch {
		case i == 0:
			parts[i] = fmt.Sprintf("%s is clearly the fastest up to n = %s", show(l.variant), whole(l.to))
		case i == len(runs)-1:
			parts[i] = fmt.Sprintf("%s from n = %s", show(l.variant), whole(l.from))
		case l.from == l.to:
			parts[i] = fmt.Sprintf("%s at n = %s", show(l.variant), whole(l.from))
		default:
			parts[i] = fmt.Sprintf("%s from n = %s to %s", show(l.variant), whole(l.from), whole(l.to))
		}
	}
	text := strings.Join(parts, ", ") + "."
	if batch > 0 {
		text = "Batch " + whole(batch) + ": " + text
	}
	return text
}
