package circuit

// Report is where the bytes of a circuit go under a workload.
type Report struct {
	Circuit  *Circuit
	Workload Workload         // as evaluated: defaults filled in
	Names    map[string]int64 // what expressions read: dimensions and counts

	Terms      []Term // every byte once; each class adds up to a row of Totals
	Nodes      []NodeBytes
	Runs       []RunBytes
	Peak       int // the run that Totals charges: the largest arena and workspace together
	Workspaces []WorkspaceBytes
	Totals     Totals
	Params     int64 // numbers of the distinct tensors that are parameters
	ParamBytes int64 // their bytes, a part of the weights
	Refusals   []Refusal
}

// Class is a term of the device total, or the host's.
type Class string

// The classes. Host is listed and never charged.
const (
	WeightsStored  Class = "weights_stored"
	WeightsDerived Class = "weights_derived"
	Activations    Class = "activations"
	WorkspaceClass Class = "workspace"
	States         Class = "states"
	Caches         Class = "caches"
	DriverClass    Class = "driver"
	HostClass      Class = "host"
)

// DeviceClasses returns the classes that add up to the device total, in its
// order.
func DeviceClasses() []Class {
	return []Class{WeightsStored, WeightsDerived, Activations, WorkspaceClass, States, Caches, DriverClass}
}

// Term is one piece of memory. Which fields mean something depends on its class.
type Term struct {
	Class Class
	Node  int    // of the circuit; -1 where it belongs to none
	State int    // of the circuit; -1 where it is none
	Name  string // of the weight, rule, buffer, workspace, holding, part of the driver
	Bytes int64

	Family      string // of a workspace
	Format      Format
	Rows, Width int64 // of a weight, out × k; of a buffer, rows × dim
	Number      int64 // of such tensors or copies
	Leaked      bool
	Holding     Holding
	Lifetime    Lifetime
	Unit        string // what one unit is
	Units       int64
	Elements    int64 // of one unit
	weight      int   // index in the node's weights
	rule        *Copy // by which a copy is made
	edge        int   // of a buffer
	formula     Expr  // of a workspace, of units
}

// NodeBytes is what is charged for a node. A workspace is charged to the first
// node that needs all of it, a shared tensor to the node that stores it.
type NodeBytes struct {
	Stored, Derived, Activations, Workspace, State int64
	Materialized                                   int64 // what its outputs would take without reuse, in the peak run; not charged
}

// IsZero reports whether nothing at all is charged or materialised.
func (n NodeBytes) IsZero() bool { return n == NodeBytes{} }

// RunBytes is the activations and workspaces of one run.
type RunBytes struct {
	Label        string
	Rows         int64
	Steps        int   // launches
	Arena        int64 // as planned
	LowerBound   int64 // most bytes alive at any step; no plan needs less
	Materialized int64 // of all buffers, without reuse
	External     int64 // of these, buffers that no node of the run writes
	Workspace    int64
	PeakStep     int
	PeakNode     int      // the first node of the peak step
	Order        string   // how the plan was found
	Buffers      []Buffer // in the order of their first step
	Live         []int    // buffers alive at the peak step, largest first
}

// Buffer is memory of the arena: an edge, or several that take it over from each
// other.
type Buffer struct {
	Edge        int // the largest of its edges
	Node        int // which writes that; -1: none of the run
	Bytes       int64
	Offset      int64
	First, Last int // steps, both included
	Rows, Dim   int64
}

// WorkspaceBytes is scratch memory of a family.
type WorkspaceBytes struct {
	Family, Name string
	Bytes        int64 // in the peak run
	Charged      bool  // false: part of the arena that exists anyway
	Widest       int64 // in the run that needs most
	WidestRun    int
	Node         int // the first that needs Bytes; -1: none in the peak run
	Nodes        int // that share it
	formula      Expr
}

// Totals are the sums. Device is that of the seven classes; of-which figures
// (outside, leaked) are parts of the row before.
type Totals struct {
	WeightsStored      int64
	WeightsOutside     int64 // of these, tensors that no node reads
	WeightsDerived     int64
	WeightsLeaked      int64 // of these, what nothing reads or frees
	ActivationsPlanned int64 // the arena of the peak run, whether charged or not
	Activations        int64
	Workspace          int64
	WorkspaceWidest    int64 // every workspace in its own widest run; an upper bound that is not charged
	States             int64
	Caches             int64
	Driver             int64
	Device             int64
	Host               int64 // not charged
	Budget             int64
	Headroom           int64 // Budget - Device
}

// Of returns the row of a class.
func (t *Totals) Of(c Class) int64 {
	if p := t.of(c); p != nil {
		return *p
	}
	return 0
}

func (t *Totals) of(c Class) *int64 {
	switch c {
	case WeightsStored:
		return &t.WeightsStored
	case WeightsDerived:
		return &t.WeightsDerived
	case Activations:
		return &t.Activations
	case WorkspaceClass:
		return &t.Workspace
	case States:
		return &t.States
	case Caches:
		return &t.Caches
	case DriverClass:
		return &t.Driver
	case HostClass:
		return &t.Host
	}
	return nil
}

// Refusal is a limit that the workload is over, whatever the memory.
type Refusal struct {
	Limit       string
	Value, Most int64
}

// Fits reports whether the device has room and no limit refuses the workload. A
// budget of zero is none, so that everything has room.
func (r *Report) Fits() bool {
	return len(r.Refusals) == 0 && (r.Totals.Budget == 0 || r.Totals.Headroom >= 0)
}
