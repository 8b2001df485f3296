package comparison

import (
	"fmt"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/report/style"
)

// Headline sums a comparison up for people: one line per column against the
// base and unit, "new.txt against old.txt, time per op: 2 slower, 5 faster,
// 113 no clear change"; then what too few samples keep from showing. Units in
// which nothing can be compared are left out.
func Headline(res *compare.Result) (lines []string) {
	labels := style.FileLabels(res.Columns)
	for c := 1; c < len(labels); c++ {
		for _, unit := range res.Units() {
			t := res.Tally(c, unit)
			if t.Compared()+t.Incomparable == 0 {
				continue
			}
			lines = append(lines, fmt.Sprintf("%s against %s, %s: %s",
				style.Terminal(labels[c]), style.Terminal(labels[0]),
				style.Terminal(style.UnitTitle(unit)), counts(t, unit)))
		}
	}
	for _, s := range res.Short {
		lines = append(lines, style.Terminal(s.Says(style.UnitTitle(s.Unit))))
	}
	return lines
}

func counts(t compare.Tally, unit string) string {
	better, worse := "better", "worse"
	if unit == wire.UnitSecPerOp {
		better, worse = "faster", "slower"
	}
	var parts []string
	for _, p := range []struct {
		n    int
		word string
	}{
		{t.Worse, worse}, {t.Better, better}, {t.Changed, "changed"},
		{t.Unclear, string(compare.Unclear)}, {t.Incomparable, string(compare.Incomparable)},
	} {
		if p.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", p.n, p.word))
		}
	}
	return strings.Join(parts, ", ")
}
