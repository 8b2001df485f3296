package ab

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// Settings say what to measure and how long. They are kept in the journal: a
// run goes on only with those that it began with.
type Settings struct {
	Bench     string   `json:"bench"`                 // -test.bench of the survey
	Skip      string   `json:"skip,omitempty"`        // -test.skip
	BenchTime string   `json:"benchtime,omitempty"`   // -test.benchtime, "" for testing's default
	CPU       string   `json:"cpu,omitempty"`         // -test.cpu
	NoMem     bool     `json:"no_benchmem,omitempty"` // leave -test.benchmem out
	Args      []string `json:"args,omitempty"`        // for the test binary, behind its own flags

	Rounds       int           `json:"rounds"`         // pairs of every benchmark
	MaxRounds    int           `json:"max_rounds"`     // pairs of one that stays undecided
	Slice        time.Duration `json:"slice"`          // how long a slice may take, about
	Best         int           `json:"best,omitempty"` // a sample is the fastest of so many; 0 is 1
	Order        Order         `json:"order"`
	Seed         uint64        `json:"seed"`
	AA           bool          `json:"aa,omitempty"`           // measure the old side against a copy of itself, too
	Instructions bool          `json:"instructions,omitempty"` // count them, too
}

// Check returns what is wrong with the settings.
func (s *Settings) Check() error {
	switch {
	case s.Bench == "":
		return errors.New("no pattern of benchmarks")
	case s.Rounds < 1:
		return fmt.Errorf("%d rounds: want at least 1", s.Rounds)
	case s.MaxRounds < s.Rounds:
		return fmt.Errorf("at most %d rounds, but at least %d", s.MaxRounds, s.Rounds)
	case s.Best < 0:
		return fmt.Errorf("the best of %d: want 1 or more", s.Best)
	case s.Slice < 0:
		return fmt.Errorf("slices of %v: want 0 or more", s.Slice)
	}
	if _, _, err := parseBenchTime(s.BenchTime); err != nil {
		return err
	}
	_, err := ParseOrder(string(s.Order))
	return err
}

// Diff names the settings in which another run differs, "" where in none.
func (s Settings) Diff(other Settings) string {
	var diffs []string
	a, b := reflect.ValueOf(s), reflect.ValueOf(other)
	for i := range a.NumField() {
		// As text, for which no arguments and an empty list of them are the same.
		if x, y := fmt.Sprint(a.Field(i)), fmt.Sprint(b.Field(i)); x != y {
			diffs = append(diffs, fmt.Sprintf("%s %s, now %s", a.Type().Field(i).Name, x, y))
		}
	}
	return strings.Join(diffs, ", ")
}

// parseBenchTime reads the value of -benchtime: a duration, or, with d = 0, a
// number n of iterations.
func parseBenchTime(text string) (d time.Duration, n int, err error) {
	if text == "" {
		return time.Second, 0, nil
	}
	if count, ok := strings.CutSuffix(text, "x"); ok {
		if n, err = strconv.Atoi(count); err == nil && n > 0 {
			return 0, n, nil
		}
	} else if d, err = time.ParseDuration(text); err == nil && d > 0 {
		return d, 0, nil
	}
	return 0, 0, fmt.Errorf("benchtime %q: want a duration such as 100ms or a number of iterations such as 10x", text)
}

// args returns the arguments for a slice of the benchmarks that pattern selects.
func (s *Settings) args(pattern, skip, benchTime string, count int) []string {
	args := []string{
		"-test.paniconexit0", "-test.run=^$", "-test.timeout=0", "-test.count=" + strconv.Itoa(count), "-test.bench=" + pattern,
	}
	if skip != "" {
		args = append(args, "-test.skip="+skip)
	}
	if benchTime != "" {
		args = append(args, "-test.benchtime="+benchTime)
	}
	if s.CPU != "" {
		args = append(args, "-test.cpu="+s.CPU)
	}
	if !s.NoMem {
		args = append(args, "-test.benchmem")
	}
	return append(args, s.Args...)
}
