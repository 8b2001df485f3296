package fftbench

import (
	"fmt"

	"github.com/fftstudy/fftstudy/benchx/circuit"
)

// variantCUFFT is the transform of NVIDIA's library, whose circuit is known
// without a device.
const variantCUFFT = "cufft"

// CountWorkArea is how many times the data cuFFT's work area is as large. By its
// documentation (cuFFT API reference, on cufftPlanMany and work areas) that is
// between 1 and 8; a device tells it before it is allocated.
const CountWorkArea = "work_area"

// cufftCircuit is a plan of batched transforms on a device: input, output and
// cuFFT's work area. The context of the driver is not counted.
func cufftCircuit(c Cell) (*circuit.Circuit, error) {
	format, size := circuit.MustFormat("c64"), 8
	if c.Precision == F64 {
		format, size = circuit.MustFormat("c128"), 16
	}
	if c.N < 1 || c.Batch < 1 {
		return nil, fmt.Errorf("%d rows of %d: want one or more: %w", c.Batch, c.N, ErrUnsuited)
	}
	bytes := circuit.MustParse(fmt.Sprintf("%s*%s*%d", CountBatch, dimLength, size))
	row := circuit.Edge{Format: format, Dim: circuit.MustParse(dimLength), Output: true, Over: -1}
	in, out := row, row
	in.ID, out.ID = "input", "output"
	return &circuit.Circuit{
		Arch:        c.Variant,
		Description: fmt.Sprintf("%s, %s, n = %d, %s, on a device; its driver's context is not counted", c.Variant, c.Dir, c.N, c.Precision),
		Dims:        map[string]int64{dimLength: int64(c.N)},
		Nodes:       []circuit.Node{{ID: "transform", Op: variantCUFFT, Layer: -1, Inputs: []int{0}, Outputs: []int{1}}},
		Edges:       []circuit.Edge{in, out},
		Held: []circuit.Held{
			{Name: "input on the device", Bytes: bytes, Node: -1}, {Name: "output on the device", Bytes: bytes, Node: -1},
		},
		Families: []circuit.Family{{Name: variantCUFFT, Ops: []string{variantCUFFT}, Workspaces: []circuit.Workspace{{
			Name: "work area", Bytes: []circuit.Expr{circuit.MustParse(fmt.Sprintf("%s*n*%s*%d", CountWorkArea, dimLength, size))},
			Reason: "1 to 8 times the data, as cuFFT's documentation says; a device tells it before it is allocated",
		}}}},
		Runs:     []circuit.Run{{Label: "call", Rows: circuit.MustParse(CountBatch)}},
		Knobs:    []circuit.Knob{{Name: "half the batch", Count: CountBatch}},
		Workload: circuit.Workload{Counts: map[string]int64{CountBatch: int64(c.Batch), CountWorkArea: 1}},
	}, nil
}
