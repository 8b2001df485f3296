package ab

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/fftstudy/fftstudy/benchx/ingest"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

// A reading is what the output of one start of a test binary says.
type reading struct {
	Samples  []Sample
	Started  []started
	Machine  ingest.Machine
	Facts    []wire.Fact
	Units    []unitInfo
	Problems []string
	// Reason is why the package failed, as ingest words it: "panic: oh no".
	Reason string
	// Complete says that the binary ran all that was asked for, failures or not.
	Complete bool
}

// started is a benchmark, or a container of benchmarks, that began.
type started struct {
	Name string
	Line int
}

// read reads the output of a binary of package pkg. It adds what the go command
// would have printed at such an end, so that ingest can lay a crash or a hang at
// the door of the benchmark that ran.
func read(pkg string, e Ending) reading {
	text := slices.Concat(e.Output, epilogue(pkg, e))
	scanner := ingest.NewScanner(bytes.NewReader(text), pkg)
	r := reading{Complete: e.Kind == Exited && finished(e.Output)}
	for scanner.Scan() {
		switch rec := scanner.Record().(type) {
		case *ingest.Sample:
			r.Samples = append(r.Samples, fromIngest(rec))
			r.Machine = rec.Machine
		case *ingest.Started:
			r.Started = append(r.Started, started{rec.Name, rec.Line})
		case *ingest.Fact:
			r.Facts = append(r.Facts, rec.Fact)
		case *ingest.UnitInfo:
			r.Units = append(r.Units, unitInfo{rec.Unit, rec.Key, rec.Value})
		case *ingest.PackageEnd:
			r.Reason = rec.Reason
		case *ingest.Diagnostic:
			if rec.Severity == ingest.Error {
				r.Problems = append(r.Problems, rec.Msg)
			}
		}
	}
	if err := scanner.Err(); err != nil {
		r.Problems = append(r.Problems, err.Error())
	}
	r.explain(e)
	return r
}

// epilogue is the end of the go command's output after such an ending.
func epilogue(pkg string, e Ending) []byte {
	var b bytes.Buffer
	if n := len(e.Output); n > 0 && e.Output[n-1] != '\n' {
		b.WriteByte('\n')
	}
	word := "FAIL"
	switch {
	case e.Kind == Silent:
		b.WriteString("*** Test killed with quit: ran too long.\n")
	case e.Kind == Flooded:
		b.WriteString("signal: killed\n")
	case e.Kind == Signaled:
		fmt.Fprintf(&b, "signal: %s\n", e.Signal)
	case e.Code != 0:
		fmt.Fprintf(&b, "exit status %d\n", e.Code)
	default:
		word = "ok  "
	}
	fmt.Fprintf(&b, "%s\t%s\t%.3fs\n", word, pkg, e.Elapsed.Seconds())
	return b.Bytes()
}

// explain words why a benchmark was killed by us.
func (r *reading) explain(e Ending) {
	for i := range r.Samples {
		s := &r.Samples[i]
		switch {
		case e.Kind == Silent && s.Status == wire.Timeout:
			s.Note = silenceNote(e.Elapsed)
		case e.Kind == Flooded && s.Status == wire.OOM:
			s.Status, s.Note = wire.BenchFail, floodNote()
		}
	}
}

func silenceNote(after time.Duration) string {
	return "killed: no result came (its process had run for " + after.Round(time.Second/10).String() + ")"
}

func floodNote() string {
	return "killed: printed more than " + strconv.Itoa(maxOutput>>20) + " MiB"
}

// finished reports whether the output has the line with which package testing
// ends, and no benchmark behind it.
func finished(output []byte) bool {
	lines := strings.Split(string(output), "\n")
	for _, line := range slices.Backward(lines) {
		line = strings.TrimSuffix(line, "\r")
		switch {
		case line == "PASS" || line == "FAIL":
			return true
		case strings.HasPrefix(line, "Benchmark"):
			return false
		}
	}
	return false
}

// blame makes an outcome of the given benchmark out of a process that ended
// without saying in which one it was.
func (r *reading) blame(e Ending, name string, procs int) Sample {
	s := Sample{Name: name, Procs: procs, Status: wire.BenchFail, Note: r.Reason}
	switch {
	case e.Kind == Silent:
		s.Status, s.Note = wire.Timeout, silenceNote(e.Elapsed)
	case e.Kind == Flooded:
		s.Note = floodNote()
	case e.Signal == "killed", strings.Contains(r.Reason, "out of memory"):
		s.Status = wire.OOM
	case e.Kind == Signaled, strings.HasPrefix(r.Reason, "panic: "), strings.HasPrefix(r.Reason, "fatal error: "):
		s.Status = wire.Panic
	default:
		s.Note = cmp.Or(lastLine(e.Output), "the test binary ended without its result") + " (exit status " + strconv.Itoa(e.Code) + ")"
	}
	return s
}

// lastLine returns the last line of the output that says something.
func lastLine(output []byte) string {
	lines := strings.Split(strings.TrimSpace(tail(output, 4096)), "\n")
	for _, line := range slices.Backward(lines) {
		if line = strings.TrimSpace(line); line != "" && line != "PASS" && line != "FAIL" {
			return strings.ToValidUTF8(line[:min(len(line), 300)], "\ufffd")
		}
	}
	return ""
}

func tail(b []byte, n int) string { return string(b[max(0, len(b)-n):]) }
