package main

import "io"

// runText collects the text of one run after another.
type runText struct {
	w    io.Writer
	open bool // the last line has no end yet
}

// Write implements io.Writer.
func (t *runText) Write(p []byte) (int, error) {
	if len(p) > 0 {
		t.open = p[len(p)-1] != '\n'
	}
	return t.w.Write(p)
}

// endLine keeps the next run's first line apart from the last one's end.
func (t *runText) endLine() error {
	if !t.open {
		return nil
	}
	_, err := t.Write([]byte{'\n'})
	return err
}
