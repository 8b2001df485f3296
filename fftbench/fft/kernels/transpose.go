package kernels

// Transpose stores a matrix of complex numbers the other way: row r of src
// becomes column r of dst. Rows of src begin srcPitch reals apart, those of dst
// dstPitch; src has so many rows and columns.
func Transpose[F Float](dst, src []F, rows, columns, dstPitch, srcPitch int) {
	r, c := transposeVectors(dst, src, rows, columns, dstPitch, srcPitch)
	if c < columns && r > 0 {
		plainTranspose(dst[c*dstPitch:], src[2*c:], r, columns-c, dstPitch, srcPitch)
	}
	if r < rows {
		plainTranspose(dst[2*r:], src[r*srcPitch:], rows-r, columns, dstPitch, srcPitch)
	}
}

func plainTranspose[F Float](dst, src []F, rows, columns, dstPitch, srcPitch int) {
	for r := range rows {
		o := 2 * r
		row := src[r*srcPitch:][:2*columns]
		for i := 0; i < len(row)-1; i += 2 {
			to := dst[o:][:2]
			to[0], to[1] = row[i], row[i+1]
			o += dstPitch
		}
	}
}
