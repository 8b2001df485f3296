package wire

import (
	"strconv"
	"strings"
)

// Facts about the devices of a run. Device i has the key "gpu<i>", whose value
// is its name with _ for blanks, or NoDevice; "gpu<i>-<property>" tells more. On
// the device axis it is "cuda:<i>".
const (
	DeviceDriver = "driver"    // newest CUDA version that the driver knows, 12.8
	DeviceCUFFT  = "cufft"     // version of the library, 11.3.3
	DeviceNVRTC  = "nvrtc"     // version of the library, 12.8
	DeviceArch   = "arch"      // sm_90
	DeviceMemory = "memory"    // bytes in all
	DeviceCopy   = "copy-MB/s" // measured: bytes read and written by a copy on the device
	DeviceReason = "reason"    // of NoDevice: what is missing
)

// NoDevice is the name of a device that is not there: a run that has variants for
// devices and found none says gpu0=none, and by DeviceReason why.
const NoDevice = "none"

const (
	devicePrefix = "gpu"
	deviceAxis   = "cuda:"
)

// maxDeviceIndex bounds what is taken for the number of a device.
const maxDeviceIndex = 999

// DeviceKey returns the key of a fact about device i: of its name where property
// is empty.
func DeviceKey(i int, property string) string {
	key := devicePrefix + strconv.Itoa(i)
	if property != "" {
		key += "-" + property
	}
	return key
}

// ParseDeviceKey reads what DeviceKey wrote.
func ParseDeviceKey(key string) (i int, property string, ok bool) {
	number, ok := strings.CutPrefix(key, devicePrefix)
	if !ok {
		return 0, "", false
	}
	number, property, found := strings.Cut(number, "-")
	if i, ok = deviceIndex(number); !ok || found && property == "" {
		return 0, "", false
	}
	return i, property, true
}

// DeviceLabel returns the value of AxisDevice for device i.
func DeviceLabel(i int) string { return deviceAxis + strconv.Itoa(i) }

// ParseDeviceLabel reads what DeviceLabel wrote.
func ParseDeviceLabel(label string) (i int, ok bool) {
	number, ok := strings.CutPrefix(label, deviceAxis)
	if !ok {
		return 0, false
	}
	return deviceIndex(number)
}

// deviceIndex reads a number as strconv.Itoa writes it.
func deviceIndex(text string) (int, bool) {
	i, err := strconv.Atoi(text)
	if err != nil || i < 0 || i > maxDeviceIndex || strconv.Itoa(i) != text {
		return 0, false
	}
	return i, true
}
