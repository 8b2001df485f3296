package main

import (
	"fmt"
	"os"
	"os/signal"
)

// patience ignores the first interrupt until release is called: a Ctrl-C on a
// pipe reaches both ends, and the writer's last words are still to come. The
// second one quits.
func patience(s *session) (release func()) {
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt)
	done := make(chan struct{})
	go func() {
		for first := true; ; first = false {
			select {
			case <-done:
				return
			case <-signals:
				if !first {
					os.Exit(exitIncomplete)
				}
				fmt.Fprintln(s.stderr, "benchx: interrupted; reporting what has arrived (press Ctrl-C again to quit)")
			}
		}
	}()
	return func() {
		signal.Stop(signals)
		close(done)
	}
}
