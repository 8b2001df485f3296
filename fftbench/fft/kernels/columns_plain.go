//go:build !amd64 || purego

package kernels

// AllColumns are the kernels that this machine can run, none without vectors.
func AllColumns[F Float]() []*Columns[F] { return nil }

// CodeletOf returns the codelet for rows of n numbers, nil without one.
func CodeletOf[F Float](n int) *Codelet[F] { return nil }

// AutosortOf returns the passes of autosorts by vectors, nil without them.
func AutosortOf[F Float]() *Autosort[F] { return nil }
