// Package wire is the vocabulary that travels in the text of a
// `go test -bench` run: status words, metric units and their scales, axis
// keys, and the "# benchx" fact lines.
//
// The text of a benchmark run is the only interface between the programs that
// measure and the programs that read: any tool may write it, any tool may read
// it. Everything both sides must agree on stands here and nowhere else. The
// harness (package benchx) writes it and package ingest reads it back.
//
// wire imports the standard library only.
package wire
