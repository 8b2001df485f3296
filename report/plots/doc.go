// Package plots draws a study's figures with gonum/plot.
//
// In: an ablation.Study and comparison results. Out: palette PNGs. One safe
// layer filters what gonum/plot panics on, so that any data gives a figure or
// an error with the figure's name, never a panic.
package plots
