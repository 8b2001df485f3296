package study

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/report/style"
)

// methodView says how things were measured and what the words mean.
type methodView struct {
	section
	Study        bool // the rows are a study: say its terms too
	Transform    bool
	Across       bool
	HostTimes    bool // rows on devices say how long the host waits
	Confidence   string
	Enough       int // samples for an interval at that confidence
	Alpha        string
	Environments []environmentView
	Run          []fact
	Variants     *gridView
	Command      string
	Version      string
}

// maxEnvironments is how many environments the page describes.
const maxEnvironments = 8

type fact struct{ Key, Value string }

type environmentView struct {
	Title string
	Facts []fact
}

func (b *builder) method() *methodView {
	v := &methodView{
		section: section{ID: "method", Nav: "Method", Title: "Method and environment"},
		Study:   b.isStudy(), Transform: b.isTransform(), Across: b.Across != nil,
		HostTimes: b.any(func(c config) float64 { return c.E2ESec }),
		Command:   b.command(), Version: show(b.Version), Run: b.runFacts(),
		Confidence: b.level.text(), Enough: b.level.samples(), Alpha: fmt.Sprintf("%g", cmp.Or(b.Alpha, 0.05)),
	}
	v.Say = b.sayMethod()
	envs := len(b.Study.Report.Environments)
	for i := range min(envs, maxEnvironments) {
		v.Environments = append(v.Environments, b.environment(i))
	}
	if more := envs - len(v.Environments); more > 0 {
		v.Say = append(v.Say, count(more, "more environment")+" in ablation_meta.csv of the report folder.")
	}
	v.Variants = b.catalogTable()
	return v
}

func (b *builder) sayMethod() []string {
	samples := b.sampleRange()
	if samples == "" {
		return nil
	}
	text := fmt.Sprintf("Times are medians of %s samples", samples)
	if samples == "1" {
		text = "Times are single samples"
	}
	if finite(b.noise.median) {
		text += fmt.Sprintf("; half of all intervals are narrower than ±%s", roundPercent(b.noise.median))
	}
	return []string{text + "."}
}

func (b *builder) command() string {
	if b.Page.Command != "" {
		return style.Visible(b.Page.Command)
	}
	return style.Visible(b.Study.Report.Command)
}

func (b *builder) environment(i int) environmentView {
	e := &b.Study.Report.Environments[i]
	v := environmentView{Title: "Environment"}
	if b.varies.env || len(b.Study.Report.Environments) > 1 {
		v.Title = "Environment " + environmentName(i)
	}
	add := func(key, value string) {
		if value != "" {
			v.Facts = append(v.Facts, fact{show(key), note(value)})
		}
	}
	add("CPU", e.CPU)
	if e.Cores > 0 {
		add("logical cores", whole(e.Cores))
	}
	add("operating system", e.GOOS)
	add("architecture", e.GOARCH)
	add("kernel ISA", e.ISA)
	add("Go", e.Go)
	add("commit", e.Commit)
	add("date", e.Date)
	for _, d := range e.Devices() {
		add("GPU "+d.Label(), deviceWords(&d))
	}
	for _, f := range e.Facts {
		if !ablation.ShownOfDevice(f) {
			add(f.Key, f.Value)
		}
	}
	if len(v.Facts) == 0 {
		add("machine", "the input does not say")
	}
	return v
}

// runFacts are the settings of the run.
func (b *builder) runFacts() []fact {
	r := b.Study.Report
	var facts []fact
	add := func(key, value string) {
		if value != "" {
			facts = append(facts, fact{key, show(value)})
		}
	}
	add("preset", r.Preset)
	add("rows", whole0(len(r.Rows)))
	add("samples per row", b.sampleRange())
	if len(r.NFFTs) > 0 {
		add("sizes", sizesText(r.NFFTs))
	}
	if r.TrainSteps > 0 {
		add("training steps", whole(r.TrainSteps))
	}
	if r.ElapsedMS > 0 {
		add("elapsed", style.Time(r.ElapsedMS/1e3))
	}
	if r.LimitSweep {
		add("capacity sweep", "yes")
	}
	return facts
}

// sampleRange words how many samples rows have: "6", or "1 to 6".
func (b *builder) sampleRange() string {
	lo, hi := 0, 0
	for i := range b.Study.Configs {
		n := b.Study.Configs[i].Samples
		if n == 0 {
			continue
		}
		if lo == 0 || n < lo {
			lo = n
		}
		hi = max(hi, n)
	}
	switch {
	case hi == 0:
		return ""
	case lo == hi:
		return whole(lo)
	}
	return whole(lo) + " to " + whole(hi)
}

// sizesText lists sizes, the middle of a long list left out.
func sizesText(sizes []int) string {
	words := make([]string, len(sizes))
	for i, n := range sizes {
		words[i] = whole(n)
	}
	if len(words) > 12 {
		words = append(append(words[:5:5], "…"), words[len(words)-5:]...)
	}
	return strings.Join(words, ", ")
}

// catalogTable says what the variants of this run are.
func (b *builder) catalogTable() *gridView {
	if !b.isStudy() {
		return nil
	}
	var rows []*ablation.Entry
	for _, name := range b.Study.Variants {
		if e, ok := b.Study.Report.Catalog.Lookup(name); ok && e.About != "" {
			e.Name = name // as the run calls it
			rows = append(rows, &e)
		}
	}
	if len(rows) == 0 {
		return nil
	}
	type row = *ablation.Entry
	t := table[row]{
		id: b.ids.take("catalog"), label: "The variants of this run", rows: rows,
		columns: []column[row]{
			{key: "variant", head: "variant", rowHead: true, text: func(e row) string { return show(e.Name) },
				class: func(e row) string { return slotClass(e.Slot) }},
			{key: "tier", head: "tier", text: func(e row) string { return showOr(e.Tier) }, place: func(e row) int { return tierOrder(e.Tier) }},
			{key: "role", head: "role", text: role},
			{key: "about", head: "what it is", text: func(e row) string { return note(e.About) }, class: func(row) string { return "note" }},
		},
	}
	grid := t.view(b)
	return &grid
}

func role(e *ablation.Entry) string {
	var parts []string
	if e.Reference {
		parts = append(parts, "reference")
	}
	if e.Compiled {
		parts = append(parts, "compiled")
	}
	if len(parts) == 0 {
		return style.Missing
	}
	return strings.Join(parts, ", ")
}
