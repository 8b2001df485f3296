package fft

import (
	"errors"
	"fmt"
)

// Check reports in what an anatomy contradicts itself: a stage that reads what
// no stage wrote or writes what is no scratch, scratch that is left unread, a
// table that no stage reads, two stages of one name.
func (a *Anatomy) Check() error {
	read := make([]bool, len(a.Holdings))
	errs := []error{a.checkCall("forward", a.Stages, read), a.checkCall("inverse", a.Inverse, read)}
	for i, h := range a.Holdings {
		table := h.Kind == Parameter || h.Kind == Table
		switch {
		case table && h.Count > 0 && !read[i] && !h.Leaked:
			errs = append(errs, fmt.Errorf("%s: no stage reads %q, and it is not leaked", h.Kind, h.Name))
		case h.Leaked && (read[i] || !table):
			errs = append(errs, fmt.Errorf("%s: %q is no leaked table", h.Kind, h.Name))
		}
	}
	return errors.Join(errs...)
}

// checkCall checks the stages of a call and notes the tables that they read.
func (a *Anatomy) checkCall(call string, stages []Stage, read []bool) error {
	var errs []error
	names, written, unread := map[string]bool{}, map[int]bool{InputRow: true}, map[int]bool{}
	for i, h := range a.Holdings {
		written[i] = h.Kind == State
	}
	for _, s := range stages {
		wrong := func(format string, args ...any) {
			errs = append(errs, fmt.Errorf("%s call, stage %q: "+format, append([]any{call, s.Name}, args...)...))
		}
		if s.Name == "" || s.Kind == "" || s.Block == "" || names[s.Name] {
			wrong("wants a kind, a block and a name of its own, has %q of %q", s.Kind, s.Block)
		}
		names[s.Name] = true
		for _, table := range s.Reads {
			if table < 0 || table >= len(a.Holdings) || a.Holdings[table].Kind != Parameter && a.Holdings[table].Kind != Table {
				wrong("holding %d is no table", table)
				continue
			}
			read[table] = true
		}
		for _, place := range s.From {
			if !written[place] {
				wrong("reads %s before anything is there", a.place(place))
			}
			delete(unread, place)
		}
		for _, place := range s.To {
			if !a.writable(place) {
				wrong("writes to %s", a.place(place))
			}
			written[place], unread[place] = true, true
		}
		if len(s.To) == 0 {
			wrong("has no results")
		}
	}
	if len(stages) > 0 && !written[OutputRow] {
		errs = append(errs, fmt.Errorf("%s call: nothing comes out", call))
	}
	for i, h := range a.Holdings {
		if h.Kind == Scratch && unread[i] {
			errs = append(errs, fmt.Errorf("%s call: nothing reads what is last in %s", call, a.place(i)))
		}
	}
	return errors.Join(errs...)
}

// writable reports whether results may go to a place.
func (a *Anatomy) writable(place int) bool {
	if place < 0 || place >= len(a.Holdings) {
		return place == OutputRow
	}
	return a.Holdings[place].Kind == Scratch || a.Holdings[place].Kind == State
}

// place names a place of data.
func (a *Anatomy) place(i int) string {
	switch {
	case i == InputRow:
		return "the input"
	case i == OutputRow:
		return "the output"
	case i < 0 || i >= len(a.Holdings):
		return fmt.Sprintf("holding %d, which is not there", i)
	}
	return fmt.Sprintf("%s %q", a.Holdings[i].Kind, a.Holdings[i].Name)
}
