package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/fftbench/peers"
	"github.com/fftstudy/fftstudy/fftbench/peers/results"
)

func tinyRun(out string) options {
	o, err := parse("-n 64,96 -lengths 15 -batch 1,2 -passes 2 -rounds 3 -slot 10us")
	if err != nil {
		panic(err)
	}
	o.out = out
	return o
}

func TestWithoutPeersNothingRuns(t *testing.T) {
	if peers.Built {
		t.Skip("built with peers")
	}
	assert.ErrorIs(t, run(tinyRun(""), &bytes.Buffer{}), peers.ErrNotBuilt)
}

// A small run of everything that this machine has: results are checked, every
// contender has all rounds, and the text reads back.
func TestSmallRun(t *testing.T) {
	if !peers.Built {
		t.Skip("built without peers")
	}
	dir := t.TempDir()
	begin := time.Now()
	var progress bytes.Buffer
	require.NoError(t, run(tinyRun(dir), &progress), "%s", &progress)
	t.Logf("took %v", time.Since(begin))
	files, err := filepath.Glob(dir + "/*.txt")
	require.NoError(t, err)
	require.Len(t, files, 1)
	f, err := os.Open(files[0])
	require.NoError(t, err)
	defer f.Close()
	measured, err := results.Read(f, files[0])
	require.NoError(t, err)

	var benches []string
	for _, c := range measured.Cells {
		if !slices.Contains(benches, c.Bench) {
			benches = append(benches, c.Bench)
		}
		if c.Bench == results.Plan || c.Bench == results.Accuracy {
			continue
		}
		assert.Equal(t, results.Ours, c.Series[0].Lib, "%v", c.Key)
		for _, s := range c.Series {
			assert.Len(t, s.Values, 6, "%v %v: 2 passes of 3 rounds", c.Key, s.Entrant)
			for _, v := range s.Values {
				assert.Positive(t, v)
			}
		}
	}
	assert.ElementsMatch(t, []string{
		results.C2C, results.R2C, results.C2R, results.LogMel, results.Welch, results.Parallel, results.Plan, results.Accuracy,
	}, benches)
	for _, precision := range []string{results.F32, results.F64} {
		errors := measured.Cell(results.Key{Bench: results.Accuracy, Precision: precision, N: 96, Batch: 1})
		require.NotNil(t, errors)
		unit := map[string]float64{results.F32: 0x1p-24, results.F64: 0x1p-53}[precision]
		assert.InDelta(t, 1.5*unit, errors.Series[0].Values[0], 1.2*unit)
	}
}
