// Package measured reports the measured memory of each variant of a study:
// parameters and their bytes, the data of a batch, bytes and allocations per
// op, side by side at one size and at the largest each variant ran.
//
// In: ablation.Study, and compare.Result where there is a baseline. Out: a
// Report, a plain value, and its text, JSON and a section of a page. Byte counts are integers;
// what was not measured is unknown, never zero.
package measured
