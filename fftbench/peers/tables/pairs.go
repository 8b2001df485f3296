package tables

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/fftstudy/fftstudy/fftbench/peers/results"
)

// pairing is one column group of a table: a kind of work, ours and FFTW's.
type pairing struct {
	title string
	key   func(n int) results.Key
	batch int // rows of a call; times are by row
}

// pairs is a table of one line a length with a group of columns for each
// pairing.
func (m machine) pairs(w *strings.Builder, heading string, lengths []int, name func(n int) string, groups []pairing) {
	if len(lengths) == 0 || len(groups) == 0 {
		return
	}
	t := table{head: []string{"n"}}
	for _, g := range groups {
		t.head = append(t.head, g.title+": ours", libraryTitle(m.fftw), "×")
	}
	sums := make([]summary, len(groups))
	for _, n := range lengths {
		row := []string{name(n)}
		for i, g := range groups {
			c := m.run.Cell(g.key(n))
			ours, ok := best(c, results.Ours)
			theirs, okTheirs := best(c, m.fftw)
			r, okBoth := duel(c, m.fftw)
			sums[i].add(strconv.Itoa(n), r, okBoth)
			row = append(row, timeCell(ours, g.batch, ok), timeCell(theirs, g.batch, okTheirs), ratioCell(r, okBoth))
		}
		t.add(row...)
	}
	means, worst := []string{"geomean"}, []string{"lowest"}
	for i := range sums {
		means = append(means, "", "", sums[i].geomeanCell())
		worst = append(worst, "", "", sums[i].worstCell())
	}
	t.add(means...)
	t.add(worst...)
	fmt.Fprintf(w, "### %s\n\n", heading)
	t.write(w)
}

// batches is the table of several rows a call.
func (m machine) batches(w *strings.Builder, precision string) {
	var lengths []int
	var groups []pairing
	for _, batch := range []int{8, 64} {
		cells := m.cells(results.C2C, precision, powers(batch))
		if len(cells) == 0 {
			continue
		}
		lengths = union(lengths, cells)
		groups = append(groups, pairing{
			title: fmt.Sprintf("batch %d", batch), batch: batch,
			key: func(n int) results.Key {
				return results.Key{Bench: results.C2C, Precision: precision, N: n, Batch: batch}
			},
		})
	}
	m.pairs(w, title(precision)+", batches (time per row)", lengths, strconv.Itoa, groups)
}

// real is the table of real input.
func (m machine) real(w *strings.Builder, precision string) {
	var lengths []int
	var groups []pairing
	for _, bench := range []string{results.R2C, results.C2R} {
		cells := m.cells(bench, precision, powers(1))
		if len(cells) == 0 {
			continue
		}
		lengths = union(lengths, cells)
		groups = append(groups, pairing{title: strings.ToLower(bench), batch: 1, key: func(n int) results.Key {
			return results.Key{Bench: bench, Precision: precision, N: n, Batch: 1}
		}})
	}
	heading := map[string]string{results.F32: "float32", results.F64: "float64"}[precision] + ", real input and back"
	m.pairs(w, heading, lengths, strconv.Itoa, groups)
}

// lengths is the table of lengths that are no powers of two.
func (m machine) lengths(w *strings.Builder) {
	var list []int
	var groups []pairing
	for _, precision := range []string{results.F32, results.F64} {
		cells := m.cells(results.C2C, precision, others)
		if len(cells) == 0 {
			continue
		}
		list = union(list, cells)
		groups = append(groups, pairing{title: title(precision), batch: 1, key: func(n int) results.Key {
			return results.Key{Bench: results.C2C, Precision: precision, N: n, Batch: 1}
		}})
	}
	m.pairs(w, "Other lengths, single rows", list, factored, groups)
}

// union adds the lengths of cells to a list, in order.
func union(list []int, cells []*results.Cell) []int {
	for _, c := range cells {
		at := 0
		for at < len(list) && list[at] < c.N {
			at++
		}
		if at == len(list) || list[at] != c.N {
			list = append(list[:at], append([]int{c.N}, list[at:]...)...)
		}
	}
	return list
}

// factored names a length with its prime factors: "360 = 2³·3²·5".
func factored(n int) string {
	var parts []string
	rest := n
	for p := 2; p*p <= rest; p++ {
		power := 0
		for ; rest%p == 0; rest /= p {
			power++
		}
		if power > 0 {
			parts = append(parts, strconv.Itoa(p)+exponent(power))
		}
	}
	if rest > 1 {
		parts = append(parts, strconv.Itoa(rest))
	}
	if len(parts) == 1 && rest == n {
		return fmt.Sprintf("%d, prime", n)
	}
	return fmt.Sprintf("%d = %s", n, strings.Join(parts, "·"))
}

func exponent(power int) string {
	if power == 1 {
		return ""
	}
	var s strings.Builder
	for _, digit := range strconv.Itoa(power) {
		s.WriteRune([]rune("⁰¹²³⁴⁵⁶⁷⁸⁹")[digit-'0'])
	}
	return s.String()
}
