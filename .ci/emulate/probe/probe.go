//go:build amd64

// Package probe executes vector instructions, one or two of each extension
// that kernels may use: its tests show that a processor, emulated or not, has
// what it claims, and that an emulated one refuses what it does not claim.
package probe

// register is the memory of a register of 512 bits.
type register [8]uint64

// Each probe writes the lanes that its instructions work out.

// probeAVX2 adds the lower four numbers.
//
//go:noescape
func probeAVX2(dst, a, b *register)

// probeFMA works out a·b + a of the lower four, as float64.
//
//go:noescape
func probeFMA(dst, a, b *register)

// probeAVX512F adds the numbers at even places, by a mask.
//
//go:noescape
func probeAVX512F(dst, a, b *register)

// probeAVX512DQ multiplies all numbers.
//
//go:noescape
func probeAVX512DQ(dst, a, b *register)

// probeAVX512BW adds the bytes at even places, by a mask of 64 bits.
//
//go:noescape
func probeAVX512BW(dst, a, b *register)

// probeAVX512VL adds the lower numbers at even places in registers of 256 bits.
//
//go:noescape
func probeAVX512VL(dst, a, b *register)

// probeAVX512VBMI takes the bytes of b at the places that the bytes of a name.
//
//go:noescape
func probeAVX512VBMI(dst, a, b *register)

// holdAVX512 fills Z0 to Z31 and K1 to K7 with seed and the numbers that
// follow it, counts rounds down, and returns the bits, all registers put
// together, that differ then.
//
//go:noescape
func holdAVX512(seed, rounds uint64) (differences uint64)
