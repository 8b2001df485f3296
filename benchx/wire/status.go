package wire

// Status says how one benchmark cell ended.
type Status string

// The statuses. A cell that is not OK says why in a note.
const (
	OK          Status = "ok"           // measured and verified
	PrepareFail Status = "prepare_fail" // plan, compile, train or device set-up failed
	BenchFail   Status = "bench_fail"   // the timed call or its verification failed
	Skip        Status = "skip"         // not applicable here; counts in neither coverage nor failures
	Timeout     Status = "timeout"      // the deadline passed before the cell was done
	OOM         Status = "oom"          // memory ran out
	Panic       Status = "panic"        // the case panicked
)

// Statuses lists every status in the order in which counts are shown.
func Statuses() []Status {
	return []Status{OK, PrepareFail, BenchFail, Timeout, OOM, Panic, Skip}
}

// ParseStatus returns the status named by word; ok is false for an unknown word.
func ParseStatus(word string) (s Status, ok bool) {
	for _, s := range Statuses() {
		if string(s) == word {
			return s, true
		}
	}
	return "", false
}

// Failed reports whether the cell was tried and did not work.
func (s Status) Failed() bool { return s != OK && s != Skip }

// FailsRun reports whether such an outcome makes `go test` exit with 1.
// A cell that could not be prepared, or was skipped, does not.
func (s Status) FailsRun() bool { return s == BenchFail || s == Panic || s == Timeout || s == OOM }
