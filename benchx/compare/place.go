package compare

import (
	"slices"
	"strconv"

	"golang.org/x/perf/benchfmt"

	"github.com/fftstudy/fftstudy/benchx/ablation"
)

// A place is where rows of one input were measured: an environment and a
// package. Its rows have one configuration.
type place struct {
	input  int
	env    *ablation.Environment // nil where nothing is known
	config configKey
	// is tells queries what was measured here, as their results have it; as is
	// the same but for what a comparison overlooks. The benchmark's name is set
	// row by row.
	is, as *benchfmt.Result
	name   string
	moved  bool // as has the CPU of the column that this one is compared with
	used   bool // a row of the place takes part
	// Places on the axes that do not depend on the benchmark's name, unplaced
	// until they are known.
	table, row, col int
}

const unplaced = -1

// setName tells the queries of which benchmark the next question is.
func (p *place) setName(full string) {
	p.name = full
	p.is.Name = append(p.is.Name[:0], full...)
	p.as.Name = p.is.Name
}

// on returns the place on an axis. known keeps it where it is the same for all
// rows measured here.
func (p *place) on(a *axis, known *int) int {
	if a.byName {
		return a.place(p)
	}
	if *known == unplaced {
		*known = a.place(p)
	}
	return *known
}

// placeKey finds a place within an input.
type placeKey struct {
	env int
	pkg string
}

// configKey is what package testing prints before results.
type configKey struct{ goos, goarch, pkg, cpu string }

// platform is a configuration but for its CPU.
func (k configKey) platform() configKey { k.cpu = ""; return k }

// environmentOf returns where a row was measured, nil where that is not known.
func environmentOf(rep *ablation.Report, r *ablation.Row) *ablation.Environment {
	if r.Env < 0 || r.Env >= len(rep.Environments) {
		return nil
	}
	return &rep.Environments[r.Env]
}

// newPlace describes where a row of an input was measured.
func (g *gathered) newPlace(input int, r *ablation.Row) *place {
	p := &place{
		input: input, env: environmentOf(g.inputs[input].Report, r), config: configKey{pkg: r.Package},
		table: unplaced, row: unplaced, col: unplaced,
	}
	if p.env != nil {
		p.config.goos, p.config.goarch, p.config.cpu = p.env.GOOS, p.env.GOARCH, p.env.CPU
	}
	label := g.inputs[input].Label
	p.is = &benchfmt.Result{Config: g.configuration(p, label)}
	p.as = p.is
	if file := g.fileValue(input); file != label {
		p.as = p.is.Clone()
		p.as.SetConfig(keyFile, file)
	}
	return p
}

// configuration returns what benchproc is told of a place. Keys of the file are
// part of .config, and so are facts that a query names; what runs of a
// comparison differ in by intent can be named too, but parts no tables.
func (g *gathered) configuration(p *place, label string) (all []benchfmt.Config) {
	add := func(key, value string, file bool) {
		if value != "" {
			all = append(all, benchfmt.Config{Key: key, Value: []byte(value), File: file})
		}
	}
	add("goos", p.config.goos, true)
	add("goarch", p.config.goarch, true)
	add("pkg", p.config.pkg, true)
	add("cpu", p.config.cpu, true)
	add(keyFile, label, false)
	if p.env == nil {
		return all
	}
	for _, f := range envFields() {
		add(f.key, f.get(p.env), false)
	}
	for _, f := range p.env.Facts {
		add(f.Key, f.Value, g.query.names(f.Key))
	}
	return all
}

// fileValue is what parts the columns of files: the label of an input, made
// different where several have one.
func (g *gathered) fileValue(input int) string {
	label := g.inputs[input].Label
	for i, in := range g.inputs {
		if i != input && in.Label == label {
			return label + labelMark + strconv.Itoa(input)
		}
	}
	return label
}

// labelMark parts a label from the number that makes it different. No path has
// it.
const labelMark = "\x00"

// overlookCPUs makes columns comparable that ran on one CPU each, but not the
// same one: benchstat would put them into tables apart, where nothing compares.
// The CPU is overlooked only where the queries do not ask for it.
func (g *gathered) overlookCPUs() {
	files := slices.ContainsFunc(g.query.col.fields, func(f *field) bool { return f.key == keyFile })
	configs := slices.ContainsFunc(g.query.table.fields, func(f *field) bool { return f.key == keyConfig })
	if !files || !configs || g.query.projects["cpu"] {
		return
	}
	cpus := g.platformCPUs()
	for _, p := range g.places {
		own := cpus[p.input][p.config.platform()]
		first := own
		for _, of := range cpus[:p.input] {
			if list := of[p.config.platform()]; list != nil {
				first = list
				break
			}
		}
		if len(first) == 1 && len(own) == 1 && first[0] != p.config.cpu {
			p.moved = true
			p.as = p.as.Clone()
			p.as.SetConfig("cpu", first[0])
			if i, ok := p.as.ConfigIndex("cpu"); ok {
				p.as.Config[i].File = true
			}
		}
	}
}

// platformCPUs returns for each input on which CPUs it ran which platform.
func (g *gathered) platformCPUs() []map[configKey][]string {
	all := make([]map[configKey][]string, len(g.inputs))
	for i := range all {
		all[i] = make(map[configKey][]string)
	}
	for _, p := range g.places {
		of := all[p.input]
		if list := of[p.config.platform()]; !slices.Contains(list, p.config.cpu) {
			of[p.config.platform()] = append(list, p.config.cpu)
		}
	}
	return all
}
