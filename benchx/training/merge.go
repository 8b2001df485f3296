package training

import (
	"encoding/json"
	"fmt"
	"slices"
)

// Merge puts reports together, in order. What stands in several of them alike
// stands once; models that differ and share an id get numbers, "id (2)".
func Merge(reports ...*Report) *Report {
	out := &Report{}
	ids, seen := map[string]bool{}, map[string]bool{}
	fresh := func(x any) bool {
		text, _ := json.Marshal(x) // in which NaN equals NaN
		known := seen[string(text)]
		seen[string(text)] = true
		return !known
	}
	for _, r := range reports {
		out.Facts = appendNew(out.Facts, r.Facts)
		out.Notes = appendNew(out.Notes, r.Notes)
		for _, m := range r.Models {
			if fresh(m.json()) {
				m.ID = unique(m.ID, ids)
				out.Models = append(out.Models, m)
			}
		}
		for _, g := range r.Regimes {
			if fresh(g.json()) {
				out.Regimes = append(out.Regimes, g)
			}
		}
	}
	return out
}

func appendNew[T comparable](list, more []T) []T {
	for _, x := range more {
		if !slices.Contains(list, x) {
			list = append(list, x)
		}
	}
	return list
}

// unique takes the id, or the id with the first number that is free.
func unique(id string, taken map[string]bool) string {
	name := id
	for i := 2; taken[name]; i++ {
		name = fmt.Sprintf("%s (%d)", id, i)
	}
	taken[name] = true
	return name
}
