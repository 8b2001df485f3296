package circuit

import (
	"fmt"
	"slices"
)

// states charges states, then caches.
func (ev *evaluation) states() error {
	for _, caches := range []bool{false, true} {
		for i := range ev.c.States {
			if ev.c.States[i].Kind.IsCache() != caches {
				continue
			}
			if err := ev.state(i); err != nil {
				return fmt.Errorf("state %s: %w", ev.c.States[i].ID, err)
			}
		}
	}
	return nil
}

// state charges every holding of a state.
func (ev *evaluation) state(i int) error {
	s := &ev.c.States[i]
	rule := kindRules[s.Kind]
	t := Term{Class: States, Node: ev.owner[i], State: i}
	switch {
	case rule.host:
		t.Class = HostClass
	case s.Kind.IsCache():
		t.Class = Caches
	}
	var err error
	if t.Format, err = ev.stateFormat(s); err != nil {
		return err
	}
	if t.Elements, err = ev.elements(s); err != nil {
		return fmt.Errorf("elements: %w", err)
	}
	law := rule.law
	if !s.Law.Absent() {
		law = s.Law
	}
	for _, h := range ev.holdings(s, rule.holdings) {
		t.Name, t.Holding, t.Lifetime, t.Unit, t.formula = string(h.holding), h.holding, h.lifetime, h.unit, h.units
		if err := ev.hold(t, s, law); err != nil {
			return err
		}
	}
	return nil
}

// holdings returns the rules of the holdings that a state has: of its own units,
// of its pool, of its way to verify. A pool that nobody sized has none.
func (ev *evaluation) holdings(s *State, rules []holdingRule) []holdingRule {
	if !s.Units.Absent() {
		own := rules[0]
		own.units = s.Units
		return []holdingRule{own}
	}
	return slices.DeleteFunc(slices.Clone(rules), func(h holdingRule) bool {
		switch {
		case h.pool != "" && (h.pool != sectionOf(s.Section) || !ev.sized(h.units)):
			return true
		case h.lifetime == VerifyLife && s.Kind == Recurrent:
			return ev.r.Names["verify_slots"] == 0 || h.verify != NoVerify && h.verify != s.Verify
		}
		return false
	})
}

// sized reports whether all counts of an expression are there.
func (ev *evaluation) sized(e Expr) bool {
	return !slices.ContainsFunc(e.Names(), func(name string) bool {
		_, ok := ev.r.Names[name]
		return !ok
	})
}

// hold charges one holding.
func (ev *evaluation) hold(t Term, s *State, law Expr) (err error) {
	if t.Holding != Live && t.Lifetime == VerifyLife && s.Kind == Recurrent && s.Verify == NoVerify {
		return fmt.Errorf("steps may be taken back (verify_slots is %d) but it has no verify rule: h_steps or conv_steps",
			ev.r.Names["verify_slots"])
	}
	names := *ev.scope
	names.lax = s.Units.Absent() // a count that a runtime did not decide sizes nothing
	if t.Units, err = t.formula.eval(&names); err != nil {
		return fmt.Errorf("units: %w", err)
	}
	if law.Absent() {
		size, ok := t.Format.ElementBytes()
		if !ok {
			return fmt.Errorf("format %s has no whole bytes for each element", t.Format)
		}
		t.Bytes, err = product(t.Units, t.Elements, size)
	} else {
		t.Bytes, err = law.eval(&names)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", t.Holding, err)
	}
	return ev.charge(t)
}

// stateFormat is the state's own format or the one a setting names.
func (ev *evaluation) stateFormat(s *State) (Format, error) {
	if !s.Format.Absent() {
		return s.Format, nil
	}
	if s.Setting == "" {
		if s.Of >= 0 {
			return ev.stateFormat(&ev.c.States[s.Of])
		}
		return Format{}, fmt.Errorf("no format")
	}
	name, ok := ev.r.Workload.Settings[s.Setting]
	if !ok {
		return Format{}, fmt.Errorf("its format is the setting %q, which is not there", s.Setting)
	}
	f, err := ParseFormat(name)
	if err != nil {
		return Format{}, fmt.Errorf("setting %s: %w", s.Setting, err)
	}
	return f, nil
}

// elements are the state's own or those of the state it copies.
func (ev *evaluation) elements(s *State) (int64, error) {
	switch {
	case !s.Elements.Absent():
		return s.Elements.eval(ev.scope)
	case s.Of >= 0:
		return ev.elements(&ev.c.States[s.Of])
	}
	return 0, fmt.Errorf("none are given")
}
