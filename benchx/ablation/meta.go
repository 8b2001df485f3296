package ablation

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/ingest"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

// WriteMetaCSV writes ablation_meta.csv: key,value records of what holds for the
// whole report. Lists are numbered: env.0.goos, catalog.3.tier, unit.1.better,
// problem.0.msg; other keys of an environment are its free facts.
func WriteMetaCSV(w io.Writer, r *Report) error {
	out := newTable(w, 0)
	out.write("key", "value")
	put := func(key, value string) {
		if value != "" {
			out.write(key, plainBreaks(value))
		}
	}
	put("schema", strconv.Itoa(Schema))
	put("iters", strconv.Itoa(r.Iters))
	put("train_steps", strconv.Itoa(r.TrainSteps))
	put("both_dirs", formatFlag(r.BothDirs))
	put("with_welch", formatFlag(r.WithWelch))
	put("limit_sweep", formatFlag(r.LimitSweep))
	put("elapsed_ms", formatNumber(r.ElapsedMS))
	put("n_ffts", joinInts(r.NFFTs))
	put("row_count", strconv.Itoa(len(r.Rows)))
	put("preset", r.Preset)
	put("command", r.Command)
	put("confidence", formatNumber(r.Confidence))
	put("keys", FormatKeys(r.Keys))
	put("incomplete", formatFlag(r.Incomplete))
	for i := range r.Environments {
		putEnvironment(put, fmt.Sprintf("env.%d.", i), &r.Environments[i])
	}
	for i, e := range r.Catalog {
		at := fmt.Sprintf("catalog.%d.", i)
		put(at+"name", e.Name)
		put(at+"tier", e.Tier)
		put(at+"slot", strconv.Itoa(e.Slot))
		put(at+"compiled", formatFlag(e.Compiled))
		put(at+"reference", formatFlag(e.Reference))
		put(at+"about", e.About)
		put(at+"aliases", strings.Join(e.Aliases, ","))
	}
	for i, u := range r.Units {
		at := fmt.Sprintf("unit.%d.", i)
		put(at+"name", u.Name)
		put(at+"better", strconv.Itoa(u.Better))
		put(at+"exact", formatFlag(u.Exact))
	}
	for i, p := range r.Problems {
		at := fmt.Sprintf("problem.%d.", i)
		put(at+"where", p.Where)
		put(at+"severity", p.Severity)
		put(at+"msg", p.Msg)
	}
	return out.close()
}

func putEnvironment(put func(key, value string), at string, e *Environment) {
	put(at+"goos", e.GOOS)
	put(at+"goarch", e.GOARCH)
	put(at+"cpu", e.CPU)
	put(at+"cores", strconv.Itoa(e.Cores)) // never empty, so that every environment is there
	put(at+"go", e.Go)
	put(at+"commit", e.Commit)
	put(at+"date", e.Date)
	put(at+"isa", e.ISA)
	for _, f := range e.Facts {
		put(at+f.Key, f.Value)
	}
}

func joinInts(list []int) string {
	words := make([]string, len(list))
	for i, n := range list {
		words[i] = strconv.Itoa(n)
	}
	return strings.Join(words, ",")
}

// A metaFile is ablation_meta.csv as read: its records in order.
type metaFile struct {
	keys   []string
	values map[string]string
}

func readMetaFile(r io.Reader) (*metaFile, error) {
	in := newCSVReader(r)
	m := &metaFile{values: map[string]string{}}
	for first := true; ; first = false {
		record, err := in.Read()
		switch {
		case errors.Is(err, io.EOF):
			return m, nil
		case err != nil:
			return nil, err
		case len(record) < 2:
			line, _ := in.FieldPos(0)
			return nil, fmt.Errorf("line %d: want key,value", line)
		case first && record[0] == "key":
			continue
		}
		key := strings.Clone(record[0])
		if _, twice := m.values[key]; !twice {
			m.keys = append(m.keys, key)
		}
		m.values[key] = strings.Clone(record[1])
	}
}

func newCSVReader(r io.Reader) *csv.Reader {
	in := csv.NewReader(r)
	in.FieldsPerRecord = -1 // counted by hand, with a message that helps
	in.ReuseRecord = true
	return in
}

func (m *metaFile) int(key string) int {
	n, _ := strconv.Atoi(strings.TrimSpace(m.values[key]))
	return n
}

func (m *metaFile) flag(key string) bool { return parseFlag(m.values[key]) }

// parseFlag reads a boolean of a meta file.
func parseFlag(word string) bool {
	switch strings.TrimSpace(word) {
	case "1", "true", "True", "TRUE":
		return true
	}
	return false
}

// float reads a number that is 0 where it is missing or none.
func (m *metaFile) float(key string) float64 {
	if x := parseNumber(m.values[key]); measured(x) {
		return x
	}
	return 0
}

// list calls yield for each numbered group of keys, in the order of their
// numbers, with the group's fields in file order.
func (m *metaFile) list(prefix string, yield func(fields []wire.Fact)) {
	groups := map[int][]wire.Fact{}
	for _, key := range m.keys {
		rest, ok := strings.CutPrefix(key, prefix+".")
		number, field, dotted := strings.Cut(rest, ".")
		i, err := strconv.Atoi(number)
		if ok && dotted && err == nil && i >= 0 {
			groups[i] = append(groups[i], wire.Fact{Key: field, Value: m.values[key]})
		}
	}
	for _, i := range slices.Sorted(maps.Keys(groups)) {
		yield(groups[i])
	}
}

// report returns the report without its rows and what follows from them.
func (m *metaFile) report() *Report {
	r := &Report{
		Schema: Schema, Preset: m.values["preset"], Command: m.values["command"],
		Iters: m.int("iters"), TrainSteps: m.int("train_steps"),
		BothDirs: m.flag("both_dirs"), WithWelch: m.flag("with_welch"), LimitSweep: m.flag("limit_sweep"),
		ElapsedMS: m.float("elapsed_ms"), Confidence: m.float("confidence"),
		Incomplete: m.flag("incomplete"),
	}
	if keys, err := ParseKeys(m.values["keys"]); err == nil {
		r.Keys = cloneKeys(keys)
	}
	m.list("env", func(fields []wire.Fact) {
		var e Environment
		dropped := 0
		for _, f := range fields {
			if _, full := e.set(f); full {
				dropped++
			}
		}
		if dropped > 0 {
			r.Problems = append(r.Problems, Problem{
				Where: MetaFile, Severity: ingest.Warning.String(),
				Msg: fmt.Sprintf("environment %d has more facts than a report keeps; %d were dropped", len(r.Environments), dropped),
			})
		}
		r.Environments = append(r.Environments, e)
	})
	m.list("catalog", func(fields []wire.Fact) { r.Catalog = append(r.Catalog, entryOf(fields)) })
	m.list("unit", func(fields []wire.Fact) { r.Units = append(r.Units, unitOf(fields)) })
	m.list("problem", func(fields []wire.Fact) { r.Problems = append(r.Problems, problemOf(fields)) })
	return r
}

func entryOf(fields []wire.Fact) Entry {
	e := Entry{Slot: -1}
	for _, f := range fields {
		switch f.Key {
		case "name":
			e.Name = f.Value
		case "tier":
			e.Tier = f.Value
		case "slot":
			if k, err := strconv.Atoi(f.Value); err == nil {
				e.Slot = k
			}
		case "compiled":
			e.Compiled = parseFlag(f.Value)
		case "reference":
			e.Reference = parseFlag(f.Value)
		case "about":
			e.About = f.Value
		case "aliases":
			e.Aliases = slices.Clip(strings.Split(f.Value, ","))
		}
	}
	return e
}

func unitOf(fields []wire.Fact) Unit {
	var u Unit
	for _, f := range fields {
		switch f.Key {
		case "name":
			u.Name = f.Value
		case "better":
			u.Better, _ = strconv.Atoi(f.Value)
		case "exact":
			u.Exact = parseFlag(f.Value)
		}
	}
	return u
}

func problemOf(fields []wire.Fact) Problem {
	var p Problem
	for _, f := range fields {
		switch f.Key {
		case "where":
			p.Where = f.Value
		case "severity":
			p.Severity = f.Value
		case "msg":
			p.Msg = f.Value
		}
	}
	return p
}
