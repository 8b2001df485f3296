package ablation

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// TestVariantCapacities: each variant has its own largest batch and its own
// reason, whatever another variant managed on the same device.
func TestVariantCapacities(t *testing.T) {
	s := NewStudy(reportOf(fftCatalog(),
		row("FFT/variant=op_fft/dir=forward/n=64/batch=4096/device=cpu", exactly(1), limited(wire.LimitCap)),
		row("FFT/variant=gonum/dir=forward/n=64/batch=1/device=cpu", exactly(1)),
		row("FFT/variant=gonum/dir=forward/n=64/batch=2/device=cpu", exactly(1)),
		row("FFT/variant=gonum/dir=forward/n=64/batch=3/device=cpu", failed(wire.Timeout, "10 s were over"), limited(wire.LimitTime)),
		row("FFT/variant=gonum/dir=forward/n=128/batch=1/device=cpu", failed(wire.OOM, "killed"), limited(wire.LimitMemory)),
		row("FFT/variant=gonum/dir=inverse/n=64/batch=7/device=cpu", exactly(1)),
		row("Sort/len=9", exactly(1)),
	), StudyOptions{})
	var got []string
	for _, v := range s.VariantCapacities() {
		got = append(got, fmt.Sprint(v.Variant, " ", v.Direction, " ", v.N, ": ", v.MaxBatch, " ", v.Limiter, " ", v.LimiterNote, " ", v.Failures()))
	}
	assert.Equal(t, []string{
		"gonum Forward 64: 2 time 10 s were over 1",
		"op_fft Forward 64: 4096 cap  0",
		"gonum Forward 128: 0   1",
		"gonum Inverse 64: 7   0",
	}, got)
}
