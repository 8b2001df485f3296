package study

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/report/style"
)

// deviceRow is a row on a device beside the reference of its cell and the
// fastest on the CPU.
type deviceRow struct {
	*ablation.Config
	against *compare.Against // nil for the reference itself, and without one
	cpu     *ablation.Config // nil where no CPU ran the cell
}

// bytesPerSec is the throughput that the row states.
func (r deviceRow) bytesPerSec() float64 {
	if m := r.Row.Metric(wire.UnitBytesPerSec); m != nil {
		return m.Median
	}
	return math.NaN()
}

// around is the share of the time from host to host that the device does not
// work: copies and launches.
func (r deviceRow) around() float64 {
	if !(r.E2ESec >= r.Sec) || !finite(r.E2ESec) {
		return math.NaN()
	}
	return 1 - r.Sec/r.E2ESec
}

// onDevice and hostToHost are how many times as fast as the fastest on the CPU.
func (r deviceRow) onDevice() float64   { return r.overCPU(r.Sec) }
func (r deviceRow) hostToHost() float64 { return r.overCPU(r.E2ESec) }

func (r deviceRow) overCPU(sec float64) float64 {
	if r.cpu == nil || !(sec > 0) {
		return math.NaN()
	}
	return r.cpu.Sec / sec
}

func (r deviceRow) ratio() float64 {
	if r.against == nil {
		return math.NaN()
	}
	return r.against.Ratio
}

// deviceGroups are the tables, one per direction and precision.
func (b *builder) deviceGroups() []deviceGroup {
	cpu := map[ablation.Cell]*ablation.Config{}
	for i := range b.Study.Contests {
		if c := &b.Study.Contests[i]; !c.Cell.GPU && len(c.Configs) > 0 {
			cpu[c.Cell] = c.Winner()
		}
	}
	byGroup := map[groupKey][]deviceRow{}
	var order []groupKey
	for i := range b.Study.Contests {
		contest := &b.Study.Contests[i]
		if !contest.Cell.GPU {
			continue
		}
		key, same := keyOf(contest.Cell), contest.Cell
		same.GPU = false
		if byGroup[key] == nil {
			order = append(order, key)
		}
		for _, c := range contest.Configs {
			byGroup[key] = append(byGroup[key], deviceRow{c, b.against[c], cpu[same]})
		}
	}
	all, open := 0, 0
	for _, rows := range byGroup {
		all += len(rows)
	}
	var out []deviceGroup
	for _, key := range order[:min(len(order), maxGroups)] {
		rows := byGroup[key]
		title := group(key.direction, key.precision, true, false)
		g := deviceGroup{Title: title, Say: b.sayDeviceGroup(key, rows)}
		if all <= maxDeviceRows {
			open += len(rows)
			grid := b.deviceTable(key, title, rows)
			g.Grid, g.Folded = &grid, len(out) > 0 && open > staticRows
		}
		out = append(out, g)
	}
	return out
}

// deviceGroup is what ran on devices in one direction and precision; of very many
// rows there is no table.
type deviceGroup struct {
	Title, Say string
	Folded     bool
	Grid       *gridView
}

// maxDeviceRows is how many rows have tables of their own here.
const maxDeviceRows = 1000

func (b *builder) deviceTable(key groupKey, title string, rows []deviceRow) gridView {
	slices.SortStableFunc(rows, func(x, y deviceRow) int {
		return cmp.Or(cmp.Compare(x.N, y.N), cmp.Compare(x.Batch, y.Batch), cmp.Compare(x.Device, y.Device), cmp.Compare(x.Sec, y.Sec))
	})
	t := table[deviceRow]{
		id: b.ids.take("gpu-" + anchorID(title)), label: "Variants on GPUs, " + title,
		columns: b.deviceColumns(key), rows: rows, tools: len(rows) > staticRows,
	}
	return t.view(b)
}

func (b *builder) deviceColumns(key groupKey) []column[deviceRow] {
	type row = deviceRow
	of := func(r row) config { return r.Config }
	number := func(key, head, unit, help string, text func(float64) string, value func(row) float64) column[row] {
		return column[row]{key: key, head: head, unit: unit, help: help,
			text: func(r row) string { return text(value(r)) }, num: value}
	}
	columns := []column[row]{lift(variantColumn(), of), lift(sizeColumn(), of), lift(batchColumn(), of)}
	columns = append(columns,
		number("time", "time", "on the device", "of one op by the device's own clock, without copies from and to the host", style.Time, func(r row) float64 { return r.Sec }),
		column[row]{key: "ratio", head: "speed", unit: "× " + showOr(b.refs[key]),
			help: "time of the reference on the device / this time, with the " + b.level.text() + " interval of the ratio; ▲ clearly faster, ▼ clearly slower, ≈ no clear difference",
			text: func(r row) string { return deviceRatio(r.against) }, num: row.ratio,
			class: func(r row) string { return againstClass(r.against) }},
		number("copy_share", "of copy", "bandwidth", "bytes that an op must move / its time / the measured bandwidth of a copy on the device", wholeShare, func(r row) float64 { return r.CopyShare }),
		number("e2e", "time", "host to host", "of one op with the copies of input and output, as a program on the CPU waits for it", style.Time, func(r row) float64 { return r.E2ESec }),
		number("around", "copies, launch", "of host to host", "what of that time the device does not work", wholeShare, row.around),
		number("over_cpu", "speed", "× CPU, device", "time of the fastest on the CPU in the same cell / the device's time, copies left out", style.Ratio, row.onDevice),
		number("over_cpu_e2e", "speed", "× CPU, host to host", "the same / the time with all copies: above 1 the device pays for data that are on the host", style.Ratio, row.hostToHost),
		column[row]{key: "cpu", head: "fastest on CPU", help: "variant of least time on the CPU in the same cell", text: func(r row) string {
			if r.cpu == nil {
				return style.Missing
			}
			return show(r.cpu.Variant)
		}, class: func(r row) string {
			if r.cpu == nil {
				return ""
			}
			return slotClass(r.cpu.Slot)
		}},
		number("cpu_time", "time", "on CPU", "", style.Time, func(r row) float64 {
			if r.cpu == nil {
				return math.NaN()
			}
			return r.cpu.Sec
		}),
		number("rate", "GB/s", "", "bytes of input and output per second of the device's time", gigabytes, row.bytesPerSec),
		number("rel_l2", "error", "rel. L2", "", style.ErrorValue, func(r row) float64 { return r.RelL2 }),
	)
	if b.severalDevices() {
		columns = append(columns, lift(deviceColumn(), of))
	}
	for _, c := range b.varyingColumns() {
		columns = append(columns, lift(c, of))
	}
	return slices.DeleteFunc(columns, func(c column[row]) bool { return c.key == "ratio" && b.refs[key] == "" })
}

// severalDevices reports whether rows ran on more than one GPU.
func (b *builder) severalDevices() bool {
	first := ""
	for i := range b.Study.Configs {
		c := &b.Study.Configs[i]
		if !c.GPU || !c.OK() {
			continue
		}
		if first != "" && c.Device != first {
			return true
		}
		first = c.Device
	}
	return false
}

// deviceRatio is a ratio with its interval and the sign of its verdict.
func deviceRatio(a *compare.Against) string {
	if a == nil || !finite(a.Ratio) {
		return style.Missing
	}
	text := style.RatioInterval(a.Ratio, a.Lo, a.Hi)
	if mark := verdictMark(a.Verdict); mark != "" {
		text += " " + mark
	}
	return text
}

// wholeShare is a share in whole percent where that says enough.
func wholeShare(x float64) string {
	if finite(x) && x >= 0.1 && x < 10 {
		return fmt.Sprintf("%.0f %%", 100*x)
	}
	return style.Share(x)
}

func gigabytes(bytesPerSec float64) string { return style.Value(bytesPerSec/1e9, "") }

// maxNamed is how many variants a sentence compares with the reference.
const maxNamed = 2

// sayDeviceGroup compares the variants of a group with the reference on the
// device, and the fastest of each cell with the CPU.
func (b *builder) sayDeviceGroup(key groupKey, rows []deviceRow) string {
	text, named := "", 0
	for i := range b.Study.Summaries { // the fastest first
		s := &b.Study.Summaries[i]
		if summaryKey(s) != key || s.Variant == b.refs[key] || !finite(s.Geomean) || named == maxNamed {
			continue
		}
		named++
		tally := verdictTally{}
		for _, r := range rows {
			if r.Variant == s.Variant && r.against != nil {
				tally[r.against.Verdict]++
			}
		}
		text += fmt.Sprintf("%s is %s as fast as %s (geometric mean over %s: %s). ",
			show(s.Variant), style.Ratio(s.Geomean), show(b.refs[key]), count(s.Cells, "cell"), tally.words())
	}
	return text + sayAgainstCPU(rows)
}

// sayAgainstCPU says in how many cells the fastest variant on the device beats
// the fastest on the CPU, on the device and from host to host.
func sayAgainstCPU(rows []deviceRow) string {
	type best struct{ device, host float64 }
	cells := map[*ablation.Config]best{}
	for _, r := range rows {
		if r.cpu == nil {
			continue
		}
		x := cells[r.cpu]
		x.device = max(x.device, orZero(r.onDevice()))
		x.host = max(x.host, orZero(r.hostToHost()))
		cells[r.cpu] = x
	}
	if len(cells) == 0 {
		return "No CPU ran the same cells, so nothing says what the device is worth."
	}
	device, host, measured := 0, 0, 0
	for _, x := range cells {
		if x.device > 1 {
			device++
		}
		if x.host > 1 {
			host++
		}
		if x.host > 0 {
			measured++
		}
	}
	text := fmt.Sprintf("Against the fastest on the CPU the device is ahead in %s of %s", whole0(device), count(len(cells), "cell"))
	if measured == 0 {
		return text + " by its own time; host to host was not measured."
	}
	return text + fmt.Sprintf(" by its own time, and in %s with all copies.", whole0(host))
}

func orZero(x float64) float64 {
	if !finite(x) {
		return 0
	}
	return x
}
