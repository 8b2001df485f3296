package study

import (
	"fmt"
	"slices"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/report/style"
)

// The columns that say which configuration a row is.

func variantColumn() column[config] {
	return column[config]{
		key: "variant", head: "variant", facet: true, rowHead: true,
		text:  func(c config) string { return show(c.Variant) },
		class: func(c config) string { return slotClass(c.Slot) },
	}
}

func directionColumn() column[config] {
	return column[config]{key: "direction", head: "direction", facet: true,
		text: func(c config) string { return showOr(c.Direction) }}
}

func deviceColumn() column[config] {
	return column[config]{key: "device", head: "device", facet: true,
		text: func(c config) string { return showOr(c.Device) }}
}

func sizeColumn() column[config] {
	return column[config]{key: "n", head: "n", facet: true,
		text: func(c config) string { return whole(c.N) }, num: func(c config) float64 { return orNaN(c.N) }}
}

func batchColumn() column[config] {
	return column[config]{key: "batch", head: "batch", facet: true,
		text: func(c config) string { return whole(c.Batch) }, num: func(c config) float64 { return orNaN(c.Batch) }}
}

func precisionColumn() column[config] {
	return column[config]{key: "precision", head: "precision", facet: true,
		text: func(c config) string { return showOr(c.Precision) }}
}

// varyingColumns are the dimensions beside the study's that differ between
// rows.
func (b *builder) varyingColumns() []column[config] {
	var columns []column[config]
	if b.varies.pkg {
		columns = append(columns, column[config]{key: "package", head: "package", facet: true,
			text: func(c config) string { return showOr(c.Row.Package) }})
	}
	if b.varies.family && b.isStudy() {
		columns = append(columns, column[config]{key: "benchmark", head: "benchmark", facet: true,
			text: func(c config) string { return showOr(c.Row.Name) }})
	}
	axes := b.axes
	if !b.isStudy() { // without variants, n is a part of the name like others
		axes = otherAxes(b.Study.Report.Rows, nil, nil)
	}
	for _, key := range axes {
		columns = append(columns, axisColumn(key))
	}
	if b.varies.procs {
		columns = append(columns, column[config]{key: "procs", head: "GOMAXPROCS", facet: true,
			text: func(c config) string { return whole(c.Row.Procs) }, num: func(c config) float64 { return orNaN(c.Row.Procs) }})
	}
	if b.varies.env {
		columns = append(columns, column[config]{key: "env", head: "environment", facet: true,
			text: func(c config) string { return environmentName(c.Row.Env) }})
	}
	return columns
}

// environmentName is what the page calls an environment; the method section
// tells what it is.
func environmentName(env int) string { return fmt.Sprintf("E%d", env+1) }

// axisColumn shows an axis that is not one of the study's.
func axisColumn(key string) column[config] {
	head := show(key)
	if key == "" {
		head = "part"
	}
	return column[config]{key: "axis-" + style.Visible(key), head: head, facet: true, text: func(c config) string {
		value, ok := c.Row.Axis(key)
		if !ok {
			return style.Missing
		}
		return showOr(value)
	}}
}

// dimensions finds what differs between rows. A family that the direction
// tells already (FFT, Welch) says nothing new.
type dimensions struct {
	kind, procs, env, pkg map[any]bool
	families              map[string]map[string]bool // by direction
}

func newDimensions() dimensions {
	return dimensions{map[any]bool{}, map[any]bool{}, map[any]bool{}, map[any]bool{}, map[string]map[string]bool{}}
}

func (d dimensions) add(c *ablation.Config) {
	d.kind[c.GPU] = true
	d.procs[c.Row.Procs] = true
	d.env[c.Row.Env] = true
	d.pkg[c.Row.Package] = true
	if d.families[c.Direction] == nil {
		d.families[c.Direction] = map[string]bool{}
	}
	d.families[c.Direction][c.Row.Name] = true
}

func (d dimensions) varies() varies {
	v := varies{kind: len(d.kind) > 1, procs: len(d.procs) > 1, env: len(d.env) > 1, pkg: len(d.pkg) > 1}
	for _, names := range d.families {
		v.family = v.family || len(names) > 1
	}
	return v
}

// otherAxes lists the keys of axes that are none of the study's, in order of
// appearance. keys maps the study's axes to the project's names for them.
func otherAxes(rows []ablation.Row, studyAxes []string, keys map[string]string) []string {
	known := map[string]bool{}
	for _, key := range studyAxes {
		known[key] = true
	}
	for _, own := range keys {
		known[own] = true
	}
	var out []string
	for i := range rows {
		for _, a := range rows[i].Axes {
			if !known[a.Key] {
				known[a.Key] = true
				out = append(out, a.Key)
			}
		}
	}
	return slices.Clip(out)
}
