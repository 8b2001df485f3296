// Package memory tells where the bytes of a circuit go, before anything runs.
//
// In: a [circuit.Report], which New turns into a [Document] together with what
// only the caller knows (names, sources, answers, measurements); or a document
// that was stored as JSON, which Read reads again. Out: text, Markdown, CSV,
// JSON, HTML and a profile for pprof of a document, an explanation of its terms,
// and the difference of two. Everything is made from the document alone, so what
// was stored can be shown and compared again, and the same document gives the
// same bytes.
//
// A document is a list of terms: every byte once, with what it is of and how it
// comes about. Every total, every column of every table and every level of a
// difference is a sum of terms; Validate holds a document to that.
package memory
