package fftbench

import (
	"fmt"
	"strings"
	"time"

	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/fftbench/cuda"
	"github.com/fftstudy/fftstudy/fftbench/cuda/kernels"
	"github.com/fftstudy/fftstudy/fftbench/gpu"
)

// tuningKey names what a device is asked once: which way of running the kernels
// of a length is the fastest. Forward transforms are asked; filters and densities
// are made of the same passes and take the answer over.
type tuningKey struct {
	n         int
	precision Precision
}

// TuneElements are enough for each multiprocessor of the largest devices to have
// something to do several times over.
const TuneElements = 1 << 22

// Rows beyond chunkedFrom go through several kernels, chunk by chunk: which chunks
// are best shows only in batches of many.
const (
	chunkedFrom = 1 << 13
	manyChunks  = 4
)

// tuned is a device's answer.
type tuned struct {
	kernels.Tuning
	took time.Duration // to find out
}

// tuning returns the fastest way on the device, the plans' own where the lab does
// not measure.
func (l *Lab) tuning(s *gpu.Session, n int, p Precision) (tuned, error) {
	key := tuningKey{n, p}
	if t, known := l.tunings[key]; known || l.Tune <= 0 {
		return t, nil
	}
	begin := time.Now()
	elements := l.Tune
	if n > chunkedFrom {
		elements *= manyChunks
	}
	ways := kernels.Tunings(n, kernelPrecision(p))
	row := int64(n) * rowOf(p, false, 1).bytes()
	var candidates []gpu.Operation
	for _, way := range ways {
		candidates = append(candidates, gpu.Kernels{In: row, Out: row, Plan: func(d kernels.Device) (*kernels.Plan, error) {
			return planStockham(wire.DirForward, n, p, d, way)
		}})
	}
	best, err := s.Fastest(candidates, max(1, elements/n), l.rowsToTune(n, p))
	if err != nil {
		return tuned{}, fmt.Errorf("choosing among %d ways to run the kernels: %w", len(ways), err)
	}
	t := tuned{ways[best], time.Since(begin)}
	l.tunings[key] = t
	return t, nil
}

func (l *Lab) rowsToTune(n int, p Precision) []byte {
	if p == F64 {
		return cuda.Bytes(l.complex128s.input(n, 1))
	}
	return cuda.Bytes(l.complex64s.input(n, 1))
}

// spellTuning says what was chosen, nothing where it is the plans' own choice.
func spellTuning(t kernels.Tuning) string {
	var words []string
	add := func(set bool, format string, args ...any) {
		if set {
			words = append(words, fmt.Sprintf(format, args...))
		}
	}
	add(t.Values > 0, "%d values a thread", t.Values)
	add(t.Threads > 0, "%d threads a block", t.Threads)
	add(t.Waves > 0, "waves ≤ %d", t.Waves)
	add(t.Chunk > 0, "chunks of %s", spellBytes(t.Chunk))
	add(t.Chunk < 0, "no chunks")
	add(t.Split == kernels.SplitAlways, "parts exchanged in turn")
	add(t.Split == kernels.SplitNever, "parts exchanged together")
	if words == nil {
		return ""
	}
	return "fastest of those measured: " + strings.Join(words, ", ")
}
