package study

import (
	"maps"
	"slices"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/report/style"
)

// matrixView is a small table with a heading on both sides.
type matrixView struct {
	Title  string
	Corner string
	Words  bool // the cells hold words
	Heads  []string
	Rows   []matrixRow
	Note   string
}

type matrixRow struct {
	Head, Class string
	Cells       []matrixCell
}

// matrixCell is one cell. Parts are its text, cut where a line may end.
type matrixCell struct {
	Parts      []string
	Sub, Class string
}

// What matrices may add to the page: larger ones are hard to read as text and
// have a picture.
const (
	maxMatrixCells = 60
	maxCellsInAll  = 160
)

// winnerMaps draws who wins where, one map per group: n along, batch down.
// A group whose contests differ in more than n and batch has no map. cross has
// the crossovers of each in words.
func (b *builder) winnerMaps() (out map[groupKey]*matrixView, cross map[groupKey][]string) {
	out, cross = map[groupKey]*matrixView{}, map[groupKey][]string{}
	total := 0
	for _, g := range groups(b.Study.Contests, func(c *ablation.Contest) groupKey { return keyOf(c.Cell) }) {
		m := winnerMap(g)
		if m == nil {
			continue
		}
		cross[keyOf(g[0].Cell)] = crossovers(g)
		if m.fits(&total) {
			out[keyOf(g[0].Cell)] = m
		}
	}
	return out, cross
}

// fits reports whether the page has room for the matrix, and takes it.
func (m *matrixView) fits(total *int) bool {
	cells := len(m.Rows) * len(m.Heads)
	if cells > maxMatrixCells || *total+cells > maxCellsInAll {
		return false
	}
	*total += cells
	return true
}

// heads sets the columns of the matrix, one per size, and returns their order.
func (m *matrixView) heads(sizes map[int]bool) []int {
	ns := slices.Sorted(maps.Keys(sizes))
	for _, n := range ns {
		m.Heads = append(m.Heads, whole(n))
	}
	return ns
}

func winnerMap(contests []ablation.Contest) *matrixView {
	type spot struct{ n, batch int }
	at := map[spot]*ablation.Contest{}
	sizes, batches := map[int]bool{}, map[int]bool{}
	for i := range contests {
		c := &contests[i]
		s := spot{c.Cell.N, c.Cell.Batch}
		if at[s] != nil || len(c.Configs) == 0 {
			return nil
		}
		if !c.Rivals() {
			continue // who runs alone wins nothing
		}
		at[s] = c
		sizes[s.n], batches[s.batch] = true, true
	}
	if len(sizes) < 2 {
		return nil
	}
	m := &matrixView{Title: "Who wins where", Corner: "batch \\ n", Words: true,
		Note: "The fastest variant of each cell; ≈ marks a tie, with the number of variants that share the first place."}
	ns := m.heads(sizes)
	for _, batch := range slices.Sorted(maps.Keys(batches)) {
		row := matrixRow{Head: whole(batch)}
		for _, n := range ns {
			row.Cells = append(row.Cells, winnerCell(at[spot{n, batch}]))
		}
		m.Rows = append(m.Rows, row)
	}
	return m
}

func winnerCell(c *ablation.Contest) matrixCell {
	if c == nil {
		return emptyCell()
	}
	w := c.Winner()
	cell := matrixCell{Parts: strings.SplitAfter(show(w.Variant), "_"), Class: slotClass(w.Slot)}
	if c.Tied > 1 {
		cell.Sub = "≈ " + whole(c.Tied) + " tied"
	}
	return cell
}

func emptyCell() matrixCell { return matrixCell{Parts: []string{style.Missing}, Class: "none"} }
