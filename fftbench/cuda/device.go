package cuda

import "fmt"

// Attributes of devices (CUdevice_attribute).
const (
	attrMaxThreadsPerBlock   = 1
	attrMaxBlockX            = 2
	attrMaxGridX             = 5
	attrMaxSharedPerBlock    = 8
	attrWarpSize             = 10
	attrMaxRegistersPerBlock = 12
	attrMultiprocessors      = 16
	attrIntegrated           = 18
	attrECC                  = 32
	attrMemoryClock          = 36
	attrMemoryBusWidth       = 37
	attrL2Bytes              = 38
	attrThreadsPerSM         = 39
	attrComputeMajor         = 75
	attrComputeMinor         = 76
	attrMaxSharedPerSM       = 81
	attrRegistersPerSM       = 82
	attrMaxSharedOptIn       = 97
	attrBlocksPerSM          = 106
)

var dispensable = map[int32]bool{
	attrIntegrated: true, attrECC: true, attrMemoryClock: true, attrMemoryBusWidth: true, attrL2Bytes: true,
}

// A Device describes one GPU. All of it is the driver's word; which GPUs there
// are, and in which order, is up to the driver and CUDA_VISIBLE_DEVICES.
type Device struct {
	Ordinal int    // counted from 0
	Name    string // "NVIDIA H200"
	Major   int    // of the compute capability
	Minor   int
	Bytes   int64 // of memory

	Multiprocessors     int    // SMs
	WarpSize            int    // threads
	MaxThreadsPerBlock  int    // of all three dimensions together
	MaxBlock            [3]int // threads per dimension
	MaxGrid             [3]int // blocks per dimension
	SharedPerBlock      int    // bytes that any kernel may use
	SharedPerBlockOptIn int    // bytes that a kernel may ask for
	SharedPerSM         int    // bytes
	ThreadsPerSM        int    // that a multiprocessor holds at once
	BlocksPerSM         int    // that it holds at once
	RegistersPerSM      int    // of 32 bits
	RegistersPerBlock   int    // of 32 bits
	L2Bytes             int    // of the cache that all multiprocessors share
	MemoryClockKHz      int    // 0 where the driver does not tell
	MemoryBusBits       int    // that one transfer moves
	ECC                 bool   // error correction is on
	Integrated          bool   // shares the host's memory

	id int32 // CUdevice
}

// Label is the device's name on the device axis: "cuda:0".
func (d Device) Label() string { return fmt.Sprintf("cuda:%d", d.Ordinal) }

// Arch is the real architecture that compilers take: "sm_90".
func (d Device) Arch() string { return fmt.Sprintf("sm_%d", d.capability()) }

// capability is the compute capability as compilers count it: 90 for 9.0.
func (d Device) capability() int { return 10*d.Major + d.Minor }

// PeakBytesPerSecond is what the memory's pins can move, or 0 where the driver
// does not tell its clock: a bus width twice a clock.
func (d Device) PeakBytesPerSecond() float64 {
	return 2 * float64(d.MemoryClockKHz) * 1e3 * float64(d.MemoryBusBits) / 8
}

// Devices lists the GPUs that the driver shows. Where there is none its error
// is an [ErrNoDevice].
func (d *Driver) Devices() ([]Device, error) {
	if d.empty != nil {
		return nil, d.empty
	}
	n, c := d.lib.deviceCount()
	if err := d.check("cuDeviceGetCount", c, "devices"); err != nil {
		return nil, err
	}
	if n == 0 {
		return nil, fmt.Errorf("cuda: %w: the driver for CUDA %s works and shows no GPU (is CUDA_VISIBLE_DEVICES empty?)", ErrNoDevice, d.version)
	}
	devices := make([]Device, n)
	for i := range devices {
		var err error
		if devices[i], err = d.Device(i); err != nil {
			return nil, err
		}
	}
	return devices, nil
}

// Device describes one GPU; without such a one its error is an [ErrNoDevice].
//
// Source: cuDeviceGet, cuDeviceGetName, cuDeviceTotalMem, cuDeviceGetAttribute
// (CUDA Driver API: Device management).
func (d *Driver) Device(ordinal int) (Device, error) {
	v := Device{Ordinal: ordinal}
	if d.empty != nil {
		return v, d.empty
	}
	label := v.Label()
	var c code
	if v.id, c = d.lib.deviceGet(ordinal); c != 0 {
		return v, d.check("cuDeviceGet", c, label)
	}
	if v.Name, c = d.lib.deviceName(v.id); c != 0 {
		return v, d.check("cuDeviceGetName", c, label)
	}
	bytes, c := d.lib.deviceTotalMem(v.id)
	if c != 0 {
		return v, d.check("cuDeviceTotalMem_v2", c, label)
	}
	v.Bytes = int64(bytes)
	return v, d.attributes(&v)
}

// attributes does without those that a driver may know no more: a clock is gone
// from CUDA 13's runtime already.
func (d *Driver) attributes(v *Device) error {
	var ecc, integrated int
	for _, a := range []struct {
		attribute int32
		to        *int
	}{
		{attrComputeMajor, &v.Major}, {attrComputeMinor, &v.Minor},
		{attrMultiprocessors, &v.Multiprocessors}, {attrWarpSize, &v.WarpSize},
		{attrMaxThreadsPerBlock, &v.MaxThreadsPerBlock},
		{attrMaxBlockX, &v.MaxBlock[0]}, {attrMaxBlockX + 1, &v.MaxBlock[1]}, {attrMaxBlockX + 2, &v.MaxBlock[2]},
		{attrMaxGridX, &v.MaxGrid[0]}, {attrMaxGridX + 1, &v.MaxGrid[1]}, {attrMaxGridX + 2, &v.MaxGrid[2]},
		{attrMaxSharedPerBlock, &v.SharedPerBlock}, {attrMaxSharedOptIn, &v.SharedPerBlockOptIn},
		{attrMaxSharedPerSM, &v.SharedPerSM},
		{attrThreadsPerSM, &v.ThreadsPerSM}, {attrBlocksPerSM, &v.BlocksPerSM}, {attrRegistersPerSM, &v.RegistersPerSM},
		{attrMaxRegistersPerBlock, &v.RegistersPerBlock},
		{attrL2Bytes, &v.L2Bytes}, {attrMemoryClock, &v.MemoryClockKHz}, {attrMemoryBusWidth, &v.MemoryBusBits},
		{attrECC, &ecc}, {attrIntegrated, &integrated},
	} {
		var c code
		*a.to, c = d.lib.deviceAttribute(a.attribute, v.id)
		if dispensable[a.attribute] && (c == codeInvalidValue || c == codeNotSupported) {
			*a.to, c = 0, 0
		}
		if c != 0 {
			return d.check("cuDeviceGetAttribute", c, fmt.Sprintf("%s, attribute %d", v.Label(), a.attribute))
		}
	}
	v.ECC, v.Integrated = ecc != 0, integrated != 0
	return nil
}
