package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/ingest"
	"github.com/fftstudy/fftstudy/fftbench"
	"github.com/fftstudy/fftstudy/report/style"
)

// stdinName stands for standard input wherever a file fits.
const stdinName = "-"

// sniffLen is how much of a file tells a stored report from a run's text, and
// storedStarts are the bytes that one may begin with: an object's brace, white
// space before it, the header "tier".
const (
	sniffLen     = 512
	storedStarts = "{ \t\r\nt"
)

// byteOrderMark is what editors and spreadsheets put before UTF-8 that they save.
const byteOrderMark = "\ufeff"

// input is one thing that was read.
type input struct {
	label  string // what to call it beside others
	report *ablation.Report
	// lost counts what the text held and could not be read or was not measured:
	// garbled results, packages that did not build, a run cut off.
	lost int
	// looked says what a text without results looked like, and opening quotes
	// its first lines.
	looked  string
	opening string
}

// loader reads inputs: text of a run, ablation.json, CSV rows, a report folder.
type loader struct {
	session *session
	collect ablation.CollectOptions
	// config are keys whose "key: value" lines are configuration; may be nil.
	config []string
	// observe is told of every record of a run's text as it arrives; may be nil.
	observe func(ingest.Record)
	// decoded receives the lines of a run's text as they were read; may be nil.
	decoded *runText

	stdinRead bool
}

// newLoader returns the loader that all commands share, so that each reads the
// same rows of an input. Confidence 0 is the default level.
func newLoader(s *session, keys map[string]string, confidence float64) *loader {
	return &loader{session: s, collect: ablation.CollectOptions{
		Catalog:    fftbench.Catalog(),
		Confidence: confidence,
		Keys:       keys,
	}}
}

// all reads the named inputs in order; none means standard input.
func (l *loader) all(names []string) ([]input, error) {
	if len(names) == 0 {
		names = []string{stdinName}
	}
	inputs := make([]input, 0, len(names))
	for _, name := range names {
		in, err := l.one(name)
		if err != nil {
			return nil, err
		}
		inputs = append(inputs, in)
	}
	return inputs, nil
}

// one reads one input. A name may carry a label, label=path, as in benchstat.
func (l *loader) one(name string) (input, error) {
	label, path := splitLabel(name)
	read := l.file
	if path == stdinName {
		read = l.stdin
	}
	in, err := read(path)
	if err != nil {
		return input{}, err
	}
	in.label = label
	if len(in.report.Rows) == 0 {
		return input{}, refusal(label, in)
	}
	return in, nil
}

// splitLabel returns what to call a named input, and its path.
func splitLabel(name string) (label, path string) {
	if label, path, ok := strings.Cut(name, "="); ok && !exists(name) {
		return label, path
	}
	if name == stdinName {
		return "stdin", name
	}
	return name, name
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func (l *loader) stdin(string) (input, error) {
	if l.session.stdinIsTTY {
		return input{}, usagef("nothing to read: pipe a run into benchx, as in\n  go test -bench . ./mypkg | benchx report\nor name files; see benchx --help")
	}
	if l.stdinRead {
		return input{}, usagef("standard input is named twice, and can be read only once; save one of the runs to a file")
	}
	l.stdinRead = true
	return l.stream(l.session.stdin, "stdin")
}

func (l *loader) file(path string) (input, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return input{}, usagef("%s: no such file or folder", path)
	case err != nil:
		return input{}, usagef("%v", err)
	case info.IsDir():
		report, err := ablation.ReadFolder(os.DirFS(path))
		return l.stored(report, path, err)
	}
	f, err := os.Open(path)
	if err != nil {
		return input{}, usagef("%v", err)
	}
	defer f.Close()
	return l.stream(f, path)
}

// stream reads what r holds, whatever it is. It looks ahead only as far as it
// must, so that a pipe is followed live.
func (l *loader) stream(r io.Reader, name string) (input, error) {
	br := bufio.NewReaderSize(r, 64<<10)
	if head, _ := br.Peek(len(byteOrderMark)); string(head) == byteOrderMark {
		_, _ = br.Discard(len(byteOrderMark)) // it has just been peeked
	}
	format := ablation.FormatNone
	if first, err := br.Peek(1); err == nil && strings.Contains(storedStarts, string(first)) {
		head, _ := br.Peek(sniffLen)
		format = ablation.Sniff(head)
	}
	switch format {
	case ablation.FormatJSON:
		report, err := ablation.ReadJSON(br)
		return l.stored(report, name, err)
	case ablation.FormatRows:
		report, err := ablation.ReadRowsCSV(br)
		return l.stored(report, name, err)
	}
	return l.text(br, name)
}

// stored completes a report that was read back with what is known now.
func (l *loader) stored(report *ablation.Report, name string, err error) (input, error) {
	if err != nil {
		return input{}, usagef("%s: %w", name, err)
	}
	report.Catalog = report.Catalog.Extend(l.collect.Catalog)
	if len(l.collect.Keys) > 0 {
		report.Keys = l.collect.Keys
	}
	return input{report: report}, nil
}

// text reads the output of go test -bench.
func (l *loader) text(r io.Reader, name string) (input, error) {
	scanner := ingest.NewScanner(r, name)
	scanner.Config(l.config...)
	var opening opening
	if l.decoded != nil {
		if err := l.decoded.endLine(); err != nil {
			return input{}, err
		}
		scanner.Tee(io.MultiWriter(l.decoded, &opening))
	} else {
		scanner.Tee(&opening)
	}
	collector := ablation.NewCollector(l.collect)
	for scanner.Scan() {
		record := scanner.Record()
		collector.Add(record)
		if l.observe != nil {
			l.observe(record)
		}
	}
	if err := scanner.Err(); err != nil {
		return input{}, usagef("%w", err)
	}
	summary := scanner.Summary()
	if summary.CutOff {
		collector.MarkIncomplete()
	}
	in := input{report: collector.Report(), lost: summary.Errors, looked: looksLike(summary)}
	if summary.Kind == ingest.Text {
		in.opening = opening.quote()
	}
	return in, nil
}

// refusal is the error for an input without results: what it looked like and
// what went wrong in it.
func refusal(name string, in input) error {
	msg := name + ": no benchmark results"
	if in.looked != "" {
		msg += ": " + in.looked
	}
	for _, p := range in.report.Problems {
		if p.Severity == ingest.Error.String() {
			msg += fmt.Sprintf("\n  %s: %s", style.Terminal(p.Where), style.Terminal(p.Msg))
		}
	}
	if in.opening != "" {
		msg += "\nit begins:\n" + in.opening
	}
	return usagef("%s", msg)
}

// relabel numbers the inputs of equal labels.
func relabel(inputs []input) {
	count := map[string]int{}
	for _, in := range inputs {
		count[in.label]++
	}
	seen := map[string]int{}
	for i := range inputs {
		label := inputs[i].label
		if count[label] == 1 {
			continue
		}
		seen[label]++
		inputs[i].label = fmt.Sprintf("%s #%d", filepath.ToSlash(label), seen[label])
	}
}

// looksLike says in words what an input without results was, and what to do.
func looksLike(s ingest.Summary) string {
	const hint = "benchx reads the output of go test -bench"
	switch s.Kind {
	case ingest.Empty:
		return "the input is empty; did the run before the pipe fail? " + hint
	case ingest.Binary:
		return "this is a binary file; " + hint
	case ingest.OtherJSON:
		return "this is JSON of another kind, neither go test -json nor a benchx report"
	}
	return fmt.Sprintf("%d lines, none of them a benchmark's; was -bench given? %s", s.Lines, hint)
}
