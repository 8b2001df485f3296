// Package comparison renders a compare.Result: as text in benchstat's layout,
// which its users read at once; as CSV and JSON for machines; as Markdown for
// issues and pull requests; as an HTML fragment for pages. Each format lists its
// columns in one place: textDifferences, csvFields, jsonCell,
// markdownDifferences, htmlDifferences.
//
// In: compare.Result. Out: bytes on a writer, buffered, the same for the same
// result. It decides nothing: numbers, verdicts and notes are compare's, words
// and escaping are report/style's.
package comparison
