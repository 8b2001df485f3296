package ablation

import "slices"

// Entry is what the catalog knows about a variant.
type Entry struct {
	Name      string   `json:"name"`
	Tier      string   `json:"tier"`
	Slot      int      `json:"slot"` // colour slot, see report/style; negative: none yet
	Compiled  bool     `json:"compiled,omitempty"`
	Reference bool     `json:"reference,omitempty"` // the reference of its direction and device kind
	About     string   `json:"about,omitempty"`     // one line for a reader
	Aliases   []string `json:"aliases,omitempty"`   // other names that get the role and tier of this one
}

// Catalog is the list of known variants: a plain value, handed in.
type Catalog []Entry

// Lookup returns the entry whose name or alias is name.
func (c Catalog) Lookup(name string) (Entry, bool) {
	for _, e := range c {
		if e.Name == name {
			return e, true
		}
	}
	for _, e := range c {
		for _, a := range e.Aliases {
			if a == name {
				return e, true
			}
		}
	}
	return Entry{}, false
}

// Extend returns c with everything in more that c does not say itself: entries
// of names unknown to c are appended, with the tier and roles that an alias in
// c gives them; where both know a name, empty fields of c are filled and roles
// (compiled, reference) are united. Neither c nor more is changed.
func (c Catalog) Extend(more Catalog) Catalog {
	out := slices.Clone(c)
	at, aliases := c.index()
	for _, e := range more {
		if i, known := at[e.Name]; known {
			out[i] = out[i].filled(e)
			continue
		}
		if i, ok := aliases[e.Name]; ok {
			e = e.filled(Entry{Tier: c[i].Tier, Slot: -1, Compiled: c[i].Compiled, Reference: c[i].Reference})
		}
		at[e.Name] = len(out)
		out = append(out, e)
	}
	return out
}

// index returns the places of names and of aliases; of several equal ones the
// first counts, as with Lookup.
func (c Catalog) index() (names, aliases map[string]int) {
	names, aliases = make(map[string]int, len(c)), map[string]int{}
	for i, e := range c {
		if !hasKey(names, e.Name) {
			names[e.Name] = i
		}
		for _, a := range e.Aliases {
			if !hasKey(aliases, a) {
				aliases[a] = i
			}
		}
	}
	return names, aliases
}

func (e Entry) filled(from Entry) Entry {
	if e.Tier == "" {
		e.Tier = from.Tier
	}
	if e.Slot < 0 {
		e.Slot = from.Slot
	}
	if e.About == "" {
		e.About = from.About
	}
	if e.Aliases == nil {
		e.Aliases = from.Aliases
	}
	e.Compiled = e.Compiled || from.Compiled
	e.Reference = e.Reference || from.Reference
	return e
}
