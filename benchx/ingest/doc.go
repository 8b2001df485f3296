// Package ingest reads the bytes of any `go test -bench` run and turns them
// into samples and diagnostics.
//
// In: a stream as people have it: plain or -v output, test2json, gzip, UTF-16
// or a byte order mark from a redirecting shell, CRLF, colour codes, line
// prefixes of other tools, logs and panics between the results. Out: a sequence
// of records. Nothing is lost in silence: a line that looks like a result and
// cannot be read becomes a Diagnostic that says where it stands and what to do.
//
// The road through the package:
//
//	bytes ──decode──▶ UTF-8 ──lineReader──▶ lines ──unwrap──▶ section ──queue──▶ records
//	                                          └─test2json: per package─┘
//
// A section follows one test binary, from its configuration block to the line
// that closes its package. It knows which benchmark runs, so that a panic, a
// signal or the end of the input can be laid at a door.
//
// Rules that a reader of the records should know:
//
//   - Units are tidied as benchstat shows them (sec/op, B/s), zeros too, and so
//     are multiples that benchstat leaves alone (µs, ms, KB, GiB); the study's
//     scaled error units are scaled back. See Tidy. Numbers equal those of
//     golang.org/x/perf/benchfmt wherever it accepts the line.
//   - Values that are NaN or infinite are dropped with a warning. A line of zero
//     iterations is a failure, and a panic that follows is its reason.
//   - What the -N at the end of a name means is decided for each test binary from
//     what was printed before: see (*section).decide.
//   - goos, goarch, pkg and cpu lines are configuration, and hold for their
//     package; other "word: text" lines are what programs print, unless the
//     reader asks for them: see (*Scanner).Config.
//   - A benchmark that has sub-benchmarks is a container. Its failure is no
//     sample, since its sub-benchmarks have outcomes of their own.
//   - Lines that stand in an input twice are two results, except in the summary
//     of gotestsum, which repeats them: see recap.go.
//
// ingest imports wire and, for the units, benchunit; nothing of the report.
package ingest
