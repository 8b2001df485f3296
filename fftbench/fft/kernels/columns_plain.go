//go:build !amd64 || purego

package kernels

// ColumnsOf returns the kernels of this machine, nil without vectors.
func ColumnsOf[F Float]() *Columns[F] { return nil }

// CodeletOf returns the codelet for rows of n numbers, nil without one.
func CodeletOf[F Float](n int) *Codelet[F] { return nil }
