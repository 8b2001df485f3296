package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/fftstudy/fftstudy/benchx/circuit"
	"github.com/fftstudy/fftstudy/benchx/circuit/circuitjson"
	"github.com/fftstudy/fftstudy/report/memory"
)

// subjectFlags is what a report of memory is about: a circuit and a workload.
type subjectFlags struct {
	fft     string
	isa     string
	measure bool
	grid    bool
	set     []string
	counts  map[string]*int64 // flags that set a count of their name
	arena   string
	budget  budgetFlags
	ask     []string
}

// countFlags are counts with a flag of their own.
var countFlags = [...]struct{ name, usage string }{
	{"isl", "tokens of a prompt"}, {"osl", "tokens of an answer"}, {"concurrency", "sequences at a time"}, {"slots", "sequences that there is room for"},
}

func (f *subjectFlags) add(flags *pflag.FlagSet, fft bool) {
	if fft {
		flags.StringVar(&f.fft, "fft", "", "a plan of this project: `cell`, as n=4096,batch=64; see above")
		flags.StringVar(&f.isa, "isa", "", "instruction set of the machine that would run --fft (default: this one's)")
		flags.BoolVar(&f.measure, "measure", false, "build what --fft says and measure it")
		flags.BoolVar(&f.grid, "grid", false, "find the largest batch of every power of two from 2^8 to 2^24, with --fft")
	}
	flags.StringArrayVar(&f.set, "set", nil, "`name=value` of a count or a setting; may be repeated")
	f.counts = map[string]*int64{}
	for _, c := range countFlags {
		f.counts[c.name] = flags.Int64(c.name, -1, c.usage)
		flags.Lookup(c.name).DefValue = "0" // not printed
	}
	flags.StringVar(&f.arena, "arena", "", "`bytes` of activation buffers that exist anyway, charged instead of a plan")
	flags.StringVar(&f.budget.size, "budget", "", "`bytes` that there are: 8GiB (default: 0.8 of the memory here)")
	flags.StringVar(&f.budget.device, "device-memory", "", "`bytes` of the device: 80GB")
	flags.StringVar(&f.budget.util, "util", "", "`part` of the device's memory that may be used: 0.9")
	flags.StringArrayVar(&f.ask, "ask", nil, "find the largest value of a `count` that fits; may be repeated")
}

// subject is a circuit under a workload, or a report that was stored.
type subject struct {
	model    *circuit.Model
	workload circuit.Workload
	header   memory.Header
	queries  []circuit.Query
	memory   int64            // of the device; 0: unknown
	cell     *cellSubject     // of --fft
	stored   *memory.Document // shown again
}

// readerOf reads a circuit from a file's text.
type readerOf func(text []byte) (*circuit.Circuit, budget, error)

// open reads what the command line names.
func (f *subjectFlags) open(s *session, args []string, read readerOf) (*subject, error) {
	sub, file, err := f.read(s, args, read)
	if err != nil || sub.stored != nil {
		return sub, err
	}
	if err := f.workload(sub); err != nil {
		return nil, err
	}
	b, err := f.budget.resolve(file)
	if err != nil {
		return nil, err
	}
	sub.workload.Budget = b.bytes
	sub.header.Budget, sub.memory = b.source, b.memory
	sub.header.Go, sub.header.Tool = runtime.Version(), "benchx "+version()
	return sub, nil
}

// read makes the circuit; budget is what its file says.
func (f *subjectFlags) read(s *session, args []string, read readerOf) (*subject, budget, error) {
	switch {
	case f.fft != "" && len(args) > 0:
		return nil, budget{}, usagef("--fft and a file: give one of them")
	case f.fft != "":
		sub, err := f.openCell()
		return sub, budget{}, err
	case f.measure || f.grid || f.isa != "":
		return nil, budget{}, usagef("--measure, --grid and --isa are about --fft")
	case len(args) == 0 && s.stdinIsTTY:
		return nil, budget{}, usagef("memory needs a circuit: benchx memory FILE, or --fft n=4096; see benchx memory --help")
	}
	name := stdinName
	if len(args) > 0 {
		name = args[0]
	}
	text, err := readWhole(s, name)
	if err != nil {
		return nil, budget{}, err
	}
	switch kindOfMemory(text) {
	case oneReport:
		d, err := memory.Read(bytes.NewReader(text))
		if err != nil {
			return nil, budget{}, usagef("%s: %w", name, err)
		}
		return &subject{stored: d}, budget{}, nil
	case studyReport:
		return nil, budget{}, usagef("%s has the circuits of a whole study: compare two such with benchx memory diff, or ask for one by --fft", name)
	}
	c, b, err := read(text)
	if err == nil {
		var m *circuit.Model
		if m, err = circuit.Compile(c); err == nil {
			digest := sha256.Sum256(text)
			return &subject{
				model: m, queries: c.Queries,
				header: memory.Header{Digest: "sha256:" + hex.EncodeToString(digest[:8])},
			}, b, nil
		}
	}
	return nil, budget{}, usagef("%s: %w", name, err)
}

// kinds of JSON about memory.
type memoryKind int

const (
	circuitFile memoryKind = iota
	oneReport              // of benchx memory
	studyReport            // memory.json of a report folder
)

// kindOfMemory tells reports of memory from circuits by their keys.
func kindOfMemory(text []byte) memoryKind {
	var keys struct {
		Totals   json.RawMessage `json:"totals"`
		Circuits json.RawMessage `json:"circuits"`
	}
	switch err := json.Unmarshal(text, &keys); {
	case err != nil:
		return circuitFile
	case keys.Totals != nil:
		return oneReport
	case keys.Circuits != nil:
		return studyReport
	}
	return circuitFile
}

// readCircuit reads the JSON of a circuit.
func readCircuit(text []byte) (*circuit.Circuit, budget, error) {
	c, err := circuitjson.Read(bytes.NewReader(text))
	if err != nil {
		return nil, budget{}, err
	}
	return c, budget{c.Workload.Budget, "the circuit's file", c.Memory}, nil
}

// workload takes over what the flags say.
func (f *subjectFlags) workload(sub *subject) error {
	w := circuit.Workload{Counts: map[string]int64{}, Settings: map[string]string{}}
	reads := sub.model.Reads()
	settings := sub.model.Settings()
	for _, name := range slices.Sorted(maps.Keys(f.counts)) {
		if v := *f.counts[name]; v >= 0 {
			if !slices.Contains(reads, name) {
				return usagef("--%s: the circuit has no such count; it has %s", name, listed(reads))
			}
			w.Counts[name] = v
		}
	}
	for _, pair := range f.set {
		name, value, ok := strings.Cut(pair, "=")
		switch {
		case !ok:
			return usagef("--set %q: want name=value", pair)
		case slices.Contains(reads, name):
			v, err := parseCount(value)
			if err != nil {
				return usagef("--set %s: %w", name, err)
			}
			w.Counts[name] = v
		case slices.Contains(settings, name):
			w.Settings[name] = value
		default:
			return usagef("--set %s: the circuit has no such count or setting; it has %s", name, listed(append(reads, settings...)))
		}
	}
	if f.arena != "" {
		bytes, err := circuit.ParseBytes(f.arena)
		if err != nil {
			return usagef("--arena: %w", err)
		}
		w.Arena = &bytes
	}
	for _, name := range f.ask {
		if !slices.Contains(reads, name) {
			return usagef("--ask %s: the circuit has no such count; it has %s", name, listed(reads))
		}
		sub.queries = append(sub.queries, circuit.Query{Name: "largest " + name, Count: name, Lo: 1})
	}
	sub.workload = sub.workload.With(w)
	return nil
}

// parseCount reads a number, which may be a power: 2^20.
func parseCount(text string) (int64, error) {
	base, exponent, isPower := strings.Cut(text, "^")
	v, err := strconv.ParseInt(base, 10, 64)
	if err != nil || v < 0 {
		return 0, fmt.Errorf("%q is no count: want a whole number, or a power such as 2^20", text)
	}
	if !isPower {
		return v, nil
	}
	e, err := strconv.ParseInt(exponent, 10, 8)
	if err != nil || e < 0 {
		return 0, fmt.Errorf("%q is no power: want one such as 2^20", text)
	}
	p := int64(1)
	for range e {
		if v > 1 && p > (1<<62)/v {
			return 0, fmt.Errorf("%q does not fit 63 bits", text)
		}
		p *= v
	}
	return p, nil
}

// document evaluates the subject and answers its questions.
func (sub *subject) document(withCurves bool) (*memory.Document, []memory.Curve, error) {
	if sub.stored != nil {
		return sub.stored, nil, nil
	}
	r, err := sub.model.Evaluate(sub.workload)
	if err != nil {
		return nil, nil, usagef("%w", err)
	}
	found, curves, err := sub.ask(withCurves)
	if err != nil {
		return nil, nil, usagef("%w", err)
	}
	return memory.New(r, sub.header, *found), curves, nil
}

// ask answers the questions of a subject, each with its curve.
func (sub *subject) ask(withCurves bool) (*memory.Findings, []memory.Curve, error) {
	found := memory.Findings{Memory: sub.memory}
	var curves []memory.Curve
	var err error
	for _, q := range sub.queries {
		a, err := sub.model.Largest(sub.workload, q)
		if err != nil {
			return nil, nil, err
		}
		found.Answers = append(found.Answers, a)
		if !withCurves {
			continue
		}
		points, err := sub.model.Curve(sub.workload, q.Count, circuit.Values(a.Asked, a.Value))
		if err != nil {
			return nil, nil, err
		}
		curves = append(curves, memory.Curve{Knob: q.Count, Points: points, Asked: a.Asked, Largest: a.Value})
	}
	if found.Savings, err = sub.model.Sensitivity(sub.workload); err != nil {
		return nil, nil, err
	}
	if found.LeastBudget, err = sub.model.LeastBudget(sub.workload); err != nil {
		return nil, nil, err
	}
	if sub.cell != nil {
		more, err := sub.cell.ask(sub.workload, &found, withCurves)
		if err != nil {
			return nil, nil, err
		}
		curves = append(curves, more...)
	}
	return &found, curves, nil
}

// readWhole reads a file, or standard input.
func readWhole(s *session, name string) ([]byte, error) {
	if name == stdinName {
		text, err := io.ReadAll(s.stdin)
		if err != nil {
			return nil, usagef("standard input: %w", err)
		}
		return text, nil
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, usagef("%w", err) // names the file
	}
	return text, nil
}

// writeCircuit writes a circuit as JSON.
func writeCircuit(w io.Writer, c *circuit.Circuit) error { return circuitjson.Write(w, c) }
