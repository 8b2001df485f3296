package comment

import (
	"math"
	"slices"
	"time"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

// Schema is the version of the JSON of a Run.
const Schema = 2

// The file of a Run. What follows from the rest (counts, which row is the worst)
// is not stored: with the samples, in reports, no finding is. Without them, where
// they would make the file too large, there are the findings. A number is null
// where it is not known or not finite.
type fileRun struct {
	Schema   int            `json:"schema"`
	Tool     string         `json:"tool"` // "benchx", so that other JSON is not taken for this
	Key      string         `json:"key"`
	Pull     int            `json:"pull,omitempty"`
	Time     string         `json:"time,omitempty"` // RFC 3339, UTC
	Base     *fileSide      `json:"base,omitempty"` // without one there is "alone"
	Head     *fileSide      `json:"head"`
	Policy   *filePolicy    `json:"policy,omitempty"`  // with a base: what it was judged by
	Reports  *fileReports   `json:"reports,omitempty"` // with a base, or else findings and omitted
	Alone    *fileAlone     `json:"alone,omitempty"`
	Omitted  *fileOmitted   `json:"omitted,omitempty"`
	Notes    []string       `json:"notes,omitempty"`
	Problems []fileProblem  `json:"problems,omitempty"`
	Findings *[]fileFinding `json:"findings,omitempty"` // the last, and the only long one
}

type fileSide struct {
	Label      string        `json:"label"`
	Ref        string        `json:"ref,omitempty"`
	SHA        string        `json:"sha,omitempty"`
	Dirty      bool          `json:"dirty,omitempty"`
	Incomplete bool          `json:"incomplete,omitempty"`
	Machines   []fileMachine `json:"machines,omitempty"`
	Command    string        `json:"command,omitempty"`
}

type fileMachine struct {
	GOOS   string `json:"goos,omitempty"`
	GOARCH string `json:"goarch,omitempty"`
	CPU    string `json:"cpu,omitempty"`
	Cores  int    `json:"cores,omitempty"`
	Go     string `json:"go,omitempty"`
	ISA    string `json:"isa,omitempty"`
	GPU    string `json:"gpu,omitempty"`
}

type filePolicy struct {
	Alpha          float64 `json:"alpha"`
	Confidence     float64 `json:"confidence"`
	Correction     string  `json:"correction"`
	Limit          float64 `json:"limit"`
	ErrorFactor    float64 `json:"error_factor"`
	Looks          int     `json:"looks,omitempty"`
	AcrossMachines bool    `json:"across_machines,omitempty"`
	Rules          int     `json:"rules,omitempty"`
	Floors         int     `json:"floors,omitempty"`
}

// fileOmitted counts the rows that the file has no room for. could_not and
// withheld are parts of rest.
type fileOmitted struct {
	Worse        int `json:"worse,omitempty"`
	Better       int `json:"better,omitempty"`
	Changed      int `json:"changed,omitempty"`
	Removed      int `json:"removed,omitempty"`
	Added        int `json:"added,omitempty"`
	Unclear      int `json:"unclear,omitempty"`
	CouldNot     int `json:"could_not,omitempty"`
	Incomparable int `json:"incomparable,omitempty"`
	Withheld     int `json:"withheld,omitempty"`
}

type fileProblem struct {
	Where    string `json:"where"`
	Severity string `json:"severity"`
	Message  string `json:"message"`
}

// fileFinding is a compare.Finding. Its list follows from kind and verdict.
type fileFinding struct {
	Kind      string        `json:"kind"`
	Verdict   string        `json:"verdict,omitempty"`
	Package   string        `json:"package,omitempty"`
	Benchmark string        `json:"benchmark"`
	Unit      string        `json:"unit,omitempty"`
	Better    int           `json:"better,omitempty"` // +1 higher, -1 lower
	Base      *fileCell     `json:"base,omitempty"`
	Head      *fileCell     `json:"head,omitempty"`
	Decision  *fileDecision `json:"decision,omitempty"`
	MaxBatch  []int         `json:"max_batch,omitempty"` // base, head
	Note      string        `json:"note,omitempty"`
}

type fileCell struct {
	Status string   `json:"status,omitempty"` // none: not in this run
	Note   string   `json:"note,omitempty"`
	N      int      `json:"n,omitempty"` // 0: not measured in the unit
	Center *float64 `json:"center,omitempty"`
}

type fileDecision struct {
	How      string   `json:"how"`
	Why      string   `json:"why"`
	Pairs    int      `json:"pairs,omitempty"`
	Ratio    *float64 `json:"ratio,omitempty"`
	Lo       *float64 `json:"lo,omitempty"`
	Hi       *float64 `json:"hi,omitempty"`
	P        *float64 `json:"p,omitempty"`
	Adjusted *float64 `json:"adjusted,omitempty"`
	Tests    int      `json:"tests,omitempty"`
	Limit    float64  `json:"limit"`
	Floor    float64  `json:"floor,omitempty"`
	Noisy    bool     `json:"noisy,omitempty"` // the floor is infinite
	FloorRun bool     `json:"floor_run,omitempty"`
	Least    *float64 `json:"least,omitempty"`
	Need     int      `json:"need,omitempty"`
}

type fileAlone struct {
	Skipped  int            `json:"skipped,omitempty"`
	Omitted  int            `json:"omitted,omitempty"`
	Fastest  []fileFastest  `json:"fastest,omitempty"`
	Failures []fileFailure  `json:"failures,omitempty"`
	Measured []fileMeasured `json:"measured,omitempty"`
	Devices  []fileOnDevice `json:"devices,omitempty"`
	// DevicesOmitted counts the rows on devices that the file has no room for.
	DevicesOmitted int `json:"devices_omitted,omitempty"`
}

type fileOnDevice struct {
	Direction string   `json:"direction,omitempty"`
	Precision string   `json:"precision,omitempty"`
	Variant   string   `json:"variant"`
	Device    string   `json:"device,omitempty"`
	Reference string   `json:"reference,omitempty"`
	N         int      `json:"n,omitempty"`
	Batch     int      `json:"batch,omitempty"`
	Sec       *float64 `json:"sec"`
	Ratio     *float64 `json:"ratio,omitempty"`
	Lo        *float64 `json:"lo,omitempty"`
	Hi        *float64 `json:"hi,omitempty"`
	E2E       *float64 `json:"e2e,omitempty"`
	CopyShare *float64 `json:"copy_share,omitempty"`
	OverCPU   *float64 `json:"over_cpu,omitempty"`
	RelL2     *float64 `json:"rel_l2,omitempty"`
}

type fileFastest struct {
	Direction string  `json:"direction,omitempty"`
	Precision string  `json:"precision,omitempty"`
	GPU       bool    `json:"gpu,omitempty"`
	Variant   string  `json:"variant"`
	Reference string  `json:"reference"`
	Ratio     float64 `json:"ratio"`
	Cells     int     `json:"cells"`
}

type fileFailure struct {
	Package   string `json:"package,omitempty"`
	Benchmark string `json:"benchmark"`
	Status    string `json:"status"`
	Note      string `json:"note,omitempty"`
}

type fileMeasured struct {
	Package   string   `json:"package,omitempty"`
	Benchmark string   `json:"benchmark"`
	Sec       *float64 `json:"sec,omitempty"`
	Lo        *float64 `json:"lo,omitempty"`
	Hi        *float64 `json:"hi,omitempty"`
	N         int      `json:"n,omitempty"`
	RelL2     *float64 `json:"rel_l2,omitempty"`
}

// howWords and whyWords are the words of the file for a decision's rule and
// reason, in the order of their constants.
var (
	howWords = [...]string{compare.ByTest: "test", compare.ByCount: "count", compare.ByError: "error"}
	whyWords = [...]string{
		compare.WhyMissing: "missing", compare.WhyFailed: "failed", compare.WhyIgnored: "ignored",
		compare.WhyOtherCPU: "other_cpu", compare.WhyNoSamples: "no_samples", compare.WhyTooFew: "too_few",
		compare.WhyNoRatio: "no_ratio", compare.WhyEqual: "equal", compare.WhyChance: "chance",
		compare.WhyInterval: "interval", compare.WhyBelowLimit: "below_limit", compare.WhyBelowFloor: "below_floor",
		compare.WhyClear: "clear", compare.WhyCountStep: "count_step", compare.WhyErrorFactor: "error_factor",
	}
)

// finite returns x, or nil for what JSON cannot hold.
func finite(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

// or returns the number that p points to, or what null stands for.
func or(p *float64, null float64) float64 {
	if p == nil {
		return null
	}
	return *p
}

func sideToFile(s *Side) *fileSide {
	if s == nil {
		return nil
	}
	f := &fileSide{Label: s.Label, Ref: s.Ref, SHA: s.SHA, Dirty: s.Dirty, Incomplete: s.Incomplete, Command: s.Command}
	for _, m := range s.Machines {
		f.Machines = append(f.Machines, fileMachine(m))
	}
	return f
}

func (f *fileSide) side() *Side {
	s := &Side{Label: f.Label, Ref: f.Ref, SHA: f.SHA, Dirty: f.Dirty, Incomplete: f.Incomplete, Command: f.Command}
	for _, m := range f.Machines {
		s.Machines = append(s.Machines, Machine(m))
	}
	return s
}

// source is what the file says of a side that its report does not know.
func (f *fileSide) source() Ref {
	ref := Ref{Name: f.Ref, SHA: f.SHA}
	if f.Dirty {
		ref.SHA += dirtyMark
	}
	return ref
}

func policyToFile(p *Policy) *filePolicy {
	return &filePolicy{
		Alpha: p.Alpha, Confidence: p.Confidence, Correction: string(p.Correction), Limit: p.Limit, ErrorFactor: p.ErrorFactor,
		Looks: p.Looks, AcrossMachines: p.AcrossMachines, Rules: p.Rules, Floors: p.Floors,
	}
}

func (f *filePolicy) policy() Policy {
	return Policy{
		Alpha: f.Alpha, Confidence: f.Confidence, Correction: compare.Correction(f.Correction), Limit: f.Limit, ErrorFactor: f.ErrorFactor,
		Looks: f.Looks, AcrossMachines: f.AcrossMachines, Rules: f.Rules, Floors: f.Floors,
	}
}

func findingToFile(f *compare.Finding) fileFinding {
	out := fileFinding{
		Kind: string(f.Kind), Verdict: string(f.Verdict), Package: f.Package, Benchmark: f.Benchmark,
		Unit: f.Unit, Better: f.Direction, Note: note(f.Note),
	}
	if f.Kind == compare.Shrunk || f.Kind == compare.Grown {
		out.MaxBatch = f.MaxBatch[:]
		return out
	}
	out.Base, out.Head = cellToFile(f.Base, f.Unit), cellToFile(f.Cell, f.Unit)
	out.Decision = decisionToFile(f.Cell.Decision)
	return out
}

// cellToFile leaves out the numbers of a cell that stands for a benchmark and
// not for one of its units.
func cellToFile(c *compare.Cell, unit string) *fileCell {
	f := &fileCell{Status: string(c.Status), Note: note(c.Note)}
	if c.Present && unit != "" {
		f.N, f.Center = c.N, finite(c.Center)
	}
	return f
}

func decisionToFile(d *compare.Decision) *fileDecision {
	f := &fileDecision{How: howWords[d.How], Why: whyWords[d.Why], Limit: d.Limit, FloorRun: d.FloorRun}
	if floor := finite(d.Floor); floor != nil {
		f.Floor = *floor
	} else {
		f.Noisy = true
	}
	if d.How != compare.ByTest {
		return f // all else follows from the cells
	}
	f.Pairs, f.Tests, f.Need = d.Pairs, d.Tests, d.Need
	f.Ratio, f.Lo, f.Hi = finite(d.Ratio), finite(d.Lo), finite(d.Hi)
	f.P, f.Adjusted, f.Least = finite(d.P), finite(d.Adjusted), finite(d.Least)
	return f
}

// decision is what the file says under a policy.
func (f *fileDecision) decision(p *Policy) *compare.Decision {
	nan := math.NaN()
	d := &compare.Decision{
		How: compare.How(slices.Index(howWords[:], f.How)), Why: compare.Why(slices.Index(whyWords[:], f.Why)),
		Ratio: nan, Lo: nan, Hi: nan, P: nan, Adjusted: nan, Least: nan,
		Pairs: f.Pairs, Tests: f.Tests, Limit: f.Limit, Floor: f.Floor, FloorRun: f.FloorRun, Need: f.Need,
	}
	inf := math.Inf(1)
	if f.Noisy {
		d.Floor = inf
	}
	if f.P == nil {
		return d
	}
	// What is missing of a test's ratio is infinite.
	d.Ratio, d.Lo, d.Hi = or(f.Ratio, inf), or(f.Lo, inf), or(f.Hi, inf)
	d.P, d.Adjusted, d.Least = *f.P, or(f.Adjusted, nan), or(f.Least, nan)
	d.Alpha = p.level()
	return d
}

func (f *fileCell) cell() *compare.Cell {
	c := &compare.Cell{Status: wire.Status(f.Status), Note: f.Note}
	if f.N > 0 {
		c.Present, c.N, c.Center = true, f.N, or(f.Center, math.NaN())
	}
	return c
}

func aloneToFile(a *Alone) *fileAlone {
	if a == nil {
		return nil
	}
	f := &fileAlone{Skipped: a.Skipped, Omitted: a.Omitted, DevicesOmitted: a.DevicesOmitted}
	for _, d := range a.Devices {
		f.Devices = append(f.Devices, fileOnDevice{
			d.Direction, d.Precision, d.Variant, d.Device, d.Reference, d.N, d.Batch, finite(d.Sec),
			finite(d.Ratio), finite(d.Lo), finite(d.Hi), finite(d.E2E), finite(d.CopyShare), finite(d.OverCPU), finite(d.RelL2),
		})
	}
	for _, x := range a.Fastest {
		f.Fastest = append(f.Fastest, fileFastest(x))
	}
	for _, x := range a.Failures {
		f.Failures = append(f.Failures, fileFailure{x.Package, x.Benchmark, string(x.Status), x.Note})
	}
	for _, m := range a.Measured {
		f.Measured = append(f.Measured, fileMeasured{m.Package, m.Benchmark, finite(m.Sec), finite(m.SecLo), finite(m.SecHi), m.N, finite(m.RelL2)})
	}
	return f
}

func (f *fileAlone) alone() *Alone {
	a := &Alone{Skipped: f.Skipped, Omitted: f.Omitted, DevicesOmitted: f.DevicesOmitted}
	for i := range f.Devices {
		a.Devices = append(a.Devices, f.Devices[i].onDevice())
	}
	for _, x := range f.Fastest {
		a.Fastest = append(a.Fastest, Fastest(x))
	}
	for _, x := range f.Failures {
		a.Failures = append(a.Failures, Failure{x.Package, x.Benchmark, wire.Status(x.Status), x.Note})
	}
	nan := math.NaN()
	for _, m := range f.Measured {
		x := Measured{Package: m.Package, Benchmark: m.Benchmark, Sec: or(m.Sec, nan), N: m.N, RelL2: or(m.RelL2, nan), SecLo: nan, SecHi: nan}
		if m.Sec != nil {
			x.SecLo, x.SecHi = or(m.Lo, math.Inf(-1)), or(m.Hi, math.Inf(1))
		}
		a.Measured = append(a.Measured, x)
	}
	return a
}

func (f *fileOnDevice) onDevice() OnDevice {
	nan := math.NaN()
	d := OnDevice{
		Direction: f.Direction, Precision: f.Precision, Variant: f.Variant, Device: f.Device, Reference: f.Reference,
		N: f.N, Batch: f.Batch, Sec: or(f.Sec, nan), Ratio: or(f.Ratio, nan), Lo: nan, Hi: nan,
		E2E: or(f.E2E, nan), CopyShare: or(f.CopyShare, nan), OverCPU: or(f.OverCPU, nan), RelL2: or(f.RelL2, nan),
	}
	if f.Lo != nil { // an upper bound that is missing is infinite
		d.Lo, d.Hi = *f.Lo, or(f.Hi, math.Inf(1))
	}
	return d
}

func timeToFile(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

func problemsToFile(all []ablation.Problem) (out []fileProblem) {
	for _, p := range all {
		out = append(out, fileProblem{p.Where, p.Severity, p.Msg})
	}
	return out
}
