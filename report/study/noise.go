package study

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/report/style"
)

// wideInterval is the half width, as a share of the time, from which on an
// interval is called wide.
const wideInterval = 0.10

// noise sums up how well the times are known.
type noise struct {
	median float64 // half width of the interval as a share of the time; NaN if none
	wide   int     // rows above wideInterval
	open   int     // ok rows whose interval is open: too few samples
}

func findNoise(configs []ablation.Config) noise {
	var n noise
	var widths []float64
	for i := range configs {
		c := &configs[i]
		if !c.OK() {
			continue
		}
		w := halfWidth(c)
		switch {
		case math.IsNaN(w):
			n.open++
			continue
		case w > wideInterval:
			n.wide++
		}
		widths = append(widths, w)
	}
	n.median = math.NaN()
	if len(widths) > 0 {
		slices.Sort(widths)
		n.median = widths[len(widths)/2]
	}
	return n
}

// halfWidth is the longer side of the interval of the time, as a share of the
// time; NaN where the interval is open.
func halfWidth(c *ablation.Config) float64 {
	w := max(c.SecHi-c.Sec, c.Sec-c.SecLo) / c.Sec
	if !finite(w) {
		return math.NaN()
	}
	return w
}

// percent prints a share without a sign: "1.2 %".
func percent(share float64) string {
	return strings.TrimPrefix(style.Percent(share), "+")
}

// roundPercent is percent with the digits that an interval deserves: one below
// 1 %, none above.
func roundPercent(share float64) string {
	if share < 0.0095 || !finite(share) {
		return percent(share)
	}
	return style.Count(math.Round(share*100)) + " %"
}

// tickPercent is a signed share on an axis: "-50 %", "0", "+0.5 %".
func tickPercent(share float64) string {
	text := strconv.FormatFloat(math.Round(share*1000)/10, 'f', -1, 64)
	switch {
	case text == "0" || text == "-0":
		return "0"
	case share > 0:
		text = "+" + text
	}
	return text + " %"
}

// spreadView draws the samples of the noisiest rows around their medians.
type spreadView struct {
	Say    string
	Rows   []spreadRow
	Width  int
	Height int
	Center int
	Axis   []string // labels, evenly spaced
}

type spreadRow struct {
	Name, Value string
	Path        string // one dot a sample
}

// The drawing's measures in its own units.
const (
	spreadRows   = 24
	spreadLeft   = 10
	spreadWidth  = 400
	spreadRowH   = 22
	spreadCenter = spreadLeft + spreadWidth/2
	spreadDots   = 60 // at most, per row
)

// spread draws the widest rows; nil where no row has two samples.
func (b *builder) spread() *spreadView {
	rows := b.noisiest()
	if len(rows) == 0 {
		return nil
	}
	far := farthest(rows[0])
	reach := max(roundUp(min(far, 1)), 0.01)
	v := &spreadView{Width: spreadWidth + 2*spreadLeft, Height: spreadRowH * len(rows), Center: spreadCenter}
	for i, c := range rows {
		m := c.Row.Metric(wire.UnitSecPerOp)
		v.Rows = append(v.Rows, spreadRow{
			Name: rowName(c), Value: style.Time(c.Sec) + " ±" + roundPercent(halfWidth(c)),
			Path: dots(m.Samples, c.Sec, reach, i*spreadRowH+spreadRowH/2),
		})
	}
	for _, share := range []float64{-1, -0.5, 0, 0.5, 1} {
		v.Axis = append(v.Axis, tickPercent(share*reach))
	}
	n := b.noise
	v.Say = fmt.Sprintf("Each dot is one sample of the time per op, placed by its difference from the row's median; the %s with the widest spread. ",
		count(len(rows), "row"))
	if far > reach {
		v.Say += fmt.Sprintf("Samples farther than %s stand at the edge. ", roundPercent(reach))
	}
	if finite(n.median) {
		v.Say += fmt.Sprintf("Half of all intervals are narrower than ±%s; %s wider than ±%s.",
			roundPercent(n.median), wideRows(n.wide), roundPercent(wideInterval))
	} else {
		v.Say += "There are too few samples for intervals."
	}
	return v
}

func wideRows(n int) string {
	switch n {
	case 0:
		return "none is"
	case 1:
		return "1 row is"
	}
	return count(n, "row") + " are"
}

// noisiest returns the rows with the widest spread of samples, widest first.
func (b *builder) noisiest() []*ablation.Config {
	type spread struct {
		config *ablation.Config
		far    float64
	}
	var rows []spread
	for i := range b.Study.Configs {
		c := &b.Study.Configs[i]
		if m := c.Row.Metric(wire.UnitSecPerOp); c.OK() && m != nil && len(m.Samples) > 1 {
			rows = append(rows, spread{c, farthest(c)})
		}
	}
	slices.SortStableFunc(rows, func(x, y spread) int { return cmp.Compare(y.far, x.far) })
	out := make([]*ablation.Config, 0, spreadRows)
	for _, r := range rows[:min(len(rows), spreadRows)] {
		out = append(out, r.config)
	}
	return out
}

// farthest is the largest difference of a sample from the median, as a share.
func farthest(c *ablation.Config) float64 {
	far := 0.0
	for _, s := range c.Row.Metric(wire.UnitSecPerOp).Samples {
		if d := math.Abs(s/c.Sec - 1); finite(d) {
			far = max(far, d)
		}
	}
	return far
}

// roundUp returns the next of 1, 2, 5 times a power of ten.
func roundUp(x float64) float64 {
	if !(x > 0) {
		return 0
	}
	base := math.Pow(10, math.Floor(math.Log10(x)))
	for _, step := range []float64{1, 2, 5} {
		if x <= step*base*(1+1e-9) {
			return step * base
		}
	}
	return 10 * base
}

func spreadX(share float64) int {
	return spreadCenter + int(math.Round(min(max(share, -1), 1)*spreadWidth/2))
}

// dots draws samples as zero-length strokes: round caps make them dots, and a
// row costs one element.
func dots(samples []float64, center, reach float64, y int) string {
	var b strings.Builder
	step := max(1, (len(samples)+spreadDots-1)/spreadDots) // rounded up
	for i := 0; i < len(samples); i += step {
		if d := (samples[i]/center - 1) / reach; finite(d) {
			fmt.Fprintf(&b, "M%d %dh0", spreadX(d), y)
		}
	}
	return b.String()
}

// rowName names a row in full for lists that mix everything.
func rowName(c *ablation.Config) string {
	if c.N == 0 && c.Batch == 0 {
		return benchmarkName(c)
	}
	name := show(c.Variant) + ", " + configPlace(c)
	if c.Device != "" && c.Device != "cpu" {
		name += ", " + show(c.Device)
	}
	return name
}
