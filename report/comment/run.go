package comment

import (
	"time"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
)

// Run is what a comment says: the judgement on one run, and what it rests on.
type Run struct {
	Key  string    // names the comment within its thread, "suite/job"
	Pull int       // number of the pull request that the run claims to be for; 0 unknown
	Time time.Time // when the run was made, in whole seconds UTC; zero unknown
	Base *Side     // nil without a baseline
	Head Side

	// With a baseline:
	Policy Policy // by which Judgement is
	// Asked is the policy that the reader of a file wants, nil if that is Policy:
	// the file came without samples to judge anew, so its verdicts are none by the
	// reader's policy.
	Asked *Policy
	// Told is the policy by which a file's verdicts were where it was made, nil if
	// that is Policy.
	Told      *Policy
	Judgement *compare.Judgement // lists hold what is shown by name, see Omitted
	Omitted   Omitted

	// Without one:
	Alone *Alone

	Notes    []string           // remarks of the comparison on single rows, each once
	Problems []ablation.Problem // what was wrong with the input of the head

	carried *carried // nil of a run that came without samples
}

// Side is one of the two runs.
type Side struct {
	Label      string // the input's name, a file
	Ref        string // branch or tag
	SHA        string // commit, in hexadecimal, perhaps abbreviated; "" unknown
	Dirty      bool   // the source had changes that are no commit
	Incomplete bool   // the run ends in the middle
	Machines   []Machine
	Command    string // how to run it again
}

// Machine is where rows of a side were measured.
type Machine struct {
	GOOS, GOARCH, CPU string
	Cores             int // 0 unknown
	Go, ISA           string
	GPU               string // the devices, "NVIDIA H200 (sm_90)"; "" where the run tells of none
}

// Omitted counts the rows that the lists of the judgement leave out, for a run
// of more than Rows of them. The judgement's counts include them.
type Omitted struct {
	Worse, Better, Changed, Removed, Added, Rest int
}

// Rows is the largest number of rows that a Run holds by name.
const Rows = 20_000

// Meta is what a comparison does not know about itself.
type Meta struct {
	Key        string
	Pull       int
	Time       time.Time
	Base, Head Ref
}

// Ref names the source of a run. Empty fields take what the run says of itself.
type Ref struct{ Name, SHA string }

// Worse returns the number of rows that are worse by the policy.
func (r *Run) Worse() int {
	if r.Judgement == nil {
		return 0
	}
	return len(r.Judgement.Worse) + r.Omitted.Worse
}

// Judged reports whether there was anything to decide on, and the policy that was
// asked for decided it.
func (r *Run) Judged() bool { return r.Judgement != nil && r.Judgement.Judged() && r.Asked == nil }

// Quiet reports whether the run has nothing that a reviewer must see: all that
// could be compared was, and nothing changed.
func (r *Run) Quiet() bool {
	if !r.Judged() || r.Head.Incomplete || r.Base.Incomplete {
		return false
	}
	j := r.Judgement
	return len(j.Worse)+len(j.Better)+len(j.Changed)+len(j.Removed)+len(j.Added)+j.Withheld == 0
}
