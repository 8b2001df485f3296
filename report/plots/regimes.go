package plots

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/fftstudy/fftstudy/benchx/training"
	"github.com/fftstudy/fftstudy/report/style"
)

// regimeMap: how far the round trip of each regime is off at each length.
func regimeMap(r *training.Report) *sheet {
	var names []string
	var sizes []int
	var values, untrained []float64
	at := map[string]map[int]*training.Regime{}
	for i := range r.Regimes {
		g := &r.Regimes[i]
		if at[g.Regime] == nil {
			at[g.Regime] = map[int]*training.Regime{}
			names = append(names, g.Regime)
		}
		sizes = append(sizes, g.N)
		// Of several with one name, trained anew, the better one counts.
		if old := at[g.Regime][g.N]; old == nil || !finite(old.RoundTripMax) || g.RoundTripMax < old.RoundTripMax {
			at[g.Regime][g.N] = g
		}
		switch {
		case !finite(g.RoundTripMax):
		case g.Untrained():
			untrained = append(untrained, g.RoundTripMax)
		default:
			values = append(values, g.RoundTripMax)
		}
	}
	if len(values) == 0 { // the scale tells trained ones apart, where there are some
		values = untrained
	}
	if len(values) == 0 {
		return nil
	}
	s := &sheet{title: "Round-trip error by training and evaluation length"}
	if rest := len(names) - maxMapRows; rest > 0 {
		names = names[:maxMapRows]
		s.note("%s left out.", plural(rest, "further regime"))
	}
	sizes = s.columns(unequal(sizes))
	scale := logAxis("", style.ErrorTicks, values...)
	best := r.BestRegimes()
	m := make(cells, len(names))
	for i, name := range names {
		for _, n := range sizes {
			m[i] = append(m[i], regimeCell(at[name][n], best[n], &scale))
		}
	}
	s.legend.bar = &colorBar{title: "largest error of the round trip", color: style.Viridis, ticks: barTicks(scale.marks())}
	s.legend.entries = []legendEntry{{kind: legendFrame, text: "best of a length"}, {kind: legendMissing, text: "not evaluated"}}
	shown := make([]string, len(names))
	for i, name := range names {
		shown[i] = brief(name)
	}
	s.panels = [][]*panel{{newPanel(nominal("n at which it is evaluated", intNames(sizes)), topDown(shown), bodyWidth(&s.legend), m)}}
	s.rowHeight = float64(len(names)*cellHeight + mapOverhead)
	s.subtitle = "Lower is better, dark is low. Logarithmic colours. The untrained network is not ranked."
	s.caption = regimeCaption(best)
	return s
}

func regimeCell(g, best *training.Regime, scale *axis) cell {
	if g == nil || !finite(g.RoundTripMax) {
		return cell{}
	}
	t, _ := scale.at(g.RoundTripMax)
	return cell{kind: cellValue, fill: style.Viridis(step(t)), text: style.ErrorValue(g.RoundTripMax), framed: g == best}
}

// regimeCaption says who is best where.
func regimeCaption(best map[int]*training.Regime) string {
	var list []*training.Regime
	for _, g := range best {
		list = append(list, g)
	}
	slices.SortFunc(list, func(a, b *training.Regime) int { return cmp.Compare(a.N, b.N) })
	text := "Largest error of decoder after encoder, by regime and length."
	const most = 6
	for _, g := range list[:min(len(list), most)] {
		text += fmt.Sprintf(" At n = %d %s is best with %s.", g.N, brief(g.Regime), style.ErrorValue(g.RoundTripMax))
	}
	return text
}
