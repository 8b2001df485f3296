package ablation

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// place is a device of one environment.
type place struct {
	device string
	gpu    bool
	env    int
}

func comparePlaces(a, b place) int {
	return cmp.Or(compareFalseFirst(a.gpu, b.gpu), strings.Compare(a.device, b.device), cmp.Compare(a.env, b.env))
}

// findCapacities says what each device managed at each n.
func (s *Study) findCapacities() []Capacity {
	type spot struct {
		place
		n int
	}
	at := map[spot][]*Config{}
	for i := range s.Configs { // ranked
		c := &s.Configs[i]
		if c.named && c.N > 0 {
			k := spot{place{c.Device, c.GPU, c.Row.Env}, c.N}
			at[k] = append(at[k], c)
		}
	}
	spots := make([]spot, 0, len(at))
	for k := range at {
		spots = append(spots, k)
	}
	slices.SortFunc(spots, func(a, b spot) int {
		return cmp.Or(comparePlaces(a.place, b.place), cmp.Compare(a.n, b.n))
	})
	out := make([]Capacity, len(spots))
	for i, k := range spots {
		out[i] = capacityOf(at[k])
		out[i].N, out[i].Device, out[i].GPU, out[i].Env = k.n, k.device, k.gpu, k.env
	}
	return out
}

// capacityOf sums up the ranked configurations of one device and n.
func capacityOf(configs []*Config) Capacity {
	out := Capacity{Failed: map[wire.Status]int{}}
	for _, c := range configs {
		switch {
		case c.OK():
			out.OK++
			out.MaxBatch = max(out.MaxBatch, c.Batch)
			if out.Fastest == nil {
				out.Fastest = c
			}
		case c.Row.Status.Failed():
			out.Failed[c.Row.Status]++
			if out.FirstFailure == nil || c.index < out.FirstFailure.index {
				out.FirstFailure = c
			}
		}
	}
	if out.MaxBatch > 0 {
		out.explainMaxBatch(configs)
	}
	return out
}

// explainMaxBatch says who reached the largest batch and what ended the search
// there. A variant that stopped at the search's own cap speaks for the device,
// since the true limit lies at the cap or above; else the fastest one does.
func (out *Capacity) explainMaxBatch(configs []*Config) {
	ends := searchEnds(configs, out.MaxBatch)
	for _, c := range configs {
		if !c.OK() || c.Batch != out.MaxBatch {
			continue
		}
		end := ends[c.Variant]
		capped := end != nil && end.Row.Limiter == wire.LimitCap
		if out.MaxBatchBy != "" && !capped {
			continue
		}
		out.MaxBatchBy, out.Limiter, out.LimiterNote = c.Variant, "", ""
		if end != nil {
			out.Limiter, out.LimiterNote = end.Row.Limiter, end.Row.Note
		}
		if capped {
			return
		}
	}
}

// searchEnds returns, for each variant, the configuration that ended its
// search: of those with a limiter the one with the smallest batch that is not
// below the largest working one.
func searchEnds(configs []*Config, maxBatch int) map[string]*Config {
	ends := map[string]*Config{}
	for _, c := range configs {
		if c.Row.Limiter == "" || c.Batch < maxBatch {
			continue
		}
		if old := ends[c.Variant]; old == nil || c.Batch < old.Batch {
			ends[c.Variant] = c
		}
	}
	return ends
}

// findLimits sums up each device.
func (s *Study) findLimits() []DeviceLimit {
	at := map[place]*DeviceLimit{}
	var places []place
	for i := range s.Configs { // ranked
		c := &s.Configs[i]
		if !c.named || c.N == 0 {
			continue
		}
		k := place{c.Device, c.GPU, c.Row.Env}
		d := at[k]
		if d == nil {
			d = &DeviceLimit{Device: c.Device, GPU: c.GPU, Env: c.Row.Env}
			at[k] = d
			places = append(places, k)
		}
		d.count(c)
	}
	slices.SortFunc(places, comparePlaces)
	out := make([]DeviceLimit, len(places))
	for i, k := range places {
		out[i] = *at[k]
	}
	return out
}

func (d *DeviceLimit) count(c *Config) {
	if !c.OK() {
		if c.Row.Status.Failed() {
			d.Failures++
		}
		return
	}
	d.OK++
	if c.N > d.MaxN {
		d.MaxN, d.MaxNBy = c.N, c.Variant
	}
	if c.Compiled {
		d.MaxCompiledN = max(d.MaxCompiledN, c.N)
	}
	if c.Reference {
		d.MaxRefN = max(d.MaxRefN, c.N)
	}
}
