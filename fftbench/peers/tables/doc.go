// Package tables turns a peers run into the tables of docs/fft-speed.md.
//
// In go the samples of a run (package results), out comes Markdown. Times are
// medians over all rounds. A ratio is the median of the ratios of single
// rounds, whose two times were taken within milliseconds of each other, and
// stands with its quartiles; it is never the ratio of two medians. Where a
// library was measured in place and out of place, the better one counts, ours
// included.
//
// What the numbers have to reach is the table in floors.go. A floor that this
// kind of machine cannot judge is said not to be judged, never met.
package tables
