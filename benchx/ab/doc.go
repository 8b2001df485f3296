// Package ab measures two builds of the same benchmarks against each other on a
// machine that is not quiet.
//
// In: per package the test binaries of an old and a new version (see package
// ab/checkout), and Settings. Out: samples in pairs, written as two texts of
// `go test -bench` in which sample i of a benchmark in one belongs to sample i
// in the other.
//
// The road through the package:
//
//	binaries ─survey─▶ names, costs ─cut─▶ slices ─rounds─▶ pairs ─look─▶ texts
//	                                                 │ ▲
//	                                               journal
//
// A survey runs every benchmark for one iteration: it learns the exact names,
// what they cost, and which of them fail. Benchmarks are then cut into slices of
// a few seconds, and in each round each slice runs once on either side, one
// right after the other. Which goes first follows a Thue–Morse sequence, so that
// a machine that drifts, drifts for both (golang.org/issue/63233). After 10, 20,
// 40, … rounds a look asks which benchmarks are undecided; only these go on.
//
// A benchmark that hangs, crashes or fails is recorded so and left out from then
// on, and the others of its slice go on. Every pair of slices is appended to a
// journal, from which a run that was killed is continued.
//
// Processes, clock and sleep are fields of the Runner, so that its rules are
// tested without any. ab imports ingest and wire, nothing of the comparison:
// what is undecided, a callback says.
package ab
