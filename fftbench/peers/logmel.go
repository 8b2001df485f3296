//go:build fftw && linux && cgo

package peers

// #cgo LDFLAGS: -lm
// #include <stdlib.h>
// #include "logmel.h"
import "C"

import (
	"fmt"
	"runtime"
	"unsafe"
)

// LogMel is the pipeline in C over FFTW's real transform. It serves one
// goroutine.
type LogMel struct {
	c     C.peers_logmel
	plan  *FFTWPlan
	pins  runtime.Pinner
	frame []float32
}

// NewLogMel plans the pipeline over a build of FFTW.
func NewLogMel(lib *FFTW[float32, complex64], spec MelSpec) (*LogMel, error) {
	if err := spec.check(); err != nil {
		return nil, err
	}
	bins := spec.Len/2 + 1
	m := &LogMel{frame: make([]float32, spec.Len)}
	spectrum := make([]complex64, bins)
	var err error
	if m.plan, err = lib.Real(spectrum, m.frame, spec.Len, Measure); err != nil {
		return nil, err
	}
	var first, count []C.int
	var weights []float32
	for _, b := range spec.Bands {
		first, count = append(first, C.int(b.First)), append(count, C.int(len(b.Weights)))
		weights = append(weights, b.Weights...)
	}
	m.c = C.peers_logmel{
		execute: lib.lib.execute, plan: m.plan.plan,
		len: C.int(spec.Len), hop: C.int(spec.Hop), bands: C.int(len(spec.Bands)), floor: C.float(spec.Floor),
		window:   (*C.float)(m.pin(address(spec.Window))),
		frame:    (*C.float)(m.pin(address(m.frame))),
		spectrum: (*C.float)(m.pin(address(spectrum))),
		power:    (*C.float)(m.pin(address(make([]float32, bins)))),
		first:    (*C.int)(m.pin(address(first))),
		count:    (*C.int)(m.pin(address(count))),
		weights:  (*C.float)(m.pin(address(weights))),
	}
	return m, nil
}

// pin keeps memory in place while C knows it.
func (m *LogMel) pin(p unsafe.Pointer) unsafe.Pointer {
	if p != nil {
		m.pins.Pin(p)
	}
	return p
}

// Run makes the spectrogram of the frames that lie inside signal so many
// times, in one cgo call. out takes as many rows of bands.
func (m *LogMel) Run(out, signal []float32, times int) error {
	frames := 0
	if len(signal) >= int(m.c.len) {
		frames = (len(signal)-int(m.c.len))/int(m.c.hop) + 1
	}
	if frames == 0 || len(out) != frames*int(m.c.bands) {
		return fmt.Errorf("peers: %d samples are %d frames of %d bands, out has %d elements: %w",
			len(signal), frames, int(m.c.bands), len(out), ErrLength)
	}
	C.peers_logmel_run(&m.c, (*C.float)(address(signal)), C.int(frames), (*C.float)(address(out)), C.long(times))
	return nil
}

// Close frees the plan.
func (m *LogMel) Close() {
	m.plan.Close()
	m.pins.Unpin()
}
