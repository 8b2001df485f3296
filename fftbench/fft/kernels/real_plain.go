//go:build !amd64 || purego

package kernels

// realVectorsOf has no vectors.
func realVectorsOf[F Float](int) realVectors[F] { return realVectors[F]{} }
