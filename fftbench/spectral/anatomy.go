package spectral

import (
	"fmt"
	"unsafe"

	"github.com/fftstudy/fftstudy/fftbench/fft"
)

// The Describe functions take plans apart without building them: their
// footprints are those of the plans, to the byte.
//
// A plan that has one way for many frames and another for few lists the stages
// of both, each under its block; a call takes one of them. What a call does
// again for every segment of a frame stands once.

// sketch is an anatomy in the making: holdings in the order of the plan's
// footprint, stages in that of a call.
type sketch struct{ fft.Anatomy }

// hold adds a holding of count elements of type T and returns its number.
func hold[T any](s *sketch, name string, kind fft.PartKind, count int) int {
	var t T
	s.Holdings = append(s.Holdings, fft.Holding{Part: fft.Part{
		Name: name, Kind: kind, Count: count, Bytes: int64(count) * int64(unsafe.Sizeof(t)),
	}})
	return len(s.Holdings) - 1
}

// holdAll adds the holdings of another plan and returns the number of the first.
func (s *sketch) holdAll(a *fft.Anatomy) int {
	s.Holdings = append(s.Holdings, a.Holdings...)
	return len(s.Holdings) - len(a.Holdings)
}

func (s *sketch) add(stages ...fft.Stage) { s.Stages = append(s.Stages, stages...) }

// longest is the longest frame that is described, far beyond what can be
// planned.
const longest = fft.MaxDescribed

// checkDescribed accepts the lengths of transforms that can be described.
func checkDescribed(n int) error {
	if n > longest {
		return fmt.Errorf("spectral: a transform of %d samples, of which at most %d are described: %w", n, longest, fft.ErrSize)
	}
	return nil
}
