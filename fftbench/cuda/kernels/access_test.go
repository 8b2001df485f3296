package kernels

import (
	"testing"

	"github.com/fftstudy/fftstudy/fftbench/cuda/kernels/shim"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// trace sums the accesses of a plan's launches.
func trace(t *testing.T, p *Plan, batch int64) []shim.Counts {
	t.Helper()
	input, _ := noise(p.InBytes(batch)/int64(p.Spec.Precision.Bytes()), p.Spec.Precision, 5)
	r, err := library(t, p, true).Run(jobOf(t, p, batch, input, ""))
	require.NoError(t, err, p.Name)
	return r.Counts
}

func plus(a, b shim.Access) shim.Access {
	return shim.Access{
		Requests: a.Requests + b.Requests, Bytes: a.Bytes + b.Bytes,
		Sectors: a.Sectors + b.Sectors, Waves: a.Waves + b.Waves, Ideal: a.Ideal + b.Ideal,
	}
}

// checkAccesses holds a plan to what makes it fast: rows are read and written once
// by each kernel, in whole sectors, and no two threads of an exchange meet in a bank.
func checkAccesses(t *testing.T, p *Plan, batch int64) {
	t.Helper()
	for i, c := range trace(t, p, batch) {
		kernel := p.steps[i].kernel.name
		assert.Equal(t, 32*c.Load.Sectors, c.Load.Bytes, "%s %s: sectors read in part", p.Name, kernel)
		assert.Equal(t, 32*c.Store.Sectors, c.Store.Bytes, "%s %s: sectors written in part", p.Name, kernel)
		assert.EqualValues(t, p.InBytes(batch), c.Load.Bytes, "%s %s: each value is read once", p.Name, kernel)
		assert.EqualValues(t, p.OutBytes(batch), c.Store.Bytes, "%s %s: each value is written once", p.Name, kernel)
		if x := plus(c.Get, c.Put); x.Ideal > 0 {
			assert.Equal(t, x.Ideal, x.Waves, "%s %s: bank conflicts", p.Name, kernel)
		}
	}
}

func TestAccesses(t *testing.T) {
	for _, precision := range precisions {
		for n := 2; n <= 1<<15; n *= 2 {
			if testing.Short() && (precision == F64 || n < 16 || n > 1024) {
				continue
			}
			if precision == F64 && n > 1024 && n != 1<<14 {
				continue
			}
			p, err := Transform(Spec{N: n, Precision: precision}, hopper)
			require.NoError(t, err)
			checkAccesses(t, p, int64(p.steps[0].kernel.teams))
			if !testing.Short() && log2(n)%2 == int(precision) && n >= 256 {
				p, err = TransformTuned(Spec{N: n, Precision: precision}, hopper, Tuning{Split: SplitAlways})
				if err == nil {
					checkAccesses(t, p, int64(p.steps[0].kernel.teams))
				}
			}
		}
	}
}
