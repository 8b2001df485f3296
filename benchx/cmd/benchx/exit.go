package main

import (
	"errors"
	"fmt"
)

// The exit statuses, the same for every command.
const (
	exitFine       = 0
	exitRegression = 1 // a run is worse than another by a policy
	exitUsage      = 2 // wrong usage, or input that cannot be read
	exitIncomplete = 3 // output was made, but the input was incomplete
)

// statusError carries an exit status up to main.
type statusError struct {
	status int
	err    error
}

func (e *statusError) Error() string { return e.err.Error() }
func (e *statusError) Unwrap() error { return e.err }

func usagef(format string, args ...any) error {
	return &statusError{exitUsage, fmt.Errorf(format, args...)}
}

func regressionf(format string, args ...any) error {
	return &statusError{exitRegression, fmt.Errorf(format, args...)}
}

// counted words a number of things.
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

func incompletef(format string, args ...any) error {
	return &statusError{exitIncomplete, fmt.Errorf(format, args...)}
}

// exitStatus maps an error to the exit status. Errors without one are the
// command line's or the input's.
func exitStatus(err error) int {
	if err == nil {
		return exitFine
	}
	var s *statusError
	if errors.As(err, &s) {
		return s.status
	}
	return exitUsage
}
