// Package compare holds the statistics and the decisions: pure functions from
// samples to summaries, differences and verdicts.
//
// In: ablation reports. Out: tables of numbers that equal cmd/benchstat's on
// the same input (median, interval, p, geometric mean), because they come from
// the same rules and golang.org/x/perf/benchmath; plus what
// benchstat leaves out: direction per unit and a verdict.
//
// Which results share a table, a row and a column is a Layout: benchstat's
// projections and filter, in benchproc's language.
//
// compare renders nothing and knows no flags.
package compare
