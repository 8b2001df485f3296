package plots

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	"image/png"
	"slices"
)

// paletteSize is how many colours a figure keeps: those of its areas exactly,
// the shades at the edges of text and lines rounded. Fewer colours make long
// equal runs, which is what PNG packs.
const (
	paletteSize = 96
	exactColors = 40
)

// encode writes img as a palette PNG. The same picture gives the same bytes.
func encode(img image.Image) ([]byte, error) {
	src, ok := img.(*image.RGBA)
	if !ok {
		src = image.NewRGBA(img.Bounds())
		for y := src.Rect.Min.Y; y < src.Rect.Max.Y; y++ {
			for x := src.Rect.Min.X; x < src.Rect.Max.X; x++ {
				src.Set(x, y, img.At(x, y))
			}
		}
	}
	var buf bytes.Buffer
	enc := png.Encoder{CompressionLevel: png.BestCompression}
	if err := enc.Encode(&buf, reduce(src)); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}

// A shade is a colour 0xRRGGBB and how many pixels have it.
type shade struct {
	rgb   uint32
	count int
}

func (s shade) channel(i int) int { return int(s.rgb >> (16 - 8*i) & 0xff) }

// reduce turns an opaque image into one with at most paletteSize colours.
func reduce(src *image.RGBA) *image.Paletted {
	shades := histogram(src)
	slices.SortFunc(shades, func(a, b shade) int {
		return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.rgb, b.rgb))
	})
	keep := shades[:min(len(shades), exactColors)]
	if len(shades) <= paletteSize {
		keep = shades
	}
	palette := make([]shade, len(keep), paletteSize)
	copy(palette, keep)
	palette = append(palette, medianCut(shades[len(keep):], paletteSize-len(keep))...)
	return paint(src, palette, nearest(shades, palette))
}

func histogram(src *image.RGBA) []shade {
	counts := map[uint32]int{}
	var last uint32
	run := 0 // pictures are mostly long runs of one colour
	for i := 0; i+3 < len(src.Pix); i += 4 {
		rgb := uint32(src.Pix[i])<<16 | uint32(src.Pix[i+1])<<8 | uint32(src.Pix[i+2])
		if rgb != last && run > 0 {
			counts[last] += run
			run = 0
		}
		last = rgb
		run++
	}
	if run > 0 {
		counts[last] += run
	}
	shades := make([]shade, 0, len(counts))
	for rgb, n := range counts {
		shades = append(shades, shade{rgb, n})
	}
	return shades
}

// medianCut returns at most n colours that stand for the given ones (Heckbert
// 1982): the box with the widest channel is split at its weighted middle.
func medianCut(shades []shade, n int) []shade {
	if len(shades) == 0 || n < 1 {
		return nil
	}
	boxes := [][]shade{slices.Clone(shades)}
	for len(boxes) < n {
		widest, channel, spread := -1, 0, 0
		for i, b := range boxes {
			if ch, w := widestChannel(b); w > spread {
				widest, channel, spread = i, ch, w
			}
		}
		if widest < 0 {
			break
		}
		lo, hi := split(boxes[widest], channel)
		boxes[widest] = lo
		boxes = append(boxes, hi)
	}
	means := make([]shade, len(boxes))
	for i, b := range boxes {
		means[i] = mean(b)
	}
	return means
}

func widestChannel(box []shade) (channel, width int) {
	for ch := range 3 {
		lo, hi := 255, 0
		for _, s := range box {
			lo, hi = min(lo, s.channel(ch)), max(hi, s.channel(ch))
		}
		if hi-lo > width {
			channel, width = ch, hi-lo
		}
	}
	return channel, width
}

// split parts a box of at least two different values of the channel.
func split(box []shade, channel int) (lo, hi []shade) {
	slices.SortFunc(box, func(a, b shade) int {
		return cmp.Or(cmp.Compare(a.channel(channel), b.channel(channel)), cmp.Compare(a.rgb, b.rgb))
	})
	total := 0
	for _, s := range box {
		total += s.count
	}
	at, sum := 1, box[0].count
	for at < len(box)-1 && sum < total/2 {
		sum += box[at].count
		at++
	}
	return box[:at:at], box[at:]
}

func mean(box []shade) shade {
	var sum [3]int
	total := 0
	for _, s := range box {
		for ch := range sum {
			sum[ch] += s.count * s.channel(ch)
		}
		total += s.count
	}
	var rgb uint32
	for _, v := range sum {
		rgb = rgb<<8 | uint32((v+total/2)/total)
	}
	return shade{rgb, total}
}

// nearest maps every shade to the palette entry closest to it.
func nearest(shades, palette []shade) map[uint32]uint8 {
	to := make(map[uint32]uint8, len(shades))
	for _, s := range shades {
		best, least := 0, 1<<30
		for i, p := range palette {
			d := 0
			for ch := range 3 {
				diff := s.channel(ch) - p.channel(ch)
				d += diff * diff
			}
			if d < least {
				best, least = i, d
			}
		}
		to[s.rgb] = uint8(best)
	}
	return to
}

func paint(src *image.RGBA, palette []shade, to map[uint32]uint8) *image.Paletted {
	colors := make(color.Palette, len(palette))
	for i, p := range palette {
		colors[i] = color.RGBA{uint8(p.rgb >> 16), uint8(p.rgb >> 8), uint8(p.rgb), 0xff}
	}
	dst := image.NewPaletted(src.Rect, colors)
	var last uint32
	index := to[last]
	for i := range dst.Pix {
		px := src.Pix[4*i : 4*i+3 : 4*i+3]
		if rgb := uint32(px[0])<<16 | uint32(px[1])<<8 | uint32(px[2]); rgb != last {
			last, index = rgb, to[rgb]
		}
		dst.Pix[i] = index
	}
	return dst
}
