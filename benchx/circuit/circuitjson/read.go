package circuitjson

import (
	"fmt"
	"io"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/circuit"
)

// maxText is how long a file may be, in bytes: a hundred thousand nodes that are
// spelled out take a third of it.
const maxText = 64 << 20

// Read reads a circuit and checks it, so that [circuit.Compile] takes it. What is
// wrong with the file is [Errors], each with its line, column and path; what is
// wrong with the circuit that it describes names the node, edge or state.
func Read(r io.Reader) (*circuit.Circuit, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxText+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxText {
		return nil, fmt.Errorf("more than %d MiB of JSON are no circuit", maxText>>20)
	}
	return parse(string(text))
}

// parse reads a circuit from its text.
func parse(text string) (*circuit.Circuit, error) {
	if strings.HasPrefix(text, "\ufeff") {
		return nil, Errors{{Line: 1, Column: 1, Message: "a byte order mark: JSON has none"}}
	}
	d := newReader(text)
	f := fileTable.read(d)
	if d.peek(); d.pos < len(text) && d.broken == nil {
		d.fail(d.pos, "something follows the circuit")
	}
	if err := d.err(); err != nil {
		return nil, err
	}
	f.settle(d)
	c := expand(&f, d)
	if err := d.err(); err != nil {
		return nil, err
	}
	if _, err := circuit.Compile(c); err != nil {
		return nil, err
	}
	return c, nil
}

// settle works out the budget and takes over what needs no names.
func (f *file) settle(r *reader) {
	f.Driver, f.Memory = f.device.driver, f.device.memory
	f.Workload = f.workload.Workload
	switch d := &f.device; {
	case f.workload.budget.text == "" && d.memory > 0:
		util := d.util
		if util == "" {
			util = "1"
		}
		f.Workload.Budget, _ = circuit.Share(d.memory, util) // checked where it was read
	case d.util != "":
		r.fault(f.workload.budget.at, "the device's util gives a budget already")
	}
}
