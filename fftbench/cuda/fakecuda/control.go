package fakecuda

import (
	"bytes"
	"fmt"
	"path/filepath"
	"unsafe"
)

const controlFile = "fakecuda.control"

const controlMagic = 0x66616b65

// block is struct control of testdata/control.h.
type block struct {
	magic                         int64
	devices, driver, initCode     int64
	major, minor                  int64
	total, taken                  int64
	l2                            int64
	cufft, nvrtcMajor, nvrtcMinor int64
	failAt, failCode, failMode    int64
	failFunction                  [64]byte
	calls                         int64
	lost                          int64
	live                          [12]int64
	launches, nodes               int64
	faults                        int64
	fault                         [512]byte
}

// Machine is what a program finds. Versions are as the functions tell them:
// 12080 is CUDA 12.8, 11303 cuFFT 11.3.3.
type Machine struct {
	Devices    int
	Driver     int // cuDriverGetVersion
	InitCode   int // what cuInit returns: 803 is a kernel module that does not match
	Major      int // compute capability of every device
	Minor      int
	Bytes      int64 // of memory, of every device
	Taken      int64 // of them by other processes
	L2Bytes    int64 // of the second-level cache
	CuFFT      int   // cufftGetVersion
	NVRTCMajor int
	NVRTCMinor int
}

// Default is a machine with one GPU of compute capability 9.0, 1 GiB of memory
// and CUDA 13.0.
func Default() Machine {
	return Machine{Devices: 1, Driver: 13000, Major: 9, Bytes: 1 << 30, L2Bytes: 50 << 20, CuFFT: 12000, NVRTCMajor: 13}
}

// What follows a failure.
const (
	Once   = iota // nothing
	Always        // each further call that counts fails too
	Lost          // the device is lost: whatever asks it fails with the same code
)

// Failure makes a call fail.
type Failure struct {
	Function string // the only one that counts; empty: each call that returns a code does
	At       int    // the how manieth, from 1; 0 for none
	Code     int    // CUresult; cuFFT and NVRTC make their own of it
	Then     int    // Once, Always or Lost
}

// Live counts what was made and not yet destroyed.
type Live struct {
	Contexts, Streams, Events, Graphs, Execs, Modules int64
	Buffers, BufferBytes, Pinned, PinnedBytes         int64
	Plans, Programs                                   int64
}

// Control sets up the fake libraries of a folder and reads what they count. Its
// methods are for one goroutine, and for times when no call is under way in the
// libraries.
type Control struct {
	b     *block
	close func() error
}

func writeControl(dir string) error {
	b := block{magic: controlMagic}
	b.set(Default())
	raw := unsafe.Slice((*byte)(unsafe.Pointer(&b)), unsafe.Sizeof(b))
	return replace(filepath.Join(dir, controlFile), raw)
}

// Open takes the control of a folder that Build filled. Close it when done.
func Open(dir string) (*Control, error) {
	path := filepath.Join(dir, controlFile)
	raw, unmap, err := mapFile(path, int(unsafe.Sizeof(block{})))
	if err != nil {
		return nil, fmt.Errorf("fakecuda: %s: %w (was the folder built?)", path, err)
	}
	b := (*block)(unsafe.Pointer(unsafe.SliceData(raw)))
	if b.magic != controlMagic {
		unmap()
		return nil, fmt.Errorf("fakecuda: %s is no control file", path)
	}
	return &Control{b: b, close: unmap}, nil
}

// Close lets the control go. The libraries keep what was set.
func (c *Control) Close() error { return c.close() }

// Reset gives the machine back its default, takes back failures and forgets
// faults and counts of calls. What lives goes on living.
func (c *Control) Reset() {
	live := c.b.live
	*c.b = block{magic: controlMagic, live: live}
	c.b.set(Default())
}

// Set changes the machine.
func (c *Control) Set(m Machine) { c.b.set(m) }

func (b *block) set(m Machine) {
	b.devices, b.driver, b.initCode = int64(m.Devices), int64(m.Driver), int64(m.InitCode)
	b.major, b.minor = int64(m.Major), int64(m.Minor)
	b.total, b.taken, b.l2 = m.Bytes, m.Taken, m.L2Bytes
	b.cufft, b.nvrtcMajor, b.nvrtcMinor = int64(m.CuFFT), int64(m.NVRTCMajor), int64(m.NVRTCMinor)
}

// Fail makes a call fail, in place of the failure set before, and begins to
// count calls anew.
func (c *Control) Fail(f Failure) {
	c.b.calls, c.b.lost = 0, 0
	c.b.failAt, c.b.failCode, c.b.failMode = int64(f.At), int64(f.Code), int64(f.Then)
	c.b.failFunction = [64]byte{}
	copy(c.b.failFunction[:63], f.Function)
}

// Failed reports whether the failure has happened.
func (c *Control) Failed() bool { return c.b.failAt > 0 && c.b.calls >= c.b.failAt }

// Live counts what was made and not yet destroyed.
func (c *Control) Live() Live {
	n := &c.b.live
	return Live{Contexts: n[0], Streams: n[1], Events: n[2], Graphs: n[3], Execs: n[4], Modules: n[5],
		Buffers: n[6], BufferBytes: n[7], Pinned: n[8], PinnedBytes: n[9], Plans: n[10], Programs: n[11]}
}

// Launches counts the kernels that ran.
func (c *Control) Launches() int { return int(c.b.launches) }

// Nodes counts the nodes of graphs that ran.
func (c *Control) Nodes() int { return int(c.b.nodes) }

// Fault returns the first call that a real driver would have refused or crashed
// on, and how many there were.
func (c *Control) Fault() (first string, n int) {
	text, _, _ := bytes.Cut(c.b.fault[:], []byte{0})
	return string(text), int(c.b.faults)
}
