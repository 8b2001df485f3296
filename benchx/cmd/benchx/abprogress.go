package main

import (
	"fmt"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/fftstudy/fftstudy/benchx/ab"
	"github.com/fftstudy/fftstudy/report/style"
)

// abProgress shows how far an ab run has come: on a terminal by a bar with the
// time that is left up to the next look, in a log by one line a round.
type abProgress struct {
	session *session
	bar     *progressbar.ProgressBar // nil without a terminal
	verbose bool
	round   int
	total   int
	now     func() time.Time
	begun   time.Time
}

func newABProgress(s *session, verbose bool) *abProgress {
	return &abProgress{session: s, verbose: verbose, now: time.Now, begun: time.Now()}
}

func (p *abProgress) event(e ab.Event) {
	if e.Stage == "look" {
		p.look(e)
		return
	}
	if !p.session.stderrIsTTY {
		p.log(e)
		return
	}
	if p.bar == nil || p.total != e.Total {
		p.finish()
		p.total = e.Total
		p.bar = progressbar.NewOptions(e.Total,
			progressbar.OptionSetWriter(p.session.stderr),
			progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionFullWidth(),
			progressbar.OptionClearOnFinish(),
			progressbar.OptionSetPredictTime(true))
	}
	p.bar.Describe(style.Terminal(describeEvent(e)))
	_ = p.bar.Set(e.Done) // a bar that cannot be drawn is no reason to stop
}

func describeEvent(e ab.Event) string {
	text := "survey of " + e.Current
	if e.Stage == "round" {
		text = fmt.Sprintf("round %d/%d %s", e.Round, e.Rounds, e.Current)
	}
	if e.Failures > 0 {
		text += fmt.Sprintf("  (%d failed)", e.Failures)
	}
	return text
}

// log prints a line when a round, or a survey, begins.
func (p *abProgress) log(e ab.Event) {
	if !p.verbose || e.Stage == "round" && e.Round == p.round {
		return
	}
	p.round = e.Round
	since := p.now().Sub(p.begun).Round(time.Second)
	if e.Stage == "round" {
		fmt.Fprintf(p.session.stderr, "benchx: %v round %d of %d, %d failed\n", since, e.Round, e.Rounds, e.Failures)
		return
	}
	fmt.Fprintf(p.session.stderr, "benchx: %v %s\n", since, style.Terminal(describeEvent(e)))
}

func (p *abProgress) look(e ab.Event) {
	p.finish()
	if p.verbose || p.session.stderrIsTTY {
		fmt.Fprintf(p.session.stderr, "benchx: %d benchmarks are undecided and go on\n", e.Undecided)
	}
}

func (p *abProgress) finish() {
	if p.bar != nil {
		_ = p.bar.Finish()
		p.bar = nil
	}
}
