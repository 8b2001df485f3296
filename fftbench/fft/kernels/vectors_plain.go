//go:build !amd64 || purego

package kernels

// ISA names the instructions that the kernels use on this machine.
func ISA() string { return Plain }

// Without vector kernels no pass is run by them.

func dit4Vectors[F Float](_, _, _, _ []F) bool        { return false }
func inverseDIT4Vectors[F Float](_, _, _, _ []F) bool { return false }
func dif4Vectors[F Float](_, _, _, _ []F) bool        { return false }
func stockhamLast4Vectors[F Float](_, _ []F) bool     { return false }
func multiplyVectors[F Float](_, _, _ []F) int        { return 0 }

func stockham4Vectors[F Float](_, _ []F, _ int, _ []F) bool { return false }

func firstVectors[F Float](_ int, _, _, _, _ []F, _ []int32, _ Strip, _ bool) bool { return false }
