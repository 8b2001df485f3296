package benchx

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// A Unit tells readers how to take the values of one unit.
type Unit struct {
	Name   string
	Better string // "higher", "lower", or "" where neither is better
	Exact  bool   // repetitions give the same value: to be compared, not tested
}

// wireUnits describes the units that Run reports.
func wireUnits() []Unit {
	return []Unit{
		{Name: wire.UnitRelL2Eps, Better: "lower"},
		{Name: wire.UnitMaxErrEps, Better: "lower"},
		{Name: wire.UnitGFLOPS, Better: "higher"},
		{Name: wire.UnitParams, Better: "lower", Exact: true},
		{Name: wire.UnitParamBytes, Better: "lower", Exact: true},
		{Name: wire.UnitScratchBytes, Better: "lower", Exact: true},
		{Name: wire.UnitHeldBytes, Better: "lower"},
		{Name: wire.UnitPeakBytes, Better: "lower"},
		{Name: wire.UnitTrainSteps, Exact: true},
		{Name: wire.UnitPlanNs, Better: "lower"},
	}
}

// announce writes the facts of the run and its Unit lines to w.
func (run runPlan) announce(w io.Writer, o Options) error {
	units := append(wireUnits(), o.Units...)
	for _, u := range units {
		if err := u.check(); err != nil {
			return err
		}
	}
	facts, err := run.facts(o)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	printFacts(&text, facts...)
	for _, u := range units {
		fmt.Fprintln(&text, u)
	}
	_, err = text.WriteTo(w)
	return err
}

func (u Unit) check() error {
	if err := checkUnit(u.Name); err != nil {
		return err
	}
	if u.Better != "" && u.Better != "higher" && u.Better != "lower" {
		return fmt.Errorf(`unit %s: better is %q, want "higher", "lower" or nothing`, u.Name, u.Better)
	}
	return nil
}

func checkUnit(name string) error {
	if name == "" || strings.ContainsFunc(name, unfit) {
		return fmt.Errorf("unit %q must be non-empty, printable and free of blanks", name)
	}
	return nil
}

// String returns the Unit line.
func (u Unit) String() string {
	line := "Unit " + u.Name
	if u.Better != "" {
		line += " better=" + u.Better
	}
	if u.Exact {
		line += " assume=exact"
	}
	return line
}

// facts returns all facts of the run in the order in which they are printed.
func (run runPlan) facts(o Options) ([]wire.Fact, error) {
	date, err := runDate(os.Getenv("SOURCE_DATE_EPOCH"), time.Now())
	if err != nil {
		return nil, err
	}
	cells := ""
	if o.Cells != nil {
		selected, err := selector(stringFlag("test.bench"), stringFlag("test.skip"))
		if err != nil {
			return nil, fmt.Errorf("-bench or -skip: %w", err)
		}
		cells = strconv.Itoa(o.Cells(selected) * run.cpus)
	}
	own := []wire.Fact{
		{Key: wire.FactGo, Value: runtime.Version()},
		{Key: wire.FactCommit, Value: commit(".")},
		{Key: wire.FactDate, Value: date},
		{Key: wire.FactCores, Value: strconv.Itoa(runtime.NumCPU())},
		{Key: wire.FactCommand, Value: run.command},
		{Key: wire.FactCells, Value: cells},
		{Key: wire.FactRounds, Value: strconv.Itoa(max(run.rounds, 1))},
	}
	return mergeFacts(own, o.Facts)
}

// runDate returns the date of the run: now, unless the reproducible-builds
// variable SOURCE_DATE_EPOCH sets it.
func runDate(epoch string, now time.Time) (string, error) {
	if epoch != "" {
		sec, err := strconv.ParseInt(epoch, 10, 64)
		if err != nil {
			return "", fmt.Errorf("SOURCE_DATE_EPOCH=%s: not a number of seconds", epoch)
		}
		now = time.Unix(sec, 0)
	}
	return now.UTC().Format(time.RFC3339), nil
}

// mergeFacts puts the user's facts over own ones of the same key, drops those
// without a value, and sorts the known keys into wire order, the others behind.
func mergeFacts(own, user []wire.Fact) ([]wire.Fact, error) {
	facts := slices.Clone(own)
	for _, f := range user {
		if f.Key == "" || strings.ContainsFunc(f.Key, unfitKey) {
			return nil, fmt.Errorf("fact %q: a key must be non-empty, printable and free of blanks, '=' and quotes", f.Key)
		}
		i := slices.IndexFunc(facts, func(have wire.Fact) bool { return have.Key == f.Key })
		if i < 0 {
			facts = append(facts, f)
		} else {
			facts[i] = f
		}
	}
	facts = slices.DeleteFunc(facts, func(f wire.Fact) bool { return f.Value == "" })
	order := wire.RunFacts()
	rank := func(f wire.Fact) int {
		if i := slices.Index(order, f.Key); i >= 0 {
			return i
		}
		return len(order)
	}
	slices.SortStableFunc(facts, func(a, b wire.Fact) int { return cmp.Compare(rank(a), rank(b)) })
	return facts, nil
}

// printFacts writes one comment line for each fact.
func printFacts(w io.Writer, facts ...wire.Fact) {
	var text []byte
	for _, f := range facts {
		text = append(text, wire.FactPrefix...)
		text = wire.AppendFacts(text, f)
		text = append(text, '\n')
	}
	w.Write(text)
}

func unfitKey(r rune) bool { return unfit(r) || r == '=' || r == '"' }
