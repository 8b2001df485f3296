package main

import (
	"fmt"
	"strconv"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/fftstudy/fftstudy/benchx/ingest"
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/report/style"
)

// progress shows on a terminal how far the run in the pipe has come: current
// benchmark, samples read of those planned, failures, elapsed time.
type progress struct {
	bar           *progressbar.ProgressBar
	cells, rounds int64
	done, failed  int64
}

// newProgress returns nil where there is no terminal to show it on; a nil
// progress does nothing.
func newProgress(s *session) *progress {
	if !s.stderrIsTTY {
		return nil
	}
	return &progress{
		rounds: 1,
		bar: progressbar.NewOptions64(-1,
			progressbar.OptionSetWriter(s.stderr),
			progressbar.OptionShowCount(),
			progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionFullWidth(),
			progressbar.OptionClearOnFinish(),
			progressbar.OptionSetDescription("waiting for the first benchmark")),
	}
}

func (p *progress) observe(r ingest.Record) {
	if p == nil {
		return
	}
	switch r := r.(type) {
	case *ingest.Fact:
		p.plan(r.Key, r.Value)
	case *ingest.Started:
		p.describe(r.Name)
	case *ingest.Sample:
		p.done++
		if r.Status.Failed() {
			p.failed++
		}
		p.describe(r.Name)
		_ = p.bar.Set64(p.done) // a bar that cannot be drawn is no reason to stop
	}
}

// plan learns how many samples the run will print.
func (p *progress) plan(key, value string) {
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil || n <= 0 {
		return
	}
	switch key {
	case wire.FactCells:
		p.cells = n
	case wire.FactRounds:
		p.rounds = n
	default:
		return
	}
	if p.cells > 0 {
		p.bar.ChangeMax64(p.cells * p.rounds)
	}
}

func (p *progress) describe(name string) {
	text := style.Terminal(name)
	if p.failed > 0 {
		text += fmt.Sprintf("  (%d failed)", p.failed)
	}
	p.bar.Describe(text)
}

func (p *progress) finish() {
	if p != nil {
		_ = p.bar.Finish()
	}
}
