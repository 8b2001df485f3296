// Package arena lays out buffers whose lifetimes are known in one piece of
// memory: dynamic storage allocation, the problem of every memory planner for
// tensor graphs. Each buffer keeps its bytes over a range of steps; two that are
// alive at a common step must not share any; the arena should be as small as it
// can be.
//
// [Pack] takes buffers and gives a [Plan]: offsets, the arena, and what no arena
// can go below (the most bytes alive at a step), so that the quality of a plan is
// a number and not a hope. [Plan.Validate] checks a plan independently. [Tie]
// turns buffers that share memory by intent, because one is computed in place
// of another or because a kernel wants them side by side, into one buffer
// each and maps the offsets back.
//
// The problem is NP-complete. Pack tries several placement orders, which take a
// second for 100,000 buffers, and stops when one meets the bound. Otherwise it searches, within a
// number of placements that depends on the input alone. The same buffers give the
// same plan on every machine, and in whatever order they come, an equally large one.
package arena
