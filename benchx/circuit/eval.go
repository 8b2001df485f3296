package circuit

import "fmt"

// scope is what names stand for. Names that a run or a node gives (n, k, out)
// come before those of the workload, and those before the dimensions.
type scope struct {
	names  map[string]int64
	n      int64 // rows of a run; negative: no run
	k, out int64 // of a node's weight; negative: none
	lax    bool  // a count that is missing is zero
}

// newScope returns a scope of names alone.
func newScope(names map[string]int64) *scope { return &scope{names: names, n: -1, k: -1, out: -1} }

// value looks a name up.
func (s *scope) value(name string) (int64, error) {
	switch {
	case name == "n" && s.n >= 0:
		return s.n, nil
	case name == "k" && s.k >= 0:
		return s.k, nil
	case name == "out" && s.out >= 0:
		return s.out, nil
	}
	v, ok := s.names[name]
	if !ok && !s.lax {
		return 0, fmt.Errorf("unknown name %q", name)
	}
	return v, nil
}

// eval returns the value of an expression, zero where it is absent.
func (e Expr) eval(s *scope) (int64, error) {
	if e.root == nil {
		return 0, nil
	}
	v, err := e.root.eval(s)
	if err != nil {
		return 0, fmt.Errorf("%q: %w", e.text, err)
	}
	return v, nil
}

// evalOr is eval with a value for an absent expression.
func (e Expr) evalOr(s *scope, absent int64) (int64, error) {
	if e.Absent() {
		return absent, nil
	}
	return e.eval(s)
}

func (t *term) eval(s *scope) (int64, error) {
	switch t.op {
	case opNumber:
		return t.value, nil
	case opName:
		return s.value(t.name)
	case opSum:
		return t.fold(s, 0, add)
	case opProduct:
		return t.fold(s, 1, mul)
	}
	var args [maxArgs]int64
	for i := range t.args {
		var err error
		if args[i], err = t.args[i].eval(s); err != nil {
			return 0, err
		}
	}
	if t.op == opQuotient {
		if args[1] == 0 {
			return 0, fmt.Errorf("division by zero")
		}
		return ceilDiv(args[0], args[1]), nil
	}
	return laws[t.name].of(args)
}

// fold joins the arguments by an operation, beginning with its neutral element.
func (t *term) fold(s *scope, neutral int64, op func(a, b int64) (int64, error)) (int64, error) {
	sum := neutral
	for i := range t.args {
		v, err := t.args[i].eval(s)
		if err != nil {
			return 0, err
		}
		if sum, err = op(sum, v); err != nil {
			return 0, err
		}
	}
	return sum, nil
}
