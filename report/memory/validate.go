package memory

import (
	"fmt"
	"math"

	"github.com/fftstudy/fftstudy/benchx/circuit"
)

// Validate recomputes every sum of a document from its terms and reports the
// first that differs, or that does not fit 63 bits.
func (d *Document) Validate() error {
	for _, check := range []func() error{d.checkTerms, d.checkTotals, d.checkRuns, d.checkWorkspaces, d.checkFindings} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// nodeIndex maps the nodes' ids to their places.
func (d *Document) nodeIndex() map[string]int {
	index := make(map[string]int, len(d.Nodes))
	for i := range d.Nodes {
		index[d.Nodes[i].ID] = i
	}
	return index
}

// checkTerms holds what nodes are said to take to their terms.
func (d *Document) checkTerms() error {
	index := d.nodeIndex()
	if len(index) != len(d.Nodes) {
		return fmt.Errorf("nodes: an id is there twice")
	}
	sums := make([]nodeSums, len(d.Nodes))
	seen := make(map[string]bool, len(d.Terms))
	for i := range d.Terms {
		t := &d.Terms[i]
		if err := t.check(); err != nil {
			return fmt.Errorf("terms[%d]: %w", i, err)
		}
		if seen[t.ID] {
			return fmt.Errorf("terms[%d]: the id %q is there twice", i, t.ID)
		}
		seen[t.ID] = true
		if t.Node == "" {
			continue
		}
		node, ok := index[t.Node]
		if !ok {
			return fmt.Errorf("terms[%d]: there is no node %q", i, t.Node)
		}
		if err := sums[node].add(t); err != nil {
			return fmt.Errorf("terms[%d]: node %s: %w", i, t.Node, err)
		}
	}
	for i := range d.Nodes {
		n := &d.Nodes[i]
		if is := (nodeSums{n.Stored, n.Derived, n.Activations, n.Workspace, n.State}); is != sums[i] {
			return fmt.Errorf("nodes[%d]: %s is said to take %v and its terms add up to %v", i, n.ID, is, sums[i])
		}
		if n.Materialized < 0 || n.Layer < NoLayer {
			return fmt.Errorf("nodes[%d]: %s materializes %d bytes in layer %d", i, n.ID, n.Materialized, n.Layer)
		}
	}
	return nil
}

func (t *Term) check() error {
	switch {
	case t.ID == "":
		return fmt.Errorf("no id")
	case (&Totals{}).of(t.Class) == nil:
		return fmt.Errorf("unknown class %q, want one of %v or host", t.Class, circuit.DeviceClasses())
	case t.Bytes < 0:
		return fmt.Errorf("%s has %d bytes", t.ID, t.Bytes)
	case t.Charged != (t.Class != circuit.HostClass):
		return fmt.Errorf("%s: what the host holds is not charged, and all else is", t.ID)
	case t.Leaked && t.Class != circuit.WeightsDerived:
		return fmt.Errorf("%s: only derived weights leak", t.ID)
	case t.Layer < NoLayer:
		return fmt.Errorf("%s is of layer %d", t.ID, t.Layer)
	}
	return nil
}

// nodeSums are the columns of a node: stored, derived, activations, workspace
// and state.
type nodeSums [5]int64

// columnOf returns the column of a class; -1 where nodes have none.
func columnOf(c circuit.Class) int {
	switch c {
	case circuit.WeightsStored:
		return 0
	case circuit.WeightsDerived:
		return 1
	case circuit.Activations:
		return 2
	case circuit.WorkspaceClass:
		return 3
	case circuit.States:
		return 4
	}
	return -1
}

func (s *nodeSums) add(t *Term) error {
	column := columnOf(t.Class)
	if column < 0 {
		return nil
	}
	return addTo(&s[column], t.Bytes)
}

// addTo adds a number that is not negative.
func addTo(sum *int64, n int64) error {
	if n < 0 || *sum > math.MaxInt64-n {
		return fmt.Errorf("%d + %d: %w", *sum, n, circuit.ErrOverflow)
	}
	*sum += n
	return nil
}

// checkTotals holds the totals to the terms.
func (d *Document) checkTotals() error {
	sum, err := d.sumTerms()
	if err != nil {
		return fmt.Errorf("totals: %w", err)
	}
	// What terms do not tell is taken as it is said.
	sum.ActivationsPlanned, sum.WorkspaceWidest = d.Totals.ActivationsPlanned, d.Totals.WorkspaceWidest
	sum.Budget = d.Totals.Budget
	if sum.Budget < 0 || sum.ActivationsPlanned < 0 || sum.WorkspaceWidest < 0 {
		return fmt.Errorf("totals: a budget, an arena or a workspace is negative")
	}
	sum.Headroom = sum.Budget - sum.Device
	for _, row := range totalRows() {
		if said := row.of(&d.Totals); *said != *row.of(sum) {
			return fmt.Errorf("totals: %s is said to be %d and comes to %d", row.name, *said, *row.of(sum))
		}
	}
	return nil
}

// sumTerms adds up the classes, their parts and the device total.
func (d *Document) sumTerms() (*Totals, error) {
	var sum Totals
	for i := range d.Terms {
		t := &d.Terms[i]
		row := sum.of(t.Class)
		if row == nil {
			return nil, fmt.Errorf("terms[%d]: unknown class %q", i, t.Class)
		}
		if err := addTo(row, t.Bytes); err != nil {
			return nil, fmt.Errorf("%s: %w", t.Class, err)
		}
		switch { // parts of the sum above, so neither overflows
		case t.Leaked:
			sum.WeightsLeaked += t.Bytes
		case t.Kind == Outside:
			sum.WeightsOutside += t.Bytes
		}
	}
	for _, c := range circuit.DeviceClasses() {
		if err := addTo(&sum.Device, sum.Of(c)); err != nil {
			return nil, fmt.Errorf("device: %w", err)
		}
	}
	return &sum, nil
}

// totalsRow is a row of the totals with its name in JSON.
type totalsRow struct {
	name string
	of   func(*Totals) *int64
}

// totalRows lists all of them in the order of the JSON.
func totalRows() []totalsRow {
	return []totalsRow{
		{"weights_stored", func(t *Totals) *int64 { return &t.WeightsStored }},
		{"weights_outside", func(t *Totals) *int64 { return &t.WeightsOutside }},
		{"weights_derived", func(t *Totals) *int64 { return &t.WeightsDerived }},
		{"weights_leaked", func(t *Totals) *int64 { return &t.WeightsLeaked }},
		{"activations_planned", func(t *Totals) *int64 { return &t.ActivationsPlanned }},
		{"activations", func(t *Totals) *int64 { return &t.Activations }},
		{"workspace", func(t *Totals) *int64 { return &t.Workspace }},
		{"workspace_widest", func(t *Totals) *int64 { return &t.WorkspaceWidest }},
		{"states", func(t *Totals) *int64 { return &t.States }},
		{"caches", func(t *Totals) *int64 { return &t.Caches }},
		{"host", func(t *Totals) *int64 { return &t.Host }},
		{"driver", func(t *Totals) *int64 { return &t.Driver }},
		{"device", func(t *Totals) *int64 { return &t.Device }},
		{"budget", func(t *Totals) *int64 { return &t.Budget }},
		{"headroom", func(t *Totals) *int64 { return &t.Headroom }},
	}
}

func (d *Document) checkRuns() error {
	if d.Peak < -1 || d.Peak >= len(d.Runs) || d.Peak < 0 && len(d.Runs) > 0 {
		return fmt.Errorf("peak: there is no run %d of %d", d.Peak, len(d.Runs))
	}
	for i := range d.Runs {
		if err := d.Runs[i].check(); err != nil {
			return fmt.Errorf("runs[%d]: %s: %w", i, d.Runs[i].Label, err)
		}
	}
	if d.Params < 0 || d.ParamBytes < 0 {
		return fmt.Errorf("params: %d in %d bytes", d.Params, d.ParamBytes)
	}
	if peak := d.PeakRun(); peak != nil && peak.Arena != d.Totals.ActivationsPlanned {
		return fmt.Errorf("totals: activations_planned is said to be %d and the arena of run %s is %d",
			d.Totals.ActivationsPlanned, peak.Label, peak.Arena)
	}
	return nil
}

func (r *Run) check() error {
	for _, n := range []int64{r.Rows, r.Arena, r.LowerBound, r.Materialized, r.External, r.Workspace,
		int64(r.Steps), int64(r.PeakStep), int64(r.Buffers), int64(r.LiveRest.Buffers), r.LiveRest.Bytes} {
		if n < 0 {
			return fmt.Errorf("%d is negative", n)
		}
	}
	switch {
	case r.LowerBound > r.Arena:
		return fmt.Errorf("the arena is %d bytes and no plan needs less than %d", r.Arena, r.LowerBound)
	case r.Gap != r.Arena-r.LowerBound:
		return fmt.Errorf("the gap is said to be %d and comes to %d", r.Gap, r.Arena-r.LowerBound)
	case len(r.Timeline) > r.Steps:
		return fmt.Errorf("the timeline has %d stretches of %d steps", len(r.Timeline), r.Steps)
	case r.PeakStep > 0 && r.PeakStep >= r.Steps:
		return fmt.Errorf("the peak is at step %d of %d", r.PeakStep, r.Steps)
	}
	for i, alive := range r.Timeline {
		if alive < 0 {
			return fmt.Errorf("timeline[%d]: %d is negative", i, alive)
		}
	}
	charged := r.Arena
	if err := addTo(&charged, r.Workspace); err != nil {
		return fmt.Errorf("arena and workspace: %w", err)
	}
	sum := r.LiveRest.Bytes
	for i := range r.Live {
		if err := addTo(&sum, r.Live[i].Bytes); err != nil {
			return fmt.Errorf("live[%d]: %w", i, err)
		}
	}
	for i := range r.Placements {
		if b := &r.Placements[i]; b.Bytes < 0 || b.Offset < 0 || b.First < 0 || b.Last < b.First {
			return fmt.Errorf("placements[%d]: %s: bytes, an offset or steps are out of bounds", i, b.Edge)
		}
	}
	return nil
}

func (d *Document) checkWorkspaces() error {
	sum, widest := int64(0), int64(0)
	for i := range d.Workspaces {
		w := &d.Workspaces[i]
		if w.Bytes < 0 || w.Widest < w.Bytes || w.Nodes < 0 {
			return fmt.Errorf("workspaces[%d]: %s of %s takes %d bytes in the peak run, %d in its widest", i, w.Name, w.Family, w.Bytes, w.Widest)
		}
		if !w.Charged {
			continue
		}
		if err := addTo(&widest, w.Widest); err != nil {
			return fmt.Errorf("workspaces[%d]: %w", i, err)
		}
		sum += w.Bytes // none is above its widest
	}
	switch {
	case sum != d.Totals.Workspace:
		return fmt.Errorf("totals: workspace is said to be %d and the workspaces come to %d", d.Totals.Workspace, sum)
	case widest != d.Totals.WorkspaceWidest:
		return fmt.Errorf("totals: workspace_widest is said to be %d and the workspaces come to %d", d.Totals.WorkspaceWidest, widest)
	}
	return nil
}

func (d *Document) checkFindings() error {
	for i := range d.Answers {
		switch d.Answers[i].Kind {
		case Largest, Ladder, LeastBudget:
		default:
			return fmt.Errorf("answers[%d]: unknown kind %q, want one of %v", i, d.Answers[i].Kind, []AnswerKind{Largest, Ladder, LeastBudget})
		}
	}
	for i := range d.Measured {
		if m := &d.Measured[i]; m.Bytes < 0 || m.Tolerance < 0 {
			return fmt.Errorf("measured[%d]: %s: bytes or a tolerance are negative", i, m.Of)
		}
	}
	return nil
}
