//go:build !amd64 || purego

package kernels

func realLastVectors[F Float](_, _, _ []F) int  { return 0 }
func realFirstVectors[F Float](_, _, _ []F) int { return 0 }
