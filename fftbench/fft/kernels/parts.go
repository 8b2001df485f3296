package kernels

import "unsafe"

// PartBytes is the size of a part.
func PartBytes[F Float]() int {
	var part F
	return int(unsafe.Sizeof(part))
}

func isDouble[F Float]() bool { return PartBytes[F]() == 8 }
