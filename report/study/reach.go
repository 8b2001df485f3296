package study

import (
	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/report/style"
)

// reaching names who got as far as a limit that several may share: one variant
// by name, two together, of more the first and how many others.
func reaching(first string, names map[string]bool) string {
	switch len(names) {
	case 0, 1:
		return showOr(first)
	case 2:
		for other := range names {
			if other != first {
				return show(first) + " and " + show(other)
			}
		}
	}
	return show(first) + " and " + whole(len(names)-1) + " more"
}

// A deviceSize is one device of one environment at one n.
type deviceSize struct {
	device string
	gpu    bool
	env, n int
}

// bySize lists the working configurations of each device and n.
func (b *builder) bySize() map[deviceSize][]*ablation.Config {
	out := map[deviceSize][]*ablation.Config{}
	for i := range b.Study.Configs {
		if c := &b.Study.Configs[i]; c.OK() {
			k := deviceSize{c.Device, c.GPU, c.Row.Env, c.N}
			out[k] = append(out[k], c)
		}
	}
	return out
}

// reachedN names the variants with a working row at the device's largest n.
func reachedN(at map[deviceSize][]*ablation.Config, l *ablation.DeviceLimit) string {
	if l.MaxNBy == "" {
		return ""
	}
	names := map[string]bool{}
	for _, c := range at[deviceSize{l.Device, l.GPU, l.Env, l.MaxN}] {
		names[c.Variant] = true
	}
	return reaching(l.MaxNBy, names)
}

// reachedBatch names the variants with a working row at the largest batch.
func reachedBatch(at map[deviceSize][]*ablation.Config, l *ablation.Capacity) string {
	if l.MaxBatchBy == "" {
		return style.Missing
	}
	names := map[string]bool{}
	for _, c := range at[deviceSize{l.Device, l.GPU, l.Env, l.N}] {
		if c.Batch == l.MaxBatch {
			names[c.Variant] = true
		}
	}
	return reaching(l.MaxBatchBy, names)
}

// batchMaps show the largest batch of each variant at each n with what ended the
// search, one map for each device, direction and precision. Only a run that
// searched has them.
func (b *builder) batchMaps() []matrixView {
	if !b.Study.Report.LimitSweep {
		return nil
	}
	type key struct {
		device, direction, precision string
		gpu                          bool
		env                          int
	}
	all := b.Study.VariantCapacities()
	var out []matrixView
	total := 0
	for _, g := range groups(all, func(c *ablation.VariantCapacity) key {
		return key{c.Device, c.Direction, c.Precision, c.GPU, c.Env}
	}) {
		if m := batchMap(g); m.fits(&total) {
			out = append(out, m)
		}
	}
	return out
}

func batchMap(list []ablation.VariantCapacity) matrixView {
	m := matrixView{
		Title:  "Largest batch, " + showOr(list[0].Device) + ", " + group(list[0].Direction, list[0].Precision, false, false),
		Corner: "variant \\ n",
		Note:   "The word is what ended the search: time or memory spent, a failure, or ≥ its own cap.",
	}
	at := map[string]map[int]*ablation.VariantCapacity{}
	sizes, order := map[int]bool{}, []*ablation.VariantCapacity{}
	for i := range list {
		c := &list[i]
		if at[c.Variant] == nil {
			at[c.Variant] = map[int]*ablation.VariantCapacity{}
			order = append(order, c)
		}
		at[c.Variant][c.N] = c
		sizes[c.N] = true
	}
	ns := m.heads(sizes)
	for _, c := range order {
		row := matrixRow{Head: show(c.Variant), Class: slotClass(c.Slot)}
		for _, n := range ns {
			row.Cells = append(row.Cells, batchCell(at[c.Variant][n]))
		}
		m.Rows = append(m.Rows, row)
	}
	return m
}

func batchCell(c *ablation.VariantCapacity) matrixCell {
	switch {
	case c == nil || c.MaxBatch == 0 && c.Failures() == 0:
		return emptyCell()
	case c.MaxBatch == 0:
		return matrixCell{Parts: []string{style.Missing}, Sub: byStatus(c.Failed), Class: "n bad"}
	}
	cell := matrixCell{Parts: []string{maxBatch(&c.Capacity)}, Class: "n"}
	if c.Limiter != "" && c.Limiter != wire.LimitCap {
		cell.Sub = string(c.Limiter)
	}
	return cell
}
