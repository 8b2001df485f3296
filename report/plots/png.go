package plots

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/draw"

	"github.com/klauspost/compress/zlib"
)

// encode writes img as a palette PNG that has the given colours exactly. The
// same picture gives the same bytes.
func encode(img image.Image, exact []color.Color) ([]byte, error) {
	src, ok := img.(*image.RGBA)
	if !ok {
		src = image.NewRGBA(img.Bounds())
		draw.Draw(src, src.Rect, img, src.Rect.Min, draw.Src)
	}
	return writePNG(reduce(src, exact))
}

// writePNG is the part of PNG (W3C, third edition) that a picture with an
// opaque palette needs: half a byte a pixel up to 16 colours, else one; no row
// filters, which do not help indexed colours. image/png writes the same, but
// its DEFLATE takes two and a half times as long for a slightly larger file.
func writePNG(img *image.Paletted) ([]byte, error) {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	depth := byte(8)
	if len(img.Palette) <= smallPalette {
		depth = 4
	}
	var out bytes.Buffer
	out.WriteString("\x89PNG\r\n\x1a\n")

	head := binary.BigEndian.AppendUint32(nil, uint32(w))
	head = binary.BigEndian.AppendUint32(head, uint32(h))
	const indexed = 3
	writeChunk(&out, "IHDR", append(head, depth, indexed, 0, 0, 0))

	var palette []byte
	for _, c := range img.Palette {
		r, g, b, _ := c.RGBA()
		palette = append(palette, byte(r>>8), byte(g>>8), byte(b>>8))
	}
	writeChunk(&out, "PLTE", palette)

	var data bytes.Buffer
	z, err := zlib.NewWriterLevel(&data, zlib.BestCompression)
	if err != nil {
		return nil, fmt.Errorf("compressing the picture: %w", err)
	}
	var row []byte
	for y := range h {
		row = appendRow(row[:0], img.Pix[y*img.Stride:y*img.Stride+w], depth)
		if _, err := z.Write(row); err != nil {
			return nil, fmt.Errorf("compressing the picture: %w", err)
		}
	}
	if err := z.Close(); err != nil {
		return nil, fmt.Errorf("compressing the picture: %w", err)
	}
	writeChunk(&out, "IDAT", data.Bytes())
	writeChunk(&out, "IEND", nil)
	return out.Bytes(), nil
}

// appendRow appends the filter type, none, and the pixels of one row.
func appendRow(row, pixels []byte, depth byte) []byte {
	row = append(row, 0)
	if depth == 8 {
		return append(row, pixels...)
	}
	for len(pixels) >= 2 {
		row = append(row, pixels[0]<<4|pixels[1])
		pixels = pixels[2:]
	}
	if len(pixels) == 1 {
		row = append(row, pixels[0]<<4)
	}
	return row
}

func writeChunk(out *bytes.Buffer, kind string, data []byte) {
	out.Write(binary.BigEndian.AppendUint32(nil, uint32(len(data))))
	start := out.Len()
	out.WriteString(kind)
	out.Write(data)
	out.Write(binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE(out.Bytes()[start:])))
}
