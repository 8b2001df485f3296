// Package study renders a study as one self-contained HTML page.
//
// In: an ablation.Study, comparison results, finished figures. Out: the bytes
// of study.html. Render is pure: it reads no clock, no git and no environment,
// and the same input gives the same bytes.
//
// The page answers first and needs no script: every number, verdict and
// sentence on it is written here, in Go. The script (package web) filters,
// sorts and pages the tables by keys that this package gives it.
//
// One file is one section of the page and has a template of the same name in
// templates/. All sections build their tables from columns (column.go), which
// yield the static rows and the data for the script (payload.go) from the same
// functions, so the two cannot differ.
//
// Names in the input are hostile until shown: html/template escapes markup,
// style.Visible what a reader could not see.
package study
