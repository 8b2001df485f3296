//go:build !amd64 || purego

package kernels

func transposeVectors[F Float](_, _ []F, _, _, _, _ int) (r, c int) { return 0, 0 }
