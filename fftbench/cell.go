package fftbench

import (
	"strconv"

	"github.com/fftstudy/fftstudy/benchx"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

// Precision is the type of the data that a cell transforms.
type Precision string

// The precisions of the study.
const (
	F32 Precision = "f32"
	F64 Precision = "f64"
)

// Cell is one benchmark of the study.
type Cell struct {
	Variant   string    `json:"variant"`
	Dir       string    `json:"dir"` // wire.DirForward, …
	N         int       `json:"n"`
	Batch     int       `json:"batch"`
	Precision Precision `json:"precision"`
}

// Labels of devices.
const (
	hostLabel   = "cpu"
	deviceLabel = "cuda:0" // the first that the driver shows: CUDA_VISIBLE_DEVICES chooses
)

// OnDevice reports whether a variant runs on a device, not on the host.
func OnDevice(name string) bool {
	v, err := known(name)
	if err != nil {
		return false
	}
	_, ok := v.run.(onDevice)
	return ok
}

// Axes returns the cell's name in the order of wire.StudyAxes.
func (c Cell) Axes() []benchx.Axis { return append(c.place(), c.load()...) }

// place is the part of the name that a capacity search is about.
func (c Cell) place() []benchx.Axis {
	return []benchx.Axis{
		{Key: wire.AxisVariant, Value: c.Variant},
		{Key: wire.AxisDir, Value: c.Dir},
		{Key: wire.AxisN, Value: strconv.Itoa(c.N)},
	}
}

// load is the rest of the name.
func (c Cell) load() []benchx.Axis {
	device := hostLabel
	if OnDevice(c.Variant) {
		device = deviceLabel
	}
	axes := []benchx.Axis{
		{Key: wire.AxisBatch, Value: strconv.Itoa(c.Batch)},
		{Key: wire.AxisDevice, Value: device},
	}
	if c.Precision != F32 {
		axes = append(axes, benchx.Axis{Key: wire.AxisPrecision, Value: string(c.Precision)})
	}
	return axes
}

// The benchmark functions.
const (
	BenchFFT   = "BenchmarkFFT"   // forward, inverse and fused
	BenchWelch = "BenchmarkWelch" // power spectral densities

	BenchSpectral = "BenchmarkSpectral" // short-time and mel spectra, peaks
)

// benches returns the benchmark functions in the order in which they run.
func benches() []string { return []string{BenchFFT, BenchWelch, BenchSpectral} }

// Bench returns the benchmark function that the cell belongs to.
func (c Cell) Bench() string {
	switch c.Dir {
	case wire.DirWelch:
		return BenchWelch
	case wire.DirMel, wire.DirPeaks, wire.DirSTFT:
		return BenchSpectral
	}
	return BenchFFT
}
