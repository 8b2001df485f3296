// Package machine looks at the machine on which somebody measures: what the
// system says of its processors, clock and other programs, and how much the time
// of equal work varies.
//
// What the system says is read from the files of /proc and /sys, so on other
// systems than Linux there is little to say; the noise of equal work is measured
// everywhere.
package machine
