//go:build !amd64 || purego

package kernels

// Without vector kernels no pass of an eight-bit transform is run by them.

func q8LargestVectors(*Q8Rows) (uint32, bool) { return 0, false }

func q8FirstVectors(int, []Q8Row, *Q8Rows, []int32, float32, bool, bool) (int, bool) { return 0, false }

func q8PassVectors([]Q8Row, []Q8Fan, *Q8Scaling, bool) (int, bool) { return 0, false }

func q8LastVectors([]float32, []Q8Row, *Q8Tile, *Q8Twiddles, *Q8LastScaling, bool) bool {
	return false
}
