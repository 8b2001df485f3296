//go:build !amd64 || purego

package kernels

// Lanes is how many numbers a row of a transform in columns has on this
// machine; 0 where there is none. Without vector kernels nothing runs in
// columns.
func Lanes[F Float]() int { return 0 }

func ColumnsFirst[F Float](_, _ []F, _ int, _ []F, _ bool)          {}
func ColumnsPass[F Float](_ []F, _, _ int, _ []F)                   {}
func ColumnsLast[F Float](_, _ []F, _ *ColumnsOrder, _ []F, _ bool) {}

func codeletLanes[F Float](n int) int                        { return 0 }
func Codelet[F Float](_, _ []F, _ int, _ []F, _ int, _ bool) {}
