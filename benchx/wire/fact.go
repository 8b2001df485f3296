package wire

import (
	"strconv"
	"strings"
)

// A Fact is one key=value statement of a run: about the run as a whole in a
// "# benchx" comment line, about one benchmark in a log line of that benchmark.
type Fact struct{ Key, Value string }

// FactPrefix opens a comment line of run-wide facts. benchstat ignores such a
// line, whereas a `commit:` configuration line would split its tables.
const FactPrefix = "# benchx "

// NotePrefix opens the text of a benchmark's log line (b.Log) that carries
// facts about that benchmark.
const NotePrefix = "benchx: "

// Keys of facts. Those of a benchmark's own log line:
const (
	FactStatus  = "status"  // a Status
	FactNote    = "note"    // why the cell is not ok, or a remark
	FactLimiter = "limiter" // a Limiter: what ended the capacity search at this row
)

// OutcomeFacts returns what the log line of one benchmark says, nothing for one
// that is fine and has no remark.
func OutcomeFacts(status Status, limiter Limiter, note string) (facts []Fact) {
	if status != OK {
		facts = append(facts, Fact{FactStatus, string(status)})
	}
	if limiter != "" {
		facts = append(facts, Fact{FactLimiter, string(limiter)})
	}
	if note != "" {
		facts = append(facts, Fact{FactNote, note})
	}
	return facts
}

// Keys of run-wide facts, in the order in which they are printed.
const (
	FactGo        = "go"         // toolchain, e.g. go1.26.8
	FactCommit    = "commit"     // revision of the measured source
	FactDate      = "date"       // RFC 3339, UTC
	FactCores     = "cores"      // runtime.NumCPU
	FactISA       = "isa"        // kernel instruction set chosen at run time
	FactPreset    = "preset"     // study preset
	FactCommand   = "command"    // how to run it again
	FactCells     = "cells"      // benchmark cells planned, for progress
	FactRounds    = "rounds"     // interleaved rounds planned
	FactReference = "reference"  // catalog: reference variants, comma separated
	FactCompiled  = "compiled"   // catalog: compiled variants, comma separated
	FactRound     = "round"      // a round begins (1-based)
	FactElapsedMS = "elapsed-ms" // whole run, printed at its end
)

// Facts of a run that is one side of an interleaved measurement.
const (
	FactPairs = "pairs" // the measurement: sample i here was taken beside sample i of the other side
	FactLooks = "looks" // how often it was planned to be looked at, which alpha is divided by
)

// CommitEnv is the environment variable by which the starter of a run tells it
// the value of FactCommit.
const CommitEnv = "BENCHX_COMMIT"

// RunFacts returns the keys of run-wide facts in the order in which they are
// printed.
func RunFacts() []string {
	return []string{
		FactGo, FactCommit, FactDate, FactCores, FactISA, FactPreset, FactCommand, FactCells, FactRounds,
		FactReference, FactCompiled, FactRound, FactElapsedMS,
	}
}

// AppendFacts appends the facts to dst as key=value words separated by single
// blanks. Values with blanks, quotes, control or non-printing characters are
// written as Go string literals.
func AppendFacts(dst []byte, facts ...Fact) []byte {
	for i, f := range facts {
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = append(dst, f.Key...)
		dst = append(dst, '=')
		if plainValue(f.Value) {
			dst = append(dst, f.Value...)
		} else {
			dst = strconv.AppendQuote(dst, f.Value)
		}
	}
	return dst
}

func plainValue(v string) bool {
	if v == "" {
		return false
	}
	for _, r := range v {
		if r <= ' ' || r == '"' || r == '\\' || !strconv.IsPrint(r) {
			return false
		}
	}
	return true
}

// ParseFacts reads what AppendFacts wrote. rest is the unread tail, empty when
// the whole text was facts.
func ParseFacts(text string) (facts []Fact, rest string) {
	for {
		text = strings.TrimLeft(text, " \t")
		key, tail, ok := strings.Cut(text, "=")
		if !ok || key == "" || strings.ContainsAny(key, " \t\"") {
			return facts, text
		}
		var value string
		if strings.HasPrefix(tail, `"`) {
			quoted, err := strconv.QuotedPrefix(tail)
			if err != nil {
				return facts, text
			}
			if value, err = strconv.Unquote(quoted); err != nil {
				return facts, text
			}
			tail = tail[len(quoted):]
		} else {
			end := strings.IndexAny(tail, " \t")
			if end < 0 {
				end = len(tail)
			}
			value, tail = tail[:end], tail[end:]
		}
		facts = append(facts, Fact{key, value})
		text = tail
	}
}
