// Command gen writes the AVX2 kernels of package kernels and the Go
// declarations of them. Run it with go generate in that package; the same
// generator writes the same bytes.
//
// Each kernel exists for both precisions. A vector is a register of 32 bytes,
// two complex128 or four complex64 as they lie in memory, real and imaginary
// parts in turn.
package main

import (
	"github.com/mmcloughlin/avo/build"
)

func main() {
	build.ConstraintExpr("amd64,!purego")
	for _, p := range []precision{newPrecision(4), newPrecision(8)} {
		p.dit4("dit4", false)
		p.dit4("inverseDIT4", true)
		p.dif4()
		p.stockham4()
		p.stockhamLast4()
		for _, radix := range []int{2, 3, 5, 7} {
			p.stockham(radix)
		}
		p.multiply()
		for _, radix := range []int{8, 16} {
			p.first(radix, false)
			p.first(radix, true)
		}
	}
	build.Generate()
}
