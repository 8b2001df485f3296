// Package plots draws the figures of a study and of a memory report with
// gonum/plot.
//
// In: an ablation.Study and comparison results (Study), or the plain numbers of
// a circuit's memory (Draw). Out: palette PNGs with a caption each, the same
// bytes for the same input.
//
// A figure is a sheet of panels, drawn by three layers:
//
//	kind (scaling, waterfall, …)      picks and words the data
//	sheet, panel, axis, marks         map them to the unit square; clamp, floor, thin out
//	gonum/plot and vg                 lay out and draw what is left: positions in [0,1]
//
// gonum/plot panics on what benchmarks bring (zeros on logarithmic axes, single
// points, open intervals, infinite fields), so the middle layer never hands it a
// number from the data: any data give a figure or an error with the figure's
// name, never a panic.
package plots
