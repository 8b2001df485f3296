package comment

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/report/style"
)

// deviceLoads is how many batches the table of ratios has columns for.
const deviceLoads = 10

// ratioGroup is what a table of ratios is about.
type ratioGroup struct{ direction, precision, device, variant, reference string }

// deviceRatios is a table of n by batch for each variant that was compared on a
// device: its speed in relation to the reference.
func (a *Alone) deviceRatios() part {
	groups := map[ratioGroup][]*OnDevice{}
	var order []ratioGroup
	for i := range a.Devices {
		d := &a.Devices[i]
		if d.Reference == "" {
			continue
		}
		g := ratioGroup{d.Direction, d.Precision, d.Device, d.Variant, d.Reference}
		if groups[g] == nil {
			order = append(order, g)
		}
		groups[g] = append(groups[g], d)
	}
	const shownGroups = 8
	var rows []string
	for _, g := range order[:min(len(order), shownGroups)] {
		rows = append(rows, g.table(groups[g]))
	}
	if len(rows) == 0 {
		return part{}
	}
	return newRows(rankFailed, "**On the device**, speed in relation to the reference (above 1 is faster; ▲ ▼ where the interval of the ratio leaves out 1):\n\n",
		rows, len(order)-len(rows), "", "**On the device:** the tables do not fit here.\n")
}

// table shows the ratios of one variant, n down, and along what its batches line
// up by.
func (g ratioGroup) table(rows []*OnDevice) string {
	type spot struct{ n, load int }
	by := ablation.LoadOf(func(yield func(n, batch int) bool) {
		for _, d := range rows {
			if !yield(d.N, d.Batch) {
				return
			}
		}
	})
	at := map[spot]*OnDevice{}
	sizes, loads := map[int]bool{}, map[int]bool{}
	for _, d := range rows {
		load := by.Of(d.N, d.Batch)
		at[spot{d.N, load}] = d
		sizes[d.N], loads[load] = true, true
	}
	columns := slices.Sorted(maps.Keys(loads))
	left := max(0, len(columns)-deviceLoads)
	columns = columns[left:] // the largest: what a device is for
	head, rule := []string{"n, " + by.String() + " →"}, "|--:|"
	for _, b := range columns {
		head, rule = append(head, strconv.Itoa(b)), rule+"--:|"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s : %s, %s", shown(g.variant), shown(g.reference), shown(strings.TrimSpace(g.direction+" "+g.precision+" "+g.device)))
	if left > 0 {
		fmt.Fprintf(&b, " (smaller batches that are left out: %d)", left)
	}
	b.WriteString("\n\n" + line(head) + rule + "\n")
	for _, n := range slices.Sorted(maps.Keys(sizes)) {
		fields := []string{strconv.Itoa(n)}
		for _, load := range columns {
			fields = append(fields, at[spot{n, load}].ratioText())
		}
		b.WriteString(line(fields))
	}
	return b.String() + "\n"
}

// ratioText is a ratio with the sign of what its interval says.
func (d *OnDevice) ratioText() string {
	if d == nil || math.IsNaN(d.Ratio) {
		return ""
	}
	text := unbroken(style.RatioInterval(d.Ratio, math.NaN(), math.NaN()))
	switch {
	case d.Lo > 1:
		text += " ▲"
	case d.Hi < 1:
		text += " ▼"
	}
	return text
}

// deviceTable has all rows on devices, folded.
func (a *Alone) deviceTable() part {
	head := []string{"direction", "variant", "device", "n", "batch", "time on the device", "speed × reference", "of copy bandwidth", "host to host", "× fastest CPU, host to host", "relative L2 error"}
	rule := "|:--|:--|:--|--:|--:|--:|--:|--:|--:|--:|--:|\n"
	var rows []string
	for i := range a.Devices {
		d := &a.Devices[i]
		rows = append(rows, line([]string{
			cell(strings.TrimSpace(d.Direction + " " + d.Precision)), cell(d.Variant), cell(d.Device), strconv.Itoa(d.N), strconv.Itoa(d.Batch),
			unbroken(style.Time(d.Sec)), unbroken(d.interval()), unbroken(style.Share(d.CopyShare)), unbroken(style.Time(d.E2E)),
			style.Ratio(d.OverCPU), style.ErrorValue(d.RelL2),
		}))
	}
	if len(rows) == 0 {
		return part{}
	}
	return folded(rankRest, plural(len(rows)+a.DevicesOmitted, "row")+" on devices", line(head)+rule, rows, a.DevicesOmitted, "")
}

func (d *OnDevice) interval() string {
	if math.IsNaN(d.Ratio) {
		return style.Missing
	}
	return style.RatioInterval(d.Ratio, d.Lo, d.Hi)
}
