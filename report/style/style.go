// Package style is the look of every output, written once: numbers and units
// in words, palette, power-of-two ticks, and escaping for HTML, Markdown, CSV
// and terminals. Plots and pages share it, so a variant has one colour and a
// time one spelling everywhere.
package style

// Missing stands wherever a number was not measured.
const Missing = "—"
