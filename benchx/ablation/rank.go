package ablation

import "slices"

// rank sorts Configs into the ranking order and numbers those that work.
func (s *Study) rank() {
	// Configurations are large: the order is found on numbers, then each moves once.
	order := make([]int, len(s.Configs))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return compareRanked(&s.Configs[a], &s.Configs[b]) })
	ranked := make([]Config, len(order))
	rank := 0
	for i, from := range order {
		ranked[i] = s.Configs[from]
		if ranked[i].OK() {
			rank++
			ranked[i].Rank = rank
		}
	}
	s.Configs = ranked
}

// inputOrder returns the configurations in the order of the report's rows.
func (s *Study) inputOrder() []*Config {
	out := make([]*Config, len(s.Configs))
	for i := range s.Configs {
		out[s.Configs[i].index] = &s.Configs[i]
	}
	return out
}
