package ablation

import (
	"cmp"
	"slices"
	"strings"
)

// VariantCapacity is what one variant managed on one device at one n, in one
// direction and precision.
type VariantCapacity struct {
	Variant, Direction, Precision string
	Slot                          int
	Capacity
}

// VariantCapacities returns what each variant managed, by device, direction,
// precision, n and then in the order of Variants: the answers of a capacity
// sweep, which searches for each variant by itself. Rows without a size or a
// variant axis have none.
func (s *Study) VariantCapacities() []VariantCapacity {
	type spot struct {
		place
		variant, direction, precision string
		n                             int
	}
	at := map[spot][]*Config{}
	for i := range s.Configs { // ranked
		c := &s.Configs[i]
		if c.named && c.N > 0 {
			k := spot{place{c.Device, c.GPU, c.Row.Env}, c.Variant, c.Direction, c.Precision, c.N}
			at[k] = append(at[k], c)
		}
	}
	order := make(map[string]int, len(s.Variants))
	for i, v := range s.Variants {
		order[v] = i
	}
	out := make([]VariantCapacity, 0, len(at))
	for k, configs := range at {
		v := VariantCapacity{Variant: k.variant, Direction: k.direction, Precision: k.precision,
			Slot: configs[0].Slot, Capacity: capacityOf(configs)}
		v.N, v.Device, v.GPU, v.Env = k.n, k.device, k.gpu, k.env
		out = append(out, v)
	}
	slices.SortFunc(out, func(a, b VariantCapacity) int {
		return cmp.Or(
			comparePlaces(place{a.Device, a.GPU, a.Env}, place{b.Device, b.GPU, b.Env}),
			compareDirections(a.Direction, b.Direction), strings.Compare(a.Precision, b.Precision),
			cmp.Compare(a.N, b.N), cmp.Compare(order[a.Variant], order[b.Variant]), strings.Compare(a.Variant, b.Variant))
	})
	return out
}
