package memory

import "github.com/fftstudy/fftstudy/benchx/circuit"

func runsOf(r *circuit.Report) []Run {
	runs := make([]Run, len(r.Runs))
	for i := range r.Runs {
		runs[i] = runOf(r, &r.Runs[i])
	}
	return runs
}

func runOf(r *circuit.Report, from *circuit.RunBytes) Run {
	run := Run{
		Label: from.Label, Rows: from.Rows, Steps: from.Steps, Arena: from.Arena, LowerBound: from.LowerBound,
		Gap: from.Arena - from.LowerBound, Materialized: from.Materialized, External: from.External, Workspace: from.Workspace,
		PeakStep: from.PeakStep, PeakNode: nodeID(r, from.PeakNode), Order: from.Order,
		Buffers: len(from.Buffers), Timeline: timelineOf(from), Live: []Buffer{}, Placements: []Buffer{},
	}
	for i := range from.Buffers[:min(len(from.Buffers), MaxPlacements)] {
		run.Placements = append(run.Placements, bufferOf(r, &from.Buffers[i]))
	}
	shown := min(len(from.Live), MaxLive)
	for _, b := range from.Live[:shown] {
		run.Live = append(run.Live, bufferOf(r, &from.Buffers[b]))
	}
	for _, b := range from.Live[shown:] {
		run.LiveRest.Buffers++
		run.LiveRest.Bytes += from.Buffers[b].Bytes
	}
	return run
}

func bufferOf(r *circuit.Report, b *circuit.Buffer) Buffer {
	edge := &r.Circuit.Edges[b.Edge]
	return Buffer{
		Edge: edge.ID, Node: nodeID(r, b.Node), Format: edge.Format.String(),
		Rows: b.Rows, Dim: b.Dim, Bytes: b.Bytes, Offset: b.Offset, First: b.First, Last: b.Last,
	}
}

// timelineOf adds up what is alive at each step, and keeps the most of each of
// MaxTimeline stretches.
func timelineOf(run *circuit.RunBytes) []int64 {
	change := make([]int64, run.Steps+1)
	for i := range run.Buffers {
		b := &run.Buffers[i]
		if b.Last >= run.Steps { // cannot be, unless a report was made by hand
			continue
		}
		change[b.First] += b.Bytes
		change[b.Last+1] -= b.Bytes
	}
	stretches := make([]int64, min(run.Steps, MaxTimeline))
	alive := int64(0)
	for step := range run.Steps {
		alive += change[step]
		at := stretchOf(step, run.Steps, len(stretches))
		stretches[at] = max(stretches[at], alive)
	}
	return stretches
}

// stretchOf returns which of the stretches a step falls into.
func stretchOf(step, steps, stretches int) int {
	return int(int64(step) * int64(stretches) / int64(steps))
}

// alive is what lies in the arena at the peak.
func (r *Run) alive() int64 {
	sum := r.LiveRest.Bytes
	for i := range r.Live {
		sum += r.Live[i].Bytes
	}
	return sum
}
