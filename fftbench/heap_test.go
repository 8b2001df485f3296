package fftbench

import (
	"bytes"
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx"
	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/ingest"
)

// MeasureHeap calls a plan for one row, whatever the batch. No plan keeps more
// after a call of many.
func TestHeapDoesNotGrowWithTheRows(t *testing.T) {
	lab := NewLab()
	everyCell(t, func(t *testing.T, c Cell) {
		if !OnHeap(c.Variant) {
			t.Skip("its plans are not on the Go heap")
		}
		c.N, c.Batch = 256, 64
		one, err := c.MeasureHeap(lab)
		require.NoError(t, err)
		plan, err := c.Plan()
		require.NoError(t, err)
		bind(t, plan, lab, c.Batch)
		all, err := benchx.MeasureHeap(func() (Plan, error) {
			plan, err := c.Plan()
			if err != nil {
				return nil, err
			}
			return plan, bind(t, plan, lab, c.Batch).Run()
		})
		require.NoError(t, err)
		assert.InDelta(t, one.Held, all.Held, 4096)
		assert.GreaterOrEqual(t, one.Held, HeldBytes(plan), "what the plan says it holds")
		assert.GreaterOrEqual(t, one.Peak, one.Held)

		c.Batch = 8
		again, err := c.MeasureHeap(lab)
		require.NoError(t, err)
		assert.Equal(t, one, again, "the cells of a place share it")
	})
}

func TestHeapWithoutAPlan(t *testing.T) {
	_, err := Cell{Variant: "stockham_eager", Dir: "forward", N: 100, Batch: 1, Precision: F32}.MeasureHeap(NewLab())
	assert.ErrorIs(t, err, ErrUnsuited)
	assert.False(t, OnHeap("cufft"))
}

// The study's numbers about memory arrive in the columns that a reader finds
// them in.
func TestStudyMeasuresMemory(t *testing.T) {
	out, err := exec.Command(os.Args[0], "-test.run=^$", "-test.bench=.", "-test.count=2", "-test.benchtime=1x",
		"-study.preset=demo", "-study.n=1024", "-study.batch=2", "-study.variants=gonum", "-study.dirs=forward").Output()
	require.NoError(t, err, "%s", out)
	collector := ablation.NewCollector(ablation.CollectOptions{})
	scan := ingest.NewScanner(bytes.NewReader(out), "run")
	for scan.Scan() {
		collector.Add(scan.Record())
	}
	require.NoError(t, scan.Err())
	report := collector.Report()
	require.Len(t, report.Rows, 1, "%s", out)
	c := ablation.NewStudy(report, ablation.StudyOptions{}).Configs[0]
	// 1024 twiddles of 16 bytes, a work area and two rows of 1024 complex128.
	assert.Equal(t, 1024*16.0, c.ParamBytes)
	assert.Equal(t, 1024*16*4.0, c.ScratchBytes)
	assert.InDelta(t, 1024*16*5+2048, c.HeldBytes, 2048)
	assert.GreaterOrEqual(t, c.PeakBytes, c.HeldBytes)
}
