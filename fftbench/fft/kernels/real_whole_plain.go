//go:build !amd64 || purego

package kernels

func widenVectors[F Float](_, _ []F) int  { return 0 }
func narrowVectors[F Float](_, _ []F) int { return 0 }
func mirrorVectors[F Float](_, _ []F) int { return 0 }
