package fftbench

import (
	"fmt"
	"strconv"
	"sync"

	"github.com/fftstudy/fftstudy/benchx"
	"github.com/fftstudy/fftstudy/benchx/circuit"
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/fftbench/cuda"
	"github.com/fftstudy/fftstudy/fftbench/gpu"
)

// deviceVariant is an implementation on a CUDA device.
type deviceVariant struct {
	dirs  []string
	steps func(dir string, n int, p Precision) ([]deviceStep, error)
	// lacks tells what a direction wants of the machine's libraries and is not
	// there.
	lacks func(f *gpu.Found, dir string) error
}

// foundDevice is looked for once, when the first cell needs it.
var foundDevice = sync.OnceValue(func() gpu.Found { return gpu.Look(cuda.Options{}) })

// DeviceFacts says what a run on the device has to do with: the device, the
// versions of what is installed, and the rate of a copy, which it measures; or
// that there is none, and why.
func (l *Lab) DeviceFacts() []wire.Fact {
	found := foundDevice()
	fact := func(property, value string) wire.Fact {
		return wire.Fact{Key: wire.DeviceKey(0, property), Value: value}
	}
	if found.DeviceErr != nil {
		return []wire.Fact{fact("", wire.NoDevice), fact(wire.DeviceReason, found.DeviceErr.Error())}
	}
	facts := []wire.Fact{
		fact("", found.Name()),
		fact(wire.DeviceArch, found.Device.Arch()),
		fact(wire.DeviceMemory, strconv.FormatInt(found.Device.Bytes, 10)),
		fact(wire.DeviceDriver, found.Driver.String()),
	}
	if found.CuFFTErr == nil {
		facts = append(facts, fact(wire.DeviceCUFFT, found.CuFFT.String()))
	}
	if found.CompilerErr == nil {
		facts = append(facts, fact(wire.DeviceNVRTC, found.Compiler.String()))
	}
	if s, err := l.device(); err == nil {
		if rate, err := s.CopyRate(); err == nil {
			facts = append(facts, fact(wire.DeviceCopy, strconv.FormatFloat(rate/1e6, 'f', 0, 64)))
		}
	}
	return facts
}

func (v deviceVariant) directions() []string    { return v.dirs }
func (v deviceVariant) precisions() []Precision { return []Precision{F32, F64} }

func (v deviceVariant) needs() string {
	if cuda.Built {
		return ""
	}
	return "-tags cuda, on Linux"
}

// missing implements peer.
func (v deviceVariant) missing(c Cell) bool {
	found := foundDevice()
	return v.lacks(&found, c.Dir) != nil
}

func (v deviceVariant) plan(dir string, n int, p Precision) (Plan, error) {
	found := foundDevice()
	if err := v.lacks(&found, dir); err != nil {
		return nil, err
	}
	steps, err := v.steps(dir, n, p)
	if err != nil {
		return nil, err
	}
	shape := devicePlan{dir: dir, n: n, precision: p, steps: steps}
	switch {
	case dir == wire.DirWelch && p == F64:
		return typedPlan[float64]{shape, tolerance64}, nil
	case dir == wire.DirWelch:
		return typedPlan[float32]{shape, tolerance32}, nil
	case p == F64:
		return typedPlan[complex128]{shape, tolerance64}, nil
	}
	return typedPlan[complex64]{shape, tolerance32}, nil
}

func (v deviceVariant) circuit(c Cell) (*circuit.Circuit, error) {
	if c.N < 1 || c.Batch < 1 {
		return nil, fmt.Errorf("%d rows of %d: want one or more: %w", c.Batch, c.N, ErrUnsuited)
	}
	steps, err := v.steps(c.Dir, c.N, c.Precision)
	if err != nil {
		return nil, err
	}
	return deviceCircuit(c, steps)
}

// deviceUnits say how to read the metrics of cells on a device.
func deviceUnits() []benchx.Unit {
	return []benchx.Unit{{Name: wire.UnitE2ENsPerOp, Better: "lower"}, {Name: wire.UnitCopyShare, Better: "higher"}}
}
