package ablation

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// Device is what the facts of a run tell of one device.
type Device struct {
	Index  int
	Name   string // "" where the facts tell none; blanks as the maker writes them
	Absent bool   // looked for and not there: Reason says why
	Reason string

	Arch, Driver, CUFFT, NVRTC string
	Memory                     int64   // bytes; 0 unknown
	CopyBytesPerSec            float64 // measured; NaN unknown
}

// Label returns the device's value on the device axis.
func (d *Device) Label() string { return wire.DeviceLabel(d.Index) }

// Devices returns the devices that the facts of the environment tell of, by
// number.
func (e *Environment) Devices() []Device {
	var all []Device
	for _, f := range e.Facts {
		i, property, ok := wire.ParseDeviceKey(f.Key)
		if !ok {
			continue
		}
		at := slices.IndexFunc(all, func(d Device) bool { return d.Index == i })
		if at < 0 {
			at = len(all)
			all = append(all, Device{Index: i, CopyBytesPerSec: math.NaN()})
		}
		all[at].set(property, f.Value)
	}
	slices.SortFunc(all, func(a, b Device) int { return cmp.Compare(a.Index, b.Index) })
	return all
}

func (d *Device) set(property, value string) {
	switch property {
	case "":
		if d.Absent = value == wire.NoDevice; !d.Absent {
			d.Name = strings.ReplaceAll(value, "_", " ")
		}
	case wire.DeviceReason:
		d.Reason = value
	case wire.DeviceArch:
		d.Arch = value
	case wire.DeviceDriver:
		d.Driver = value
	case wire.DeviceCUFFT:
		d.CUFFT = value
	case wire.DeviceNVRTC:
		d.NVRTC = value
	case wire.DeviceMemory:
		if n, err := strconv.ParseInt(value, 10, 64); err == nil && n > 0 {
			d.Memory = n
		}
	case wire.DeviceCopy:
		if x, err := strconv.ParseFloat(value, 64); err == nil && x > 0 && measured(x*1e6) {
			d.CopyBytesPerSec = x * 1e6
		}
	}
}

// ShownOfDevice reports whether a fact is one that a Device holds.
func ShownOfDevice(f wire.Fact) bool {
	_, property, ok := wire.ParseDeviceKey(f.Key)
	if !ok {
		return false
	}
	switch property {
	case "", wire.DeviceReason, wire.DeviceArch, wire.DeviceDriver, wire.DeviceCUFFT, wire.DeviceNVRTC, wire.DeviceMemory, wire.DeviceCopy:
		return true
	}
	return false
}

// tellsDevice reports whether the facts name the device that a label on the
// device axis stands for.
func (e *Environment) tellsDevice(label string) bool {
	i, ok := wire.ParseDeviceLabel(label)
	return ok && slices.ContainsFunc(e.Facts, func(f wire.Fact) bool { return f.Key == wire.DeviceKey(i, "") })
}

// measuredFact reports whether a fact is a measurement, which comes out
// different each time, rather than a property of the place.
func measuredFact(f wire.Fact) bool {
	_, property, ok := wire.ParseDeviceKey(f.Key)
	return ok && property == wire.DeviceCopy
}

// gpuIn tells the device kind of a row: what the facts of its run name as a
// device is a GPU. Where they name none, whatever has a label other than cpu,
// cpu:0 or the like is taken for one.
func gpuIn(e *Environment, label string) bool {
	if e != nil && e.tellsDevice(label) {
		return true
	}
	return label != "" && !strings.HasPrefix(strings.ToLower(label), "cpu")
}
