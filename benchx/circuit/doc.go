// Package circuit says where every byte of a circuit goes before anything runs:
// whether it fits a budget, what takes the most, and the largest workload that
// would fit.
//
// A circuit is what computes: nodes in execution order, the edges between them,
// the weights and tables they read, the states they keep. An FFT plan is one, a
// transformer read from a file another. Every size is an expression over named
// dimensions and counts, so that one circuit answers for every workload.
//
// In: a [Circuit] and a [Workload], both plain values. Out: a [Report]. The
// package is pure: it reads no file, clock or environment. What a runtime
// decides (slots, blocks of a pool, a buffer it already has) enters as a count;
// a count that is missing sizes nothing, but a dimension or a format that is
// missing is an error, never a default. All arithmetic is checked: what does not
// fit 63 bits is an error that names the node.
//
// What a device needs is the sum of seven terms:
//
//	weights stored + weights derived + activations + workspace + states + caches + driver
//
// and every column of a report's tables adds up to one of them.
package circuit
