// Package contest times several ways to do one piece of work against each
// other on a machine that is shared and noisy.
//
// In go contenders, out come their times, round by round. Each contender gets
// a slot of about half a millisecond, filled with as many repetitions as fit;
// a round gives every contender one slot, in a fresh random order. A
// disturbance then hits single slots rather than one contender, and the ratio
// of two times of one round compares what ran within a few milliseconds.
//
// Times are CPU time of the thread where the clock has it, which does not run
// while the neighbours do.
package contest
