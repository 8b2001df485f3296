package compare

import (
	"math"
	"slices"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

// gathered is the input of a comparison sorted into cells: the rows of all
// columns by configuration and full name.
type gathered struct {
	cols    []Column
	configs []*config
	names   []string // full names, in the order first seen
	units   []string // units of rows that worked, in the order first seen
}

// configKey is what benchstat calls .config: what package testing prints
// before results.
type configKey struct{ goos, goarch, pkg, cpu string }

// platform is a configuration but for its CPU.
func (k configKey) platform() configKey { k.cpu = ""; return k }

// config is one configuration with its benchmarks.
type config struct {
	configKey
	benchmarks []benchmark // ascending by name once gathered
	byName     map[int]int // index into benchmarks
	otherCPU   []string    // per column: the CPU it really ran on, where that is another
	moved      []bool      // per column: whether otherCPU holds
}

// benchmark is one full name under one configuration.
type benchmark struct {
	name int               // index into gathered.names
	rows [][]*ablation.Row // per column; more than one where runs are pooled
}

// gather sorts the rows of all columns. Every row is looked at twice: to learn
// on which CPUs a column ran, and to find its cell.
func gather(cols []Column) *gathered {
	g := &gathered{cols: cols}
	cpus := platformCPUs(cols)
	names := make(map[string]int)
	units := make(map[string]bool)
	configs := make(map[configKey]*config)
	for c, col := range cols {
		resolved := make(map[envPackage]*config)
		for i := range col.Report.Rows {
			r := &col.Report.Rows[i]
			where := envPackage{r.Env, r.Package}
			cfg := resolved[where]
			if cfg == nil {
				cfg = g.configFor(c, configOf(col.Report, r), cpus, configs)
				resolved[where] = cfg
			}
			full := r.FullName()
			name, ok := names[full]
			if !ok {
				name = len(g.names)
				g.names = append(g.names, full)
				names[full] = name
			}
			cfg.add(name, c, len(cols), r)
			if r.Status != wire.OK {
				continue
			}
			for j := range r.Metrics {
				if m := &r.Metrics[j]; !units[m.Unit] && usable(m) {
					units[m.Unit] = true
					g.units = append(g.units, m.Unit)
				}
			}
		}
	}
	for _, cfg := range g.configs {
		slices.SortFunc(cfg.benchmarks, func(a, b benchmark) int { return a.name - b.name })
		cfg.byName = nil
	}
	return g
}

type envPackage struct {
	env int
	pkg string
}

// platformCPUs returns for each column on which CPUs it ran which platform.
func platformCPUs(cols []Column) []map[configKey][]string {
	all := make([]map[configKey][]string, len(cols))
	for c, col := range cols {
		all[c] = make(map[configKey][]string)
		seen := make(map[envPackage]bool)
		for i := range col.Report.Rows {
			r := &col.Report.Rows[i]
			if where := (envPackage{r.Env, r.Package}); !seen[where] {
				seen[where] = true
				k := configOf(col.Report, r)
				if list := all[c][k.platform()]; !slices.Contains(list, k.cpu) {
					all[c][k.platform()] = append(list, k.cpu)
				}
			}
		}
	}
	return all
}

// configFor returns the configuration under which the rows of column c and key
// k are compared: its own, unless this column and the first one that has the
// platform ran on one CPU each, and not the same.
func (g *gathered) configFor(c int, k configKey, cpus []map[configKey][]string, configs map[configKey]*config) *config {
	own := cpus[c][k.platform()]
	first := own
	for _, of := range cpus[:c] {
		if list := of[k.platform()]; list != nil {
			first = list
			break
		}
	}
	cpu := k.cpu
	moved := len(first) == 1 && len(own) == 1 && first[0] != cpu
	if moved {
		k.cpu = first[0]
	}
	cfg := configs[k]
	if cfg == nil {
		cfg = &config{
			configKey: k,
			byName:    make(map[int]int),
			otherCPU:  make([]string, len(g.cols)),
			moved:     make([]bool, len(g.cols)),
		}
		configs[k] = cfg
		g.configs = append(g.configs, cfg)
	}
	if moved {
		cfg.otherCPU[c], cfg.moved[c] = cpu, true
	}
	return cfg
}

func (cfg *config) add(name, col, cols int, r *ablation.Row) {
	i, ok := cfg.byName[name]
	if !ok {
		i = len(cfg.benchmarks)
		cfg.byName[name] = i
		cfg.benchmarks = append(cfg.benchmarks, benchmark{name: name, rows: make([][]*ablation.Row, cols)})
	}
	rows := &cfg.benchmarks[i].rows[col]
	*rows = append(*rows, r)
}

func configOf(rep *ablation.Report, r *ablation.Row) configKey {
	k := configKey{pkg: r.Package}
	if r.Env >= 0 && r.Env < len(rep.Environments) {
		e := &rep.Environments[r.Env]
		k.goos, k.goarch, k.cpu = e.GOOS, e.GOARCH, e.CPU
	}
	return k
}

// usable reports whether a metric holds a number to compare.
func usable(m *ablation.Metric) bool {
	if len(m.Samples) == 0 {
		return finite(m.Median)
	}
	return slices.ContainsFunc(m.Samples, finite)
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
