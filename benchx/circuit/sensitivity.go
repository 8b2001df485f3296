package circuit

import (
	"cmp"
	"fmt"
	"slices"
)

// Saving is what one step of a knob saves.
type Saving struct {
	Knob     Knob
	From, To string // the setting or count before and after
	Saves    int64  // bytes of the device total, negative where the step costs some
	Headroom int64  // after the step
	Fits     bool   // after the step
}

// Sensitivity turns every knob of the circuit by one step from the workload, and
// returns what each saves, most first. A knob that is at its end already is left
// out.
func (m *Model) Sensitivity(w Workload) ([]Saving, error) {
	w = m.c.Workload.With(w)
	now, err := m.Evaluate(w)
	if err != nil {
		return nil, err
	}
	var list []Saving
	for _, k := range m.c.Knobs {
		s, turned, ok := turn(k, w, now.Names)
		if !ok {
			continue
		}
		then, err := m.Evaluate(turned)
		if err != nil {
			return nil, fmt.Errorf("knob %s: %w", k.Name, err)
		}
		s.Saves = now.Totals.Device - then.Totals.Device
		s.Headroom, s.Fits = then.Totals.Headroom, then.Fits()
		list = append(list, s)
	}
	slices.SortStableFunc(list, func(a, b Saving) int { return cmp.Compare(b.Saves, a.Saves) })
	return list, nil
}

// turn returns the workload with a knob turned by one step; ok is false where it
// cannot be turned.
func turn(k Knob, w Workload, names map[string]int64) (s Saving, turned Workload, ok bool) {
	if k.Setting != "" {
		from := w.Settings[k.Setting]
		s = Saving{Knob: k, From: from, To: k.To}
		return s, w.With(Workload{Settings: map[string]string{k.Setting: k.To}}), from != k.To
	}
	from, ok := names[k.Count]
	to := from / 2
	if k.Step > 0 {
		to = from - k.Step
	}
	s = Saving{Knob: k, From: fmt.Sprint(from), To: fmt.Sprint(to)}
	return s, w.WithCount(k.Count, to), ok && to >= 1
}
