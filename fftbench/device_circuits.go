package fftbench

import (
	"fmt"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/circuit"
	"github.com/fftstudy/fftstudy/fftbench/fft"
)

// CountWorkArea is how many times the data cuFFT's work area is as large. By its
// documentation (cuFFT API reference, on cufftPlanMany and work areas) that is
// between 1 and 8; a device tells it before it is allocated.
const CountWorkArea = "work_area"

// opCUFFT is what a circuit calls a transform of NVIDIA's library.
const opCUFFT = "cufft"

// deviceCircuit is steps on a device: input, output and what lies between them,
// tables and scratch of this project's kernels, work areas of cuFFT. The context
// of the driver is not counted.
func deviceCircuit(c Cell, steps []deviceStep) (*circuit.Circuit, error) {
	d := deviceCircuitBuilder{cell: c, c: &circuit.Circuit{
		Arch:        c.Variant,
		Description: fmt.Sprintf("%s, %s, n = %d, %s, on a device; its driver's context is not counted", c.Variant, c.Dir, c.N, c.Precision),
		Dims:        map[string]int64{dimLength: int64(c.N)},
		Runs:        []circuit.Run{{Label: "call", Rows: circuit.MustParse(CountBatch)}},
		Knobs:       []circuit.Knob{{Name: "half the batch", Count: CountBatch}},
		Workload:    circuit.Workload{Counts: map[string]int64{CountBatch: int64(c.Batch)}},
	}}
	const caller = -1
	d.edge("input", steps[0].in, caller)
	d.c.Edges[0].Output = true // the caller's, as the last is
	for i := range steps {
		name, of := "output", caller
		if i < len(steps)-1 {
			name, of = "after "+steps[i].name, i
		}
		d.edge(name, steps[i].out, of)
		d.step(&steps[i])
	}
	d.c.Edges[len(d.c.Edges)-1].Output = true
	return d.c, nil
}

type deviceCircuitBuilder struct {
	cell Cell
	c    *circuit.Circuit
}

// edge adds rows that lie on the device, in a buffer of a node or of the caller.
func (d *deviceCircuitBuilder) edge(name string, a array, of int) {
	dim := d.size(int64(a.count))
	d.c.Edges = append(d.c.Edges, circuit.Edge{ID: name, Format: circuit.MustFormat(a.format), Dim: dim, Over: -1})
	d.c.Held = append(d.c.Held, circuit.Held{
		Name: name + " on the device", Node: of,
		Bytes: circuit.MustParse(fmt.Sprintf("%s*%d", CountBatch, a.bytes())),
	})
}

// step adds what comes between the last two edges.
func (d *deviceCircuitBuilder) step(s *deviceStep) {
	last := len(d.c.Edges) - 1
	n := circuit.Node{ID: s.name, Op: "kernels", Layer: -1, Inputs: []int{last - 1}, Outputs: []int{last}}
	if s.byCUFFT {
		n.Op, n.Family = opCUFFT, opCUFFT
		d.workArea(s)
	}
	for i := range s.tables {
		n.Weights = append(n.Weights, d.table(&s.tables[i], s.name))
	}
	if s.scratchRow > 0 {
		d.c.Held = append(d.c.Held, circuit.Held{
			Name: "scratch of " + s.name, Node: len(d.c.Nodes),
			Bytes: circuit.MustParse(fmt.Sprintf("min(%s*%d,%d)", CountBatch, s.scratchRow, s.scratchMost)),
		})
	}
	d.c.Nodes = append(d.c.Nodes, n)
}

// workArea adds that of a transform of cuFFT. Steps of an operation have one
// each.
func (d *deviceCircuitBuilder) workArea(s *deviceStep) {
	if len(d.c.Families) == 0 {
		d.c.Families = []circuit.Family{{Name: opCUFFT, Ops: []string{opCUFFT}}}
		d.c.Workload.Counts[CountWorkArea] = 1
	}
	f := &d.c.Families[0]
	name := "work area"
	if len(f.Workspaces) > 0 {
		name += " of " + s.name
	}
	f.Workspaces = append(f.Workspaces, circuit.Workspace{
		Name:   name,
		Bytes:  []circuit.Expr{circuit.MustParse(fmt.Sprintf("%s*n*%d", CountWorkArea, max(s.in.bytes(), s.out.bytes())))},
		Reason: "1 to 8 times the data, as cuFFT's documentation says; a device tells it before it is allocated",
	})
}

func (d *deviceCircuitBuilder) table(p *fft.Part, step string) circuit.Weight {
	w := circuit.Weight{
		Name: p.Name, Key: step + " " + p.Name,
		Format: circuit.MustFormat(string(d.cell.Precision)), Out: circuit.Number(1), K: d.size(int64(p.Count)),
	}
	if strings.Contains(p.Name, "window") {
		w.Role = circuit.Table
	}
	return w
}

func (d *deviceCircuitBuilder) size(count int64) circuit.Expr {
	if count == int64(d.cell.N) {
		return circuit.MustParse(dimLength)
	}
	return circuit.Number(count)
}
