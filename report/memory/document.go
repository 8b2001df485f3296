package memory

import (
	"slices"

	"github.com/fftstudy/fftstudy/benchx/circuit"
)

// Schema is the version of the JSON that JSON writes.
const Schema = 2

// Document is where the bytes of a circuit go under a workload. Bytes are whole
// numbers; lists stand in the order of the circuit.
type Document struct {
	Schema int `json:"schema"`
	// FromSchema is 1 where the document was read from a file of schema 1, which
	// knows neither buffers nor formulas; else 0.
	FromSchema int           `json:"from_schema,omitempty"`
	Header     Header        `json:"header"`
	Workload   Workload      `json:"workload"`
	Totals     Totals        `json:"totals"`
	Params     int64         `json:"params"`      // numbers of the distinct tensors that are parameters
	ParamBytes int64         `json:"param_bytes"` // their bytes, a part of the weights
	Refusals   []Refusal     `json:"refusals"`
	Answers    []Answer      `json:"answers"`
	Advice     []Saving      `json:"advice"` // what one step of each knob saves, most first
	Measured   []Measurement `json:"measured"`
	Peak       int           `json:"peak"` // the run that is charged, of Runs; -1: there is none
	Runs       []Run         `json:"runs"`
	Workspaces []Workspace   `json:"workspaces"`
	Nodes      []Node        `json:"nodes"`
	Terms      []Term        `json:"terms"`
}

// Header says what a document is about. All of it is the caller's to say.
type Header struct {
	Circuit     string `json:"circuit"`
	Description string `json:"description,omitempty"`
	Workload    string `json:"workload,omitempty"` // New words the counts where nothing is said
	Budget      string `json:"budget,omitempty"`   // where the budget comes from
	Formats     string `json:"formats,omitempty"`  // New lists those of the terms where nothing is said
	Go          string `json:"go,omitempty"`       // version
	Tool        string `json:"tool,omitempty"`     // name and version
	Digest      string `json:"digest,omitempty"`   // of the input
	Lines       []Line `json:"lines,omitempty"`    // whatever else
}

// Line is a further line of a header.
type Line struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

// Workload is what was asked of the circuit.
type Workload struct {
	Counts   map[string]int64  `json:"counts"`
	Settings map[string]string `json:"settings"`
	Arena    *int64            `json:"arena"` // bytes of one that exists anyway; nil: none
}

// Totals are the sums of the terms. Device is that of the seven classes that are
// charged; outside and leaked are parts of the row before them.
type Totals struct {
	WeightsStored      int64 `json:"weights_stored"`
	WeightsOutside     int64 `json:"weights_outside"`
	WeightsDerived     int64 `json:"weights_derived"`
	WeightsLeaked      int64 `json:"weights_leaked"`
	ActivationsPlanned int64 `json:"activations_planned"` // the arena of the peak run, whether charged or not
	Activations        int64 `json:"activations"`
	Workspace          int64 `json:"workspace"`
	WorkspaceWidest    int64 `json:"workspace_widest"` // each in its own widest run; not charged
	States             int64 `json:"states"`
	Caches             int64 `json:"caches"`
	Host               int64 `json:"host"` // not charged
	Driver             int64 `json:"driver"`
	Device             int64 `json:"device"`
	Budget             int64 `json:"budget"`   // 0: none
	Headroom           int64 `json:"headroom"` // Budget - Device
}

// Of returns the row of a class.
func (t *Totals) Of(c circuit.Class) int64 {
	if p := t.of(c); p != nil {
		return *p
	}
	return 0
}

func (t *Totals) of(c circuit.Class) *int64 {
	switch c {
	case circuit.WeightsStored:
		return &t.WeightsStored
	case circuit.WeightsDerived:
		return &t.WeightsDerived
	case circuit.Activations:
		return &t.Activations
	case circuit.WorkspaceClass:
		return &t.Workspace
	case circuit.States:
		return &t.States
	case circuit.Caches:
		return &t.Caches
	case circuit.DriverClass:
		return &t.Driver
	case circuit.HostClass:
		return &t.Host
	}
	return nil
}

// Refusal is a limit that the workload is over, whatever the memory.
type Refusal struct {
	Limit string `json:"limit"`
	Value int64  `json:"value"`
	Most  int64  `json:"most"`
}

// Layer is the layer of a node or state.
type Layer int

// NoLayer is the layer of what lies outside of them.
const NoLayer Layer = -1

// Node is a node of the circuit and what is charged to it.
type Node struct {
	ID      string `json:"id"`
	Local   string `json:"local,omitempty"` // within its block
	Op      string `json:"op,omitempty"`
	Block   string `json:"block,omitempty"`
	Layer   Layer  `json:"layer"`
	Section string `json:"section"`

	Stored       int64 `json:"stored"`
	Derived      int64 `json:"derived"`
	Activations  int64 `json:"activations"` // alive at the peak
	Workspace    int64 `json:"workspace"`
	State        int64 `json:"state"`
	Materialized int64 `json:"materialized"` // what its outputs would take without reuse; not charged
}

// Term is one piece of memory. Which fields mean something depends on its class.
type Term struct {
	ID    string        `json:"id"` // of no other term; the same in documents of other workloads
	Class circuit.Class `json:"class"`
	Kind  Kind          `json:"kind"`
	Name  string        `json:"name,omitempty"`
	Node  string        `json:"node,omitempty"`  // to which it is charged
	State string        `json:"state,omitempty"` // of which it is a holding

	// Where it belongs: of the state, or else of the node.
	Block   string `json:"block,omitempty"`
	Local   string `json:"local,omitempty"`
	Layer   Layer  `json:"layer"`
	Section string `json:"section,omitempty"`
	Op      string `json:"op,omitempty"`
	Family  string `json:"family,omitempty"`

	Holding  string `json:"holding,omitempty"`
	Lifetime string `json:"lifetime"`
	Format   string `json:"format,omitempty"`
	Rows     int64  `json:"rows,omitempty"` // of a weight, its outputs
	Width    int64  `json:"width,omitempty"`
	Number   int64  `json:"number,omitempty"`   // of such weights
	Units    int64  `json:"units,omitempty"`    // of a state
	Elements int64  `json:"elements,omitempty"` // of one unit
	Unit     string `json:"unit,omitempty"`

	Bytes   int64 `json:"bytes"`
	Leaked  bool  `json:"leaked,omitempty"`
	Charged bool  `json:"charged"` // to the device

	Formula string  `json:"formula,omitempty"`
	Inputs  []Input `json:"inputs,omitempty"`
	Site    string  `json:"site,omitempty"`   // where it is made, file:line
	Reason  string  `json:"reason,omitempty"` // why it is needed
}

// Kind says more closely what a term is: for a state that of its declaration.
type Kind string

// The kinds beside those of states.
const (
	Parameter Kind = "parameter" // a weight whose numbers define the result
	Table     Kind = "table"     // a weight that follows from the sizes
	Outside   Kind = "outside"   // stored tensors that no node reads
	Copied    Kind = "copy"      // made of a weight while loading
	Activated Kind = "buffer"    // an edge that is alive at the peak
	Gap       Kind = "gap"       // what alignment and packing lose
	Held      Kind = "held"      // an activation buffer that exists whatever a plan would do
	Arena     Kind = "arena"     // one that exists anyway, as one piece
	Planned   Kind = "planned"   // an arena of which schema 1 does not tell the buffers
	Scratch   Kind = "scratch"   // a workspace
	Driver    Kind = "driver"
)

// Input is a number that a formula names, or that the expression of another
// input does.
type Input struct {
	Name  string         `json:"name"`
	Expr  string         `json:"expr,omitempty"` // as the circuit writes it
	Value int64          `json:"value"`
	From  circuit.Source `json:"from"`
}

// Run is the activations and workspaces of one run.
type Run struct {
	Label        string `json:"label"`
	Rows         int64  `json:"rows"`
	Steps        int    `json:"steps"` // launches; 0 where schema 1 does not tell them
	Arena        int64  `json:"arena"` // as planned
	LowerBound   int64  `json:"lower_bound"`
	Gap          int64  `json:"gap"` // Arena - LowerBound
	Materialized int64  `json:"materialized"`
	External     int64  `json:"external"` // of these, buffers that no node of the run writes
	Workspace    int64  `json:"workspace"`
	PeakStep     int    `json:"peak_step"`
	PeakNode     string `json:"peak_node,omitempty"`
	Order        string `json:"order,omitempty"` // how the plan was found

	// Timeline is the bytes alive over the steps: the most in each of as many
	// equal stretches, at most MaxTimeline.
	Timeline []int64 `json:"timeline"`
	// Live is what is alive at the peak, largest first, MaxLive at most; what is
	// not listed is LiveRest.
	Live     []Buffer `json:"live"`
	LiveRest Rest     `json:"live_rest"`
	// Placements are the buffers in the order of their first step, of Buffers in
	// all MaxPlacements at most.
	Buffers    int      `json:"buffers"`
	Placements []Buffer `json:"placements"`
}

// What a document holds of a run at most.
const (
	MaxLive       = 20
	MaxPlacements = 1000
	MaxTimeline   = 512
)

// Buffer is memory of an arena.
type Buffer struct {
	Edge   string `json:"edge"`
	Node   string `json:"node,omitempty"` // that writes it; "": none of the run
	Format string `json:"format,omitempty"`
	Rows   int64  `json:"rows"`
	Dim    int64  `json:"dim"`
	Bytes  int64  `json:"bytes"`
	Offset int64  `json:"offset"`
	First  int    `json:"first"` // steps, both included
	Last   int    `json:"last"`
}

// Rest is what a list leaves out.
type Rest struct {
	Buffers int   `json:"buffers"`
	Bytes   int64 `json:"bytes"`
}

// Workspace is scratch memory of a family of kernels.
type Workspace struct {
	Family    string `json:"family"`
	Name      string `json:"name"`
	Bytes     int64  `json:"bytes"`   // in the peak run
	Charged   bool   `json:"charged"` // false: part of the arena that exists anyway
	Widest    int64  `json:"widest"`  // in the run that needs most
	WidestRun string `json:"widest_run,omitempty"`
	Node      string `json:"node,omitempty"` // the first that needs Bytes
	Nodes     int    `json:"nodes"`          // that share it
}

// Answer is the reply to an inverse question.
type Answer struct {
	Kind  AnswerKind `json:"kind"`
	Name  string     `json:"name"` // "longest prompt"
	Count string     `json:"count,omitempty"`
	Unit  string     `json:"unit,omitempty"` // what it counts
	Asked int64      `json:"asked,omitempty"`
	Lo    int64      `json:"lo,omitempty"`
	Hi    int64      `json:"hi,omitempty"` // 0: without a cap
	Found bool       `json:"found"`        // false: not even Next fits
	Value int64      `json:"value"`
	// AllBelow is the value up to which all fit, below Value where memory is not
	// monotone.
	AllBelow  int64  `json:"all_below,omitempty"`
	Headroom  int64  `json:"headroom,omitempty"`  // at Value
	Limiter   string `json:"limiter,omitempty"`   // memory, cap, or a limit of the circuit
	Next      int64  `json:"next,omitempty"`      // the value after Value, which does not fit
	Shortfall int64  `json:"shortfall,omitempty"` // bytes that Next lacks
	Miss      int64  `json:"miss,omitempty"`      // of a ladder: the first that does not fit
	MissLacks int64  `json:"miss_lacks,omitempty"`
	// Fraction is Value and the share of the step to Next that the headroom pays
	// for: "6.36 sequences". Of the least budget, its part of the device's memory.
	Fraction float64 `json:"fraction,omitempty"`
}

// AnswerKind is how a question was asked.
type AnswerKind string

// The kinds of answers.
const (
	Largest     AnswerKind = "largest" // what fits, and the next does not
	Ladder      AnswerKind = "ladder"  // the largest of candidates, not all of which below it fit
	LeastBudget AnswerKind = "least_budget"
)

// Saving is what one step of a knob saves.
type Saving struct {
	Knob     string `json:"knob"`
	From     string `json:"from"`
	To       string `json:"to"`
	Saves    int64  `json:"saves"`    // bytes of the device total; negative: it costs some
	Headroom int64  `json:"headroom"` // after the step
	Fits     bool   `json:"fits"`     // after the step
}

// Measurement is what a run of the real thing took.
type Measurement struct {
	// Of is a class, the id of a term, or one of OfDevice, OfPlan and OfData.
	Of        string  `json:"of"`
	What      string  `json:"what,omitempty"` // what was measured, in words
	Bytes     int64   `json:"bytes"`
	Source    string  `json:"source,omitempty"`
	Tolerance float64 `json:"tolerance,omitempty"` // as a share; 0: none is claimed
}

// What is measured together.
const (
	OfDevice = "device" // everything
	OfPlan   = "plan"   // all but the caller's buffers and the driver
	OfData   = "data"   // the caller's buffers
)

// Fits reports whether the device has room and no limit refuses the workload. A
// budget of zero is none.
func (d *Document) Fits() bool {
	return len(d.Refusals) == 0 && (d.Totals.Budget == 0 || d.Totals.Headroom >= 0)
}

// holds reports whether activations are charged as what exists anyway instead of
// as planned.
func (d *Document) holds() bool {
	return slices.ContainsFunc(d.Terms, func(t Term) bool { return t.Kind == Held || t.Kind == Arena })
}

// PeakRun returns the run that is charged, nil where there is none.
func (d *Document) PeakRun() *Run {
	if d.Peak < 0 || d.Peak >= len(d.Runs) {
		return nil
	}
	return &d.Runs[d.Peak]
}
