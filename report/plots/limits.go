package plots

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/report/style"
)

// A device of the study and its capacities by n.
type device struct {
	deviceID
	caps []*ablation.Capacity
}

// A deviceID tells devices apart: those of different environments are different.
type deviceID struct {
	name string
	gpu  bool
	env  int
}

// ran reports whether the configuration was measured on the device.
func (d deviceID) ran(c *ablation.Config) bool { return d == deviceID{c.Device, c.GPU, c.Row.Env} }

// devices lists the devices in the study's order, at most four.
func (ix *index) devices() []device {
	var list []device
	at := map[deviceID]int{}
	for i := range ix.study.Capacities {
		c := &ix.study.Capacities[i]
		id := deviceID{c.Device, c.GPU, c.Env}
		k, ok := at[id]
		if !ok {
			k = len(list)
			at[id] = k
			list = append(list, device{deviceID: id})
		}
		list[k].caps = append(list[k].caps, c)
	}
	const most = 4
	return list[:min(len(list), most)]
}

// words names the device; several environments number theirs.
func (d device) words(all []device) string {
	name := d.name
	if name == "" {
		name = "one device"
	}
	if slices.ContainsFunc(all, func(o device) bool { return o.env != d.env }) {
		name += fmt.Sprintf(" · env %d", d.env+1)
	}
	return name
}

// coverage: what worked and what failed, variant × n, one figure per device.
func (ix *index) coverage() []job {
	var jobs []job
	used := map[string]int{}
	devices := ix.devices()
	for _, d := range devices {
		words := d.words(devices)
		jobs = append(jobs, job{unique(used, fileName("coverage", slug(words))), func() *sheet { return ix.drawCoverage(d, words) }})
	}
	return jobs
}

// outcome counts the rows behind one field of the coverage map.
type outcome struct {
	ok, failed, skipped int
}

// outcomes of a device by variant and n, and the failures by status.
func (ix *index) outcomes(d device) (m map[place]*outcome, sizes []int, failures map[wire.Status]int) {
	m, failures = map[place]*outcome{}, map[wire.Status]int{}
	for i := range ix.study.Configs {
		c := &ix.study.Configs[i]
		if !d.ran(c) || c.N <= 0 {
			continue
		}
		key := place{c.Variant, spot{n: c.N}}
		o := m[key]
		if o == nil {
			o = &outcome{}
			m[key] = o
		}
		sizes = append(sizes, c.N)
		switch {
		case c.OK():
			o.ok++
		case c.Row.Status == wire.Skip:
			o.skipped++
		default:
			o.failed++
			failures[c.Row.Status]++
		}
	}
	return m, unequal(sizes), failures
}

func (ix *index) drawCoverage(d device, words string) *sheet {
	fields, sizes, failures := ix.outcomes(d)
	var variants []string
	for _, v := range ix.study.Variants {
		if slices.ContainsFunc(sizes, func(n int) bool { return fields[place{v, spot{n: n}}] != nil }) {
			variants = append(variants, v)
		}
	}
	if len(variants) == 0 {
		return nil
	}
	s := &sheet{section: SectionLimits}
	if rest := len(variants) - maxMapRows; rest > 0 {
		variants = variants[:maxMapRows]
		s.note("%d more variants are left out.", rest)
	}
	sizes = s.columns(sizes)
	m := make(cells, len(variants))
	for i, v := range variants {
		for _, n := range sizes {
			m[i] = append(m[i], fields[place{v, spot{n: n}}].cell())
		}
	}
	s.legend.entries = []legendEntry{
		{legendBox, "all work (count)", look{color: allColor()}},
		{legendBox, "some fail (ok/tried)", look{color: someColor()}},
		{kind: legendFailed, text: "all fail"},
		{kind: legendMissing, text: "not tried, or skipped"},
	}
	s.title = "What worked: " + words
	s.subtitle = "Configurations by variant and size, over all directions, batches and precisions."
	p := newPanel(nominal("n (transform size)", intNames(sizes)), topDown(variants), bodyWidth(&s.legend), m)
	s.panels = [][]*panel{{p}}
	s.rowHeight = float64(len(variants)*cellHeight + mapOverhead)
	s.caption = coverageCaption(d, failures)
	return s
}

func allColor() style.RGB  { return style.RGB{R: 0xb9, G: 0xd9, B: 0xec} }
func someColor() style.RGB { return style.RGB{R: 0xf5, G: 0xb8, B: 0x7d} }

func (o *outcome) cell() cell {
	switch {
	case o == nil || o.ok+o.failed == 0:
		return cell{}
	case o.failed == 0:
		return cell{kind: cellValue, fill: allColor(), text: fmt.Sprint(o.ok)}
	case o.ok == 0:
		return cell{kind: cellFailed}
	}
	return cell{kind: cellValue, fill: someColor(), text: fmt.Sprintf("%d/%d", o.ok, o.ok+o.failed)}
}

func coverageCaption(d device, failures map[wire.Status]int) string {
	ok, failed := 0, 0
	var first *ablation.Config
	for _, c := range d.caps {
		ok += c.OK
		if first == nil {
			first = c.FirstFailure
		}
	}
	var kinds []string
	for _, status := range wire.Statuses() {
		if n := failures[status]; n > 0 {
			failed += n
			kinds = append(kinds, fmt.Sprintf("%d %s", n, status))
		}
	}
	switch {
	case ok+failed == 0:
		return "Every configuration was skipped."
	case failed == 0:
		return fmt.Sprintf("All %s worked.", plural(ok, "configuration"))
	}
	b := fmt.Sprintf("%d of %s worked, %d failed (%s)", ok, plural(ok+failed, "configuration"), failed, strings.Join(kinds, ", "))
	if first != nil {
		b += fmt.Sprintf("; the smallest that failed is %s at n = %d%s", first.Variant, first.N, atBatch(first.Batch))
	}
	return b + "."
}

// maxBatch: the largest batch that worked at each n; a search that stopped at
// its own cap found a lower bound only.
func (ix *index) maxBatch() []job {
	all := ix.study.Capacities
	limited := ix.study.Shape.Limits || slices.ContainsFunc(all, func(c ablation.Capacity) bool { return c.MaxBatch != all[0].MaxBatch })
	if !limited {
		return nil // every size was run at the same batches: nothing was searched
	}
	devices := ix.devices()
	return []job{{"max-batch", func() *sheet { return drawMaxBatch(devices) }}}
}

func drawMaxBatch(devices []device) *sheet {
	s := &sheet{section: SectionLimits, rowHeight: 320}
	var batches []int
	var sizes []int
	var lines, notes []mark
	worded := false
	for i, d := range devices {
		l := seriesLook(i)
		l.radius = 4.5
		line := series{look: l}
		for _, c := range d.caps {
			if c.MaxBatch < 1 {
				continue
			}
			word := limiterWord(c.Limiter)
			worded = worded || word != ""
			sizes, batches = append(sizes, c.N), append(batches, c.MaxBatch)
			line.points = append(line.points, datum{float64(c.N), float64(c.MaxBatch), math.NaN(), math.NaN()})
			notes = append(notes, note{float64(c.N), float64(c.MaxBatch), word})
		}
		lines = append(lines, line)
		s.legend.entries = append(s.legend.entries, legendEntry{legendLine, d.words(devices), l})
	}
	if len(sizes) == 0 {
		return nil
	}
	s.title = "Largest batch that worked, by size"
	s.subtitle = "Higher is better."
	if worded {
		s.subtitle += " The word says what ended the search; “≥ cap”: it stopped at its own cap, the true limit is at least that."
	}
	x, y := sizeAxis("n (transform size)", unequal(sizes)), sizeAxis("batch", unequal(batches))
	y.extend((y.hi-y.lo)*0.08, style.PowerTicks)
	s.panels = [][]*panel{{newPanel(x, y, bodyWidth(&s.legend), slices.Concat([]mark{grid{}}, lines, notes)...)}}
	s.caption = maxBatchCaption(devices)
	return s
}

func limiterWord(l wire.Limiter) string {
	if l == wire.LimitCap {
		return "≥ cap"
	}
	return string(l)
}

func maxBatchCaption(devices []device) string {
	var best *ablation.Capacity
	for _, d := range devices {
		for _, c := range d.caps {
			if best == nil || c.MaxBatch > best.MaxBatch {
				best = c
			}
		}
	}
	if best == nil {
		return "Largest batch that worked, by size."
	}
	text := fmt.Sprintf("The largest batch is %s at n = %d, by %s", style.Count(float64(best.MaxBatch)), best.N, best.MaxBatchBy)
	switch best.Limiter {
	case "":
		return text + "."
	case wire.LimitCap:
		return text + ", where the search stopped at its own cap."
	}
	return text + fmt.Sprintf("; the search ended by %s.", best.Limiter)
}

// A note is a small word above a point.
type note struct {
	x, y float64
	text string
}

func (n note) draw(c *canvas) {
	if n.text == "" || !c.x.shows(n.x) || !c.y.shows(n.y) {
		return
	}
	p, _ := c.point(n.x, n.y)
	sty := sans(cellSize, greyColor(), draw.XCenter, draw.YCenter)
	half := sty.Width(n.text)/2 + 1
	x, y := min(max(p.X, c.Min.X+half), c.Max.X-half), p.Y+vg.Points(13)
	fillRect(&c.Canvas, color.White, x-half, y-vg.Points(6), x+half, y+vg.Points(6))
	write(&c.Canvas, sty, x, y, n.text)
}

// limitScaling: the fastest time per transform and the reference's (at its
// smallest batch) by n and device.
func (ix *index) limitScaling() []job {
	devices := ix.devices()
	if !slices.ContainsFunc(devices, func(d device) bool { return len(d.caps) > 1 }) {
		return nil
	}
	return []job{{"limit-scaling", func() *sheet { return ix.drawLimitScaling(devices) }}}
}

func (ix *index) drawLimitScaling(devices []device) *sheet {
	s := &sheet{section: SectionLimits, rowHeight: 320}
	var values []float64
	var sizes []int
	marks := []mark{grid{}}
	var last *ablation.Capacity
	for i, d := range devices {
		references := ix.smallestReferences(d)
		fastest, reference := series{look: seriesLook(i)}, series{look: seriesLook(i)}
		reference.look.dash, reference.look.hollow = 1, true
		for _, c := range d.caps {
			if f := c.Fastest; f != nil {
				fastest.points = append(fastest.points, timeDatum(f))
				sizes = append(sizes, c.N)
				if last == nil || c.N >= last.N {
					last = c
				}
			}
			if r := references[c.N]; r != nil {
				reference.points = append(reference.points, timeDatum(r))
			}
		}
		for _, p := range slices.Concat(fastest.points, reference.points) {
			values = append(values, p.Y, p.Lo, p.Hi)
		}
		s.legend.entries = append(s.legend.entries, legendEntry{legendLine, d.words(devices) + ": fastest", fastest.look})
		if len(reference.points) > 0 {
			s.legend.entries = append(s.legend.entries, legendEntry{legendLine, d.words(devices) + ": reference", reference.look})
			marks = append(marks, reference)
		}
		marks = append(marks, fastest)
	}
	if last == nil {
		return nil
	}
	s.title = "How far each device goes: time per transform by size"
	s.subtitle = "Lower is better. Fastest of each n in any direction and batch; the reference at its smallest batch."
	x := sizeAxis("n (transform size)", unequal(sizes))
	y := logAxis("time per transform", style.TimeTicks, values...)
	s.panels = [][]*panel{{newPanel(x, y, bodyWidth(&s.legend), marks...)}}
	f := last.Fastest
	s.caption = fmt.Sprintf("The largest size that worked is n = %d on %s, where %s takes %s per transform%s.",
		last.N, cmp.Or(last.Device, "the device"), f.Variant, style.Time(f.PerTransform), atBatch(f.Batch))
	return s
}

func timeDatum(c *ablation.Config) datum {
	return datum{float64(c.N), c.PerTransform, c.PerTransformLo, c.PerTransformHi}
}

// smallestReferences returns the reference row of a device at each n with the
// smallest batch: of several directions the forward one comes first.
func (ix *index) smallestReferences(d device) map[int]*ablation.Config {
	best := map[int]*ablation.Config{}
	for i := range ix.study.Configs {
		c := &ix.study.Configs[i]
		if !c.Reference || !c.OK() || !d.ran(c) {
			continue
		}
		old := best[c.N]
		if old == nil || cmp.Or(cmp.Compare(directionPlace(c), directionPlace(old)), cmp.Compare(c.Batch, old.Batch)) < 0 {
			best[c.N] = c
		}
	}
	return best
}

func directionPlace(c *ablation.Config) int {
	if c.Direction == ablation.Forward {
		return 0
	}
	return 1
}
