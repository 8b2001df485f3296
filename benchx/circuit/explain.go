package circuit

import (
	"fmt"
	"strconv"
	"strings"
)

// Explanation is how the bytes of a term come about.
type Explanation struct {
	Formula string  // over the inputs: "out*k/2 + out*k/16 + 4"
	Inputs  []Input // what the formula names, then what their own expressions name
	Site    string  // where the memory is made, file:line; "" unknown
	Reason  string  // why it is needed; "" unsaid
}

// Input is a number in an explanation.
type Input struct {
	Name  string
	Expr  string // as the circuit writes it; "" for a number
	Value int64
	From  Source
}

// Source says where a number comes from.
type Source string

// The sources.
const (
	FromCircuit  Source = "circuit"  // a dimension
	FromWorkload Source = "workload" // asked for, or decided by a runtime
	FromCount    Source = "count"    // follows from others
	FromRun      Source = "run"      // rows of the run that is charged
	FromNode     Source = "node"     // widths of the node's edges
	Absent       Source = "absent"   // a count that nobody gave, hence zero
)

// Explain tells how a term of the report comes about.
func (r *Report) Explain(t *Term) Explanation {
	x := explainer{r: r}
	x.Inputs = make([]Input, 0, 4) // most have as many
	switch {
	case t.Class == DriverClass:
		x.driver(t)
	case t.State >= 0:
		x.state(t)
	case t.Class == WorkspaceClass:
		x.workspace(t)
	case t.Class == Activations:
		x.buffer(t)
	case t.Node >= 0:
		x.weight(t)
	default:
		x.Formula = fmt.Sprint(t.Bytes)
	}
	return x.Explanation
}

// explainer gathers an explanation.
type explainer struct {
	Explanation
	r *Report
}

// give adds an input once, and then what its expression names.
func (x *explainer) give(name string, expr Expr, value int64, from Source) {
	x.add(Input{name, written(expr), value, from})
	x.names(expr)
}

// written is an expression's text unless that is the value itself.
func written(e Expr) string {
	if e.Absent() || e.root.op == opNumber {
		return ""
	}
	return e.text
}

func (x *explainer) add(in Input) {
	for i := range x.Inputs {
		if x.Inputs[i].Name == in.Name {
			return
		}
	}
	x.Inputs = append(x.Inputs, in)
}

// names adds what an expression names, and what the counts among those name.
func (x *explainer) names(e Expr) {
	for _, name := range e.Names() {
		switch name {
		case "n":
			if len(x.r.Runs) > 0 {
				x.add(Input{"n", "rows of run " + x.r.Runs[x.r.Peak].Label, x.r.Runs[x.r.Peak].Rows, FromRun})
			}
			continue
		case "k", "out", "units", "elements":
			continue // given by who calls
		}
		x.name(name)
	}
}

func (x *explainer) name(name string) {
	value, known := x.r.Names[name]
	_, isDim := x.r.Circuit.Dims[name]
	_, isAsked := x.r.Workload.Counts[name]
	switch {
	case !known:
		x.add(Input{name, "", 0, Absent})
	case isDim:
		x.add(Input{name, "", value, FromCircuit})
	case isAsked:
		x.add(Input{name, "", value, FromWorkload})
	default:
		for i := range x.r.Circuit.Counts {
			if c := &x.r.Circuit.Counts[i]; c.Name == name {
				x.add(Input{name, written(c.Value), value, FromCount})
				x.names(c.Value)
			}
		}
	}
}

func (x *explainer) driver(t *Term) {
	if t.Name != driverShare {
		x.Formula = fmt.Sprint(t.Bytes)
		return
	}
	x.Formula = fmt.Sprintf("div(budget,1000)*%d", x.r.Circuit.Driver.PerMille)
	x.add(Input{"budget", "", x.r.Workload.Budget, FromWorkload})
}

func (x *explainer) state(t *Term) {
	s := &x.r.Circuit.States[t.State]
	law := s.Law
	if law.Absent() {
		law = kindRules[s.Kind].law
	}
	elements := s.Elements
	if elements.Absent() && s.Of >= 0 {
		elements = x.r.Circuit.States[s.Of].Elements
		x.Reason = "a copy of " + x.r.Circuit.States[s.Of].ID
	}
	if law.Absent() {
		size, _ := t.Format.ElementBytes()
		x.Formula = fmt.Sprintf("units*elements*%d", size)
	} else {
		x.Formula = law.text
		x.names(law)
	}
	x.give("units", t.formula, t.Units, FromCount)
	if law.Absent() {
		x.give("elements", elements, t.Elements, FromCircuit)
	}
}

func (x *explainer) workspace(t *Term) {
	x.Formula = t.formula.text
	x.names(t.formula)
	for _, name := range t.formula.Names() {
		if name == "k" && t.Node >= 0 {
			edge := &x.r.Circuit.Edges[x.r.Circuit.Nodes[t.Node].Inputs[0]]
			if v, err := edge.Dim.eval(newScope(x.r.Names)); err == nil {
				x.give("k", edge.Dim, v, FromNode)
			}
		}
	}
	for i := range x.r.Circuit.Families {
		f := &x.r.Circuit.Families[i]
		for j := range f.Workspaces {
			if f.Name == t.Family && f.Workspaces[j].Name == t.Name {
				x.Reason = f.Workspaces[j].Reason
			}
		}
	}
}

func (x *explainer) buffer(t *Term) {
	switch {
	case !t.formula.Absent():
		x.Formula = t.formula.text
		x.names(t.formula)
		return
	case t.Format.Absent():
		x.Formula = fmt.Sprint(t.Bytes)
		return
	}
	x.Formula = t.Format.formula("rows", "dim", "rows")
	e := &x.r.Circuit.Edges[t.edge]
	x.give("dim", e.Dim, t.Width, FromCircuit)
	if e.Rows.Absent() {
		x.add(Input{"rows", "n", t.Rows, FromRun})
	} else {
		x.give("rows", e.Rows, t.Rows, FromCircuit)
	}
}

func (x *explainer) weight(t *Term) {
	w := &x.r.Circuit.Nodes[t.Node].Weights[t.weight]
	var factors []string
	if t.Number != 1 {
		factors = append(factors, "number")
	}
	x.Site = t.Site()
	if t.rule == nil && !w.Bytes.Absent() {
		factors = append(factors, w.Bytes.text)
		x.names(w.Bytes)
	} else if t.rule == nil || !t.rule.Format.Absent() {
		factors = append(factors, t.Format.formula("out", "k", "1"))
	} else {
		factors = append(factors, t.rule.Bytes.text)
		x.names(t.rule.Bytes)
	}
	if t.rule != nil && t.rule.Count > 1 {
		factors = append(factors, fmt.Sprint(t.rule.Count))
	}
	if len(factors) > 1 {
		for i, f := range factors {
			if strings.Contains(f, "+") {
				factors[i] = "(" + f + ")"
			}
		}
	}
	x.Formula = strings.Join(factors, "*")
	x.give("out", w.Out, t.Rows, FromNode)
	x.give("k", w.K, t.Width, FromNode)
	if t.Number != 1 {
		x.give("number", w.Number, t.Number, FromCircuit)
	}
}

// formula writes the bytes of rows × dim numbers; wide is what the wide scales
// of nvfp4 are counted by.
func (f Format) formula(rows, dim, wide string) string {
	numbers := rows + "*" + dim
	switch bytes := f.bits / 8; {
	case bytes > 1:
		numbers += "*" + strconv.FormatInt(bytes, 10)
	case bytes == 0:
		numbers += "/" + strconv.FormatInt(8/f.bits, 10)
	}
	groups := rows + "*" + dim + "/" + strconv.FormatInt(f.group, 10)
	switch f.layout {
	case tensorLayout:
		return numbers + " + 4"
	case tokenLayout, channelLayout:
		return numbers + " + 4*" + rows
	case groupLayout:
		return numbers + " + 4*" + groups
	case blockLayout:
		return fmt.Sprintf("%s + 4*ceil(%s/%d)*ceil(%s/%d)", numbers, rows, f.rows, dim, f.group)
	case nvfp4Layout:
		if wide == "1" {
			return numbers + " + " + groups + " + 4"
		}
		return numbers + " + " + groups + " + 4*" + wide
	case mxfp4Layout:
		return numbers + " + " + groups
	case int4Layout:
		return numbers + " + 2*" + groups
	}
	return numbers
}
