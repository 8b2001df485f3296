package kernels

// A transform in columns writes a row of n = Lanes·m numbers as m rows of Lanes
// numbers each. Passes of decimation in frequency transform all columns at
// once: a lane is a column, so nothing is shuffled and a twiddle is one number
// for a whole vector. The last pass multiplies by the twiddles of the columns,
// transforms along the rows and stores in natural order.
//
// Between the first and the last pass the numbers are in the work, a row of 2n
// parts: for each row of the matrix the real parts of its lanes, then the
// imaginary ones, the lanes in the order of Dealt.

// ColumnsOrder says where the last pass finds its rows: Starts holds, for each
// group of Lanes neighbouring outputs, the byte in the work where the first of
// its rows begins. Of the other rows, those of four neighbours follow each
// other Stride bytes apart, and the second, third and fourth four begin Near,
// Far and Near+Far bytes after the first.
type ColumnsOrder struct {
	Starts            []int32
	Stride, Near, Far int
}

// Dealt is the column that lane l of lanes holds in the work, and the order of
// rows in the vectors of the twiddles of ColumnsLast.
func Dealt[F Float](l, lanes int) int {
	chunk := 16 / PartBytes[F]()
	r := l % chunk
	return l/chunk*(chunk/2) + r%(chunk/2) + r/(chunk/2)*(lanes/2)
}

// CodeletRadices are the radices of the passes over columns in the codelet for
// rows of n numbers; nil if there is none on this machine. Lanes is that of the
// codelet.
func CodeletRadices[F Float](n int) (radices []int, lanes int) {
	lanes = codeletLanes[F](n)
	if lanes == 0 {
		return nil, 0
	}
	switch n / lanes {
	case 4, 8:
		return []int{n / lanes}, lanes
	case 16:
		return []int{4, 4}, lanes
	case 32:
		return []int{4, 8}, lanes
	case 64:
		return []int{8, 8}, lanes
	}
	return nil, 0
}
