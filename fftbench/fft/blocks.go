package fft

import (
	"unsafe"

	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// A row that does not fit the first-level cache is decimated in time into
// blocks that do. Blocks are transformed by themselves, a strip of neighbours
// at a time, which a first pass deals out of the row; passes of radix 4 in
// place join them.

// cached is the largest block and a copy of it, in bytes: half of a common
// first-level data cache, which leaves room for twiddles.
const cached = 16 << 10

// blockLength is the largest n/4^k of which two rows fit into cached bytes.
func blockLength[F kernels.Float](n int) int {
	var number [2]F
	for 2*uintptr(n)*unsafe.Sizeof(number) > cached {
		n /= 4
	}
	return n
}

// stripBytes is how much of each row of blocks a strip takes: enough to read
// memory as a stream, little enough for the blocks to stay in a second-level
// cache until they are transformed.
const stripBytes = 256

// firstStrip is the first strip of so many blocks.
func firstStrip[F kernels.Float](blocks int) kernels.Strip {
	var number [2]F
	return kernels.Strip{Columns: blocks, Count: min(blocks, stripBytes/int(unsafe.Sizeof(number)))}
}

// join joins the parts of x that are transformed into one transform, by passes
// from the inner to the outer one. It goes depth first, so that each level of
// memory is crossed as seldom as its size allows.
func join[F kernels.Float](x []F, passes []runs[F]) {
	if len(passes) == 0 {
		return
	}
	inner, t := passes[:len(passes)-1], &passes[len(passes)-1]
	quarter := len(x) / 4
	for o := 0; o < len(x); o += quarter {
		join(x[o:o+quarter], inner)
	}
	kernels.DIT4(x, t.w1, t.w2, t.w3)
}
