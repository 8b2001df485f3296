package ablation

import "github.com/fftstudy/fftstudy/benchx/ingest"

// Unit returns what is known of a base unit: what the input declared, else what
// the unit's name tells.
func (r *Report) Unit(name string) Unit {
	for _, u := range r.Units {
		if u.Name == name {
			return u
		}
	}
	return Unit{Name: name, Better: ingest.Direction(name)}
}

// A unitSet gathers what the input says about units, in order of appearance.
type unitSet struct {
	list []Unit
	at   map[string]int
	// declared holds the properties that were stated, "unit key" → value.
	declared map[string]string
}

func (s *unitSet) add(name string) *Unit {
	i, ok := s.at[name]
	if !ok {
		if s.at == nil {
			s.at = map[string]int{}
		}
		i = len(s.list)
		s.at[name] = i
		s.list = append(s.list, Unit{Name: name, Better: ingest.Direction(name)})
	}
	return &s.list[i]
}

// declare applies one property of a "Unit" line. The first statement stands;
// it returns the standing value where a later one contradicts it.
func (s *unitSet) declare(name, key, value string) (standing string, ok bool) {
	id := name + " " + key
	if old, known := s.declared[id]; known {
		return old, old == value
	}
	if s.declared == nil {
		s.declared = map[string]string{}
	}
	s.declared[id] = value
	u := s.add(name)
	switch key {
	case "better":
		u.Better = direction(value)
	case "assume":
		u.Exact = value == "exact"
	}
	return value, true
}

func direction(word string) int {
	switch word {
	case "higher":
		return +1
	case "lower":
		return -1
	}
	return 0
}
