// Package ingest reads the bytes of any `go test -bench` run and turns them
// into samples and diagnostics.
//
// In: a stream as people have it: plain or -v output, test2json, gzip, UTF-16
// or BOM from a redirecting shell, CRLF, colour codes, line prefixes of other
// tools, logs and panics between the results. Out: a sequence of records.
// Nothing is lost in silence: a line that looks like a result and cannot be
// read becomes a Diagnostic that says where it stands and what to do.
//
// Numbers are read by golang.org/x/perf/benchfmt, so units arrive tidied as
// benchstat shows them (sec/op, B/s); the study's scaled error units are
// scaled back.
//
// ingest imports wire and benchfmt, nothing of the report.
package ingest
