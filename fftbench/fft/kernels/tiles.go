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

// Strip is the part of a first pass that serves Count neighbouring sequences
// of Columns ones, from First on. Columns and Count are powers of two, or else
// all sequences.
type Strip struct{ Columns, First, Count int }

// All is the strip of all of so many sequences.
func All(sequences int) Strip { return Strip{Columns: sequences, Count: sequences} }

// tilePad is how many reals a part of a strip's tile is longer than its inputs,
// so that the parts do not lie a power of two apart there either.
const tilePad = 16

// TileLen is how many reals the tile of a strip of count sequences has that a
// first pass splits into so many parts. With such a tile a row is read along
// the strip, in steps that the memory foresees, once for all groups.
func TileLen(sequence, count, parts int) int { return 2*sequence*count + parts*tilePad }

// tiled reports whether gathering pays: in rows of half of a common first-level
// cache and more, with parts of m reals that are whole numbers of runs; others
// do not lie that badly.
func tiled[F Float](row []F, m int) bool {
	var part F
	return uintptr(len(row))*unsafe.Sizeof(part) >= 16<<10 && m%tileRun == 0
}

// patch is rows groups of each of count neighbouring sequences, from row and
// first on, and their inputs. These lie in parts that are stride reals apart,
// each with row p, group p of all sequences, before row p+1. Backwards the
// inputs are x[−j mod n] and each row is in reverse, as it lies in the source;
// together all rows of a part are.
type patch[F Float] struct {
	inputs       []F
	stride       int
	row, rows    int
	first, count int
	backwards    bool
	together     bool
}

// tiles walks over the groups of a strip, tile by tile, each a patch of copied
// inputs. The rows of a tile are in order, so that results are stored upwards,
// which memory foresees, but for short ones: those of a part are copied, and so
// reversed, together.
type tiles[F Float] struct {
	patch[F]
	src   []F
	strip Strip
	parts int
}

// rowRun is how many reals a row has that is copied by itself though its
// neighbours lie beside it.
const rowRun = 32

// tileMemory holds a short tile.
type tileMemory[F Float] [16 * tileRun]F

// walk starts a walk over the groups of a strip: in one tile if there is memory
// of TileLen for it, else in short ones, of which the groups are a whole number
// or less than one.
func walk[F Float](src, tile []F, short *tileMemory[F], parts int, s Strip, backwards bool) tiles[F] {
	t := tiles[F]{src: src, strip: s, parts: parts}
	t.backwards = backwards
	t.rows, t.count = len(src)/(2*parts*s.Columns), s.Count
	if len(tile) > 0 {
		t.stride = 2*t.rows*t.count + tilePad
	} else {
		t.count = min(t.count, tileGroups)
		t.rows = min(t.rows, tileGroups/t.count)
		t.stride = 2 * t.rows * t.count
		tile = short[:]
	}
	t.inputs = tile[:parts*t.stride]
	t.together = t.count == s.Columns && (!backwards || s.Columns == 1 || 2*t.count < rowRun)
	t.first = s.First - t.count
	return t
}

// next gathers the next tile, if there is one.
func (t *tiles[F]) next() bool {
	t.first += t.count
	if t.first == t.strip.First+t.strip.Count {
		t.first = t.strip.First
		t.row += t.rows
		if t.row*t.strip.Columns*2*t.parts == len(t.src) {
			return false
		}
	}
	t.gather()
	return true
}

// gather fills the tile, run by run, upwards in src.
func (t *tiles[F]) gather() {
	m := len(t.src) / t.parts
	run, jump, runs := 2*t.count, 2*t.strip.Columns, t.rows
	if t.together {
		run, runs = run*runs, 1
	}
	at := 2 * (t.row*t.strip.Columns + t.first)
	if !t.backwards {
		for k := range t.parts {
			part := t.part(k)
			for i := range runs {
				copy(part[i*run:][:run], t.src[k*m+at+i*jump:])
			}
		}
		return
	}
	at = len(t.src) + 2 - at - run // of row 0 of part 0
	for k := range t.parts {
		part := t.part(k)
		for i := runs - 1; i >= 0; i-- {
			copy(part[i*run:][:run], t.src[at-k*m-i*jump:])
		}
	}
	if at+run > len(t.src) { // x[0] is the neighbour of x[n−1]
		t.inputs[run-2], t.inputs[run-1] = t.src[0], t.src[1]
	}
}

// part is the inputs in part k.
func (p *patch[F]) part(k int) []F { return p.inputs[k*p.stride:][:2*p.rows*p.count] }

// start is where a part holds the first group of row i, step the way to the
// next one.
func (p *patch[F]) start(i int) (start, step int) {
	switch {
	case !p.backwards:
		return 2 * i * p.count, 2
	case p.together:
		return 2*(p.rows-i)*p.count - 2, -2
	default:
		return 2*(i+1)*p.count - 2, -2
	}
}

// inStep is how many rows follow each other by the step of start.
func (p *patch[F]) inStep() int {
	if p.together {
		return p.rows
	}
	return 1
}
