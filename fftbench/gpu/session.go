package gpu

import (
	"errors"
	"strings"
	"time"

	"github.com/fftstudy/fftstudy/fftbench/cuda"
	"github.com/fftstudy/fftstudy/fftbench/cuda/kernels"
)

// A Session is a device in use. Close it to free all that it took.
type Session struct {
	driver *cuda.Driver
	ctx    *cuda.Context
	stream *cuda.Stream
	start  *cuda.Event
	end    *cuda.Event

	in, out  arena           // of the device, shared by all works
	owner    *Work           // whose rows are in them
	pinned   [2]*cuda.Pinned // input and output on the host
	programs map[string]*program
	copyRate float64 // bytes per second; 0 until it was measured
	reserved int64   // bytes that works leave to the driver
	now      func() time.Time
	busy     time.Time // when the device was last seen at work
}

// Open opens the first device that the driver shows. Its error is one of
// package cuda's: without a driver or a device, cuda.ErrMissing,
// cuda.ErrNoDriver or cuda.ErrNoDevice.
func Open(o cuda.Options) (*Session, error) {
	driver, err := cuda.Open(o)
	if err != nil {
		return nil, err
	}
	s := &Session{driver: driver, programs: map[string]*program{}, now: time.Now}
	if err := s.open(); err != nil {
		return nil, errors.Join(err, driver.Close())
	}
	return s, nil
}

func (s *Session) open() error {
	devices, err := s.driver.Devices()
	if err != nil {
		return err
	}
	if s.ctx, err = s.driver.NewContext(devices[0]); err != nil {
		return err
	}
	s.reserved = min(mostReserved, devices[0].Bytes/reservedShare)
	s.ctx.Reserve(s.reserved)
	if s.stream, err = s.ctx.NewStream(); err != nil {
		return err
	}
	if s.start, err = s.ctx.NewEvent(); err != nil {
		return err
	}
	s.end, err = s.ctx.NewEvent()
	return err
}

// Close frees all that the session and its works took. A second Close does
// nothing.
func (s *Session) Close() error { return s.driver.Close() }

// Err tells why nothing runs on the device any more, nil while something does.
func (s *Session) Err() error { return s.ctx.Err() }

// Device describes the device.
func (s *Session) Device() cuda.Device { return s.ctx.Device() }

const (
	// mostReserved and a reservedShare of a device's memory are left to the driver,
	// whichever is less: without it, what fits to the last byte does not run.
	mostReserved  = 256 << 20
	reservedShare = 64
)

// Free is how many bytes of the device's memory are to be had for works: those
// that nobody uses, less a few that are left to the driver, and those that the
// works of the session share.
func (s *Session) Free() (int64, error) {
	free, _, err := s.ctx.Memory()
	return max(free-s.reserved, 0) + s.in.bytes() + s.out.bytes(), err
}

// Target is the device as those who plan kernels for it want it.
func (s *Session) Target() kernels.Device {
	d := s.ctx.Device()
	return kernels.Device{
		SMs:             d.Multiprocessors,
		ThreadsPerBlock: d.MaxThreadsPerBlock,
		ThreadsPerSM:    d.ThreadsPerSM,
		BlocksPerSM:     d.BlocksPerSM,
		RegistersPerSM:  d.RegistersPerSM,
		SharedPerBlock:  max(d.SharedPerBlock, d.SharedPerBlockOptIn),
		SharedPerSM:     d.SharedPerSM,
		L2Bytes:         d.L2Bytes,
	}
}

// Found is what a machine has to run the variants of a device with. Errors say
// what is missing: without a device nothing is known of the libraries.
type Found struct {
	Device   cuda.Device
	Driver   cuda.Version
	CuFFT    cuda.Version
	Compiler cuda.Version

	DeviceErr, CuFFTErr, CompilerErr error
}

// Look opens what there is and closes it again.
func Look(o cuda.Options) Found {
	s, err := Open(o)
	if err != nil {
		return Found{DeviceErr: err, CuFFTErr: err, CompilerErr: err}
	}
	defer s.Close()
	f := Found{Device: s.Device(), Driver: s.driver.Version()}
	var library cuda.Library
	library, f.CuFFTErr = s.driver.CuFFT()
	f.CuFFT = library.Version
	compiler, err := s.driver.Compiler()
	if f.CompilerErr = err; err == nil {
		f.Compiler = compiler.Library().Version
	}
	return f
}

// Name is the device's name in one word.
func (f *Found) Name() string { return strings.Join(strings.Fields(f.Device.Name), "_") }
