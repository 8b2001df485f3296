package kernels

import "unsafe"

// A first pass reads the same element of 8 or 16 parts of a row at once. In a
// longer row the parts lie a power of two apart that puts these elements into
// the same few sets of the first-level cache, where they throw each other out
// before the rest of their cache lines is read (up to 2 times the time of the
// pass). There, short runs of all parts are gathered first and transformed from
// the copy.

// tileRun is the number of reals of each part in a tile, tileGroups that of
// the groups of a first pass that it serves.
const (
	tileRun    = 64
	tileGroups = tileRun / 2
)

// tiled reports whether gathering pays: in rows of half of a common first-level
// cache and more, with parts of m reals that are whole numbers of runs; others
// do not lie that badly.
func tiled[F Float](row []F, m int) bool {
	var part F
	return uintptr(len(row))*unsafe.Sizeof(part) >= 16<<10 && m%tileRun == 0
}

// gather copies the inputs of groups i/2 … i/2+tileGroups−1 to tile, one part
// after the other. Backwards the inputs are x[−j mod n], and a run of them
// lies in reverse in tile, as it does in src.
func gather[F Float](tile, src []F, i, parts int, backwards bool) {
	m := len(src) / parts
	at := i // of the run in src
	if backwards {
		at = len(src) - i - (tileRun - 2)
		m = -m
	}
	for len(tile) >= tileRun {
		if at+tileRun > len(src) { // x[0] is the neighbour of x[n−1]
			copy(tile[:tileRun], src[at:])
			tile[tileRun-2], tile[tileRun-1] = src[0], src[1]
		} else {
			copy(tile[:tileRun], src[at:])
		}
		tile = tile[tileRun:]
		at += m
	}
}
