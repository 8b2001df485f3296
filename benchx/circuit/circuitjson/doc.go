// Package circuitjson reads and writes circuits as JSON, and makes them of the
// configurations of models.
//
// [Read] takes a file in one of two forms: templates of blocks and a layout of
// layers that are spelled out, or every node spelled out already, which is what
// [Write] writes. docs/circuits.md describes both, [Schema] is their JSON Schema.
// Reading is strict: what is unknown, twice there or of a wrong type is an error
// with its line, column and path, and all of a file's are told at once.
//
// [FromConfig] takes the config.json of a transformer.
//
// How it is made: the tables of tables.go and parts.go describe each object of a
// file once, for reading, writing and the schema. A reader fills the structs of
// document.go by them, in which names are still names; an expander checks the
// blocks, places them by the layout and resolves the names (prepare.go, layout.go,
// expand.go). The JSON itself is read by scan.go: the errors need places that
// encoding/json does not give, and duplicate keys must not pass.
package circuitjson
