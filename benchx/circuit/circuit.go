package circuit

// Circuit is what computes. Nodes and edges refer to each other by index; nodes
// stand in the order in which they run, which must be one in which every edge is
// written before it is read.
type Circuit struct {
	Arch        string
	Description string

	Dims   map[string]int64 // what expressions may name
	Counts []Count          // further names, each over dims, the workload and the counts before

	Nodes    []Node
	Edges    []Edge
	States   []State
	Copies   []CopyRule
	Families []Family
	Runs     []Run
	Limits   []Limit
	Knobs    []Knob
	Queries  []Query // what to ask of it where the user asks nothing else

	// Held are activation buffers that exist whatever a planner would do: the
	// caller's data, the scratch of a plan. They are charged instead of a planned
	// arena.
	Held []Held

	Outside int64 // bytes of stored tensors that no node reads
	Memory  int64 // of the device, in bytes, of which a budget is a share; 0: unknown
	Driver  Driver
	Align   int64 // of buffers in the arena, a power of two; 0: 256

	Workload Workload // what is asked where the user asks nothing else
}

// Count is a number that follows from others, such as the tokens of a sequence.
type Count struct {
	Name  string
	Value Expr
	Unit  string // what it counts, for people: "blocks"
}

// Workload is what is asked of a circuit, and what a runtime decided.
type Workload struct {
	Counts   map[string]int64  // batch, concurrency, slots …
	Settings map[string]string // choices: formats that states name, conditions of copy rules
	Budget   int64             // bytes the device may use; 0: none was given
	// Arena is the bytes of activation buffers that exist anyway and are charged
	// instead of a planned arena, or of those that the circuit holds; nil where
	// nothing is known of any.
	Arena *int64
}

// Held is an activation buffer of its own.
type Held struct {
	Name  string
	Bytes Expr
	Node  int // which it belongs to; -1: the caller
}

// Section says which part of a circuit a node or state belongs to.
type Section string

// The sections. A draft runs ahead of the main circuit and has its own pools.
const (
	Main  Section = "main"
	Draft Section = "draft"
)

// Node is one step: a pass, a product, a recurrence.
type Node struct {
	ID    string // unique, dotted: "l3.attn.o_proj"
	Local string // within its block: "o_proj"; "" where that is the ID
	Op    string
	Block string // the template it was made from; nodes of equal Block and Local fold
	Layer int    // -1 outside the layers

	Section Section // "" is Main
	Inputs  []int   // edges
	Outputs []int   // edges
	Weights []Weight
	States  []Access
	Family  string // the kernels that run it, whose workspaces it shares; "" by its Op
	Group   string // neighbours of one group run as one launch; "" alone
}

// Weight is a tensor that a node reads: a matrix of out channels by k inputs, or
// a table.
type Weight struct {
	Name    string // of several of one node: "twiddles"
	Key     string // tensors of one key are stored once; "" is its own
	Format  Format // as stored
	Served  Format // as the node reads it; absent: as stored
	Out, K  Expr   // absent: the widths of the node's outputs together, and of its first input
	Bytes   Expr   // of one tensor where padding makes it more than its numbers; absent: by the format
	Number  Expr   // how many such tensors, as of experts; absent: 1
	Shared  bool   // another node stores it
	Role    Role
	Derived string // the rule by which it was made from others while loading; "" stored
	Leaked  bool   // of a derived one: nothing reads or frees it
	Copies  []Copy // made of it while loading, beside those of the circuit's rules
}

// Role says whether a tensor's numbers define the result.
type Role string

// The roles. Only parameters count as such; a table follows from the sizes alone.
const (
	Parameter Role = "" // twiddles, masks, weights
	Table     Role = "table"
)

// Copy is memory that is made from a weight when it is loaded.
type Copy struct {
	Rule   string
	Format Format // of a whole copy
	Bytes  Expr   // instead of one, over out and k: "4*out" is a scale for each row
	Count  int64  // how often; 0 is once
	Leaked bool   // nothing reads it and nothing frees it
	Site   string // where it is made: file:line
}

// CopyRule makes the same copy of every weight that it matches. Empty conditions
// match everything.
type CopyRule struct {
	Copy
	Arch    []string
	Ops     []string
	Section Section
	Stored  []Format
	Served  []Format
	When    map[string]string // settings, all of which must hold
}

// Edge is a tensor between nodes: rows × dim numbers.
type Edge struct {
	ID     string
	Format Format
	Rows   Expr // over n, the rows of a run; absent: n
	Dim    Expr
	Output bool // the caller reads it at the end
	// Over is the edge whose memory this one takes over, as an in-place node's
	// output does its input's; negative: none.
	Over int
}

// Access is what a node does with a state.
type Access struct {
	State int
	Mode  Mode
}

// Mode is a way to use a state.
type Mode string

// The modes. A node that updates or writes a state owns it.
const (
	Read     Mode = "read"
	Write    Mode = "write"
	Update   Mode = "update"
	Snapshot Mode = "snapshot"
)

// State is memory that outlives a step: what a sequence or channel carries on,
// pools, caches.
type State struct {
	ID       string
	Local    string // within its block
	Block    string
	Layer    int // -1 outside the layers
	Section  Section
	Kind     Kind
	Format   Format // of one element
	Setting  string // the setting that names the format, where Format is absent
	Elements Expr   // of one unit
	Units    Expr   // absent: as the kind says
	Verify   Verify // of a recurrent state, where steps may be taken back
	Of       int    // the state that a snapshot copies; negative: none
	Law      Expr   // bytes of all units instead of units × elements, over units and elements
}

// Family is a group of kernels that share workspaces: one buffer serves all of
// their launches.
type Family struct {
	Name       string
	Ops        []string // whose nodes it runs unless they name a family
	Workspaces []Workspace
}

// Workspace is scratch memory of a family.
type Workspace struct {
	Name   string
	Bytes  []Expr // the largest counts; over n, the rows of a run, and k, the width of a node's first input
	Arena  bool   // part of the arena that exists anyway, where there is one
	Reason string
}

// Run is one way in which the circuit runs: prefill, decode, a call.
type Run struct {
	Label   string
	Rows    Expr    // n
	Section Section // "" is all sections
	When    Expr    // the run exists where this is not zero; absent: always
}

// Limit is a bound that is not memory: slots, the longest sequence.
type Limit struct {
	Name  string // what stops: "slots"
	Value Expr
	Most  Expr
}

// Driver is what the device's runtime takes for itself.
type Driver struct {
	Fixed    int64 // bytes
	PerMille int64 // of the budget
	Slack    int64 // bytes, measured
}

// Knob is something that a user can turn: a count to lower by a step, or a
// setting to change.
type Knob struct {
	Name    string
	Count   string // lowered by Step, or halved where Step is 0; one at least remains
	Step    int64
	Setting string // set to To
	To      string
}
