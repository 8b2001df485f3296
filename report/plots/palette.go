package plots

import (
	"cmp"
	"image"
	"image/color"
	"slices"
)

// A figure keeps the colours of its areas exactly, and rounds the shades at the
// edges of text and lines. With few areas 16 colours are enough: those take half
// a byte a pixel, and DEFLATE's window of 32 KiB then reaches twice as far back.
const (
	smallPalette = 16
	largePalette = 256
	edgeShades   = 16   // of a larger palette: what is right for text of every colour
	fewShades    = 4    // at least, of a small one
	enoughColors = 12   // of a small one: more edges cost bytes that nobody sees
	minInside    = 12   // pixels among their own colour make an area,
	minCount     = 1000 // and as many anywhere long thin lines
)

// A shade is a colour 0xRRGGBB, how many pixels have it, and how many of these
// have four neighbours of the same: colours of areas do, those of edges do not.
type shade struct {
	rgb           uint32
	count, inside int
}

// weight tells how much a shade looks like that of an area.
func (s shade) weight() int { return s.inside*minCount/minInside + s.count }

func (s shade) channel(i int) int { return int(s.rgb >> (16 - 8*i) & 0xff) }

// reduce turns an opaque image into one with at most largePalette colours.
func reduce(src *image.RGBA, exact []color.Color) *image.Paletted {
	palette := always(exact)
	known := map[uint32]bool{}
	for _, s := range palette {
		known[s.rgb] = true
	}
	all := histogram(src)
	var edges []shade
	slices.SortFunc(all, func(a, b shade) int {
		return cmp.Or(cmp.Compare(b.weight(), a.weight()), cmp.Compare(a.rgb, b.rgb))
	})
	for _, s := range all {
		switch {
		case known[s.rgb]:
		case s.weight() >= minCount && len(palette) < largePalette-edgeShades:
			palette = append(palette, s)
		default:
			edges = append(edges, s)
		}
	}
	size := len(palette) + edgeShades
	if len(palette) < smallPalette {
		size = min(max(len(palette)+fewShades, enoughColors), smallPalette)
	}
	palette = append(palette, medianCut(edges, min(size, largePalette)-len(palette))...)
	return paint(src, palette, nearest(all, palette))
}

// always lists the colours that a palette has in any case: greys from paper to
// ink, so that text keeps its colour, and those given.
func always(exact []color.Color) []shade {
	greys := []color.Color{color.White, gridColor(), mutedColor(), lineColor(), greyColor(), inkColor()}
	var list []shade
	for _, c := range append(greys, exact...) {
		r, g, b, _ := c.RGBA()
		s := shade{rgb: r>>8<<16 | g>>8<<8 | b>>8}
		if !slices.Contains(list, s) && len(list) < largePalette/2 {
			list = append(list, s)
		}
	}
	return list
}

// histogram counts the colours of a picture.
func histogram(src *image.RGBA) []shade {
	at := map[uint32]int{}
	var shades []shade
	index := func(rgb uint32) int {
		i, ok := at[rgb]
		if !ok {
			i = len(shades)
			at[rgb] = i
			shades = append(shades, shade{rgb: rgb})
		}
		return i
	}
	w, h := src.Rect.Dx(), src.Rect.Dy()
	last := ^uint32(0) // no colour
	i := 0
	for y := range h {
		row := src.Pix[y*src.Stride:]
		for x := range w {
			rgb := rgbAt(row, x)
			if rgb != last {
				last, i = rgb, index(rgb)
			}
			shades[i].count++
			if x > 0 && y > 0 && x < w-1 && y < h-1 &&
				rgb == rgbAt(row, x-1) && rgb == rgbAt(row, x+1) &&
				rgb == rgbAt(src.Pix[(y-1)*src.Stride:], x) && rgb == rgbAt(src.Pix[(y+1)*src.Stride:], x) {
				shades[i].inside++
			}
		}
	}
	return shades
}

func rgbAt(row []uint8, x int) uint32 {
	px := row[4*x : 4*x+3 : 4*x+3]
	return uint32(px[0])<<16 | uint32(px[1])<<8 | uint32(px[2])
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
	return shade{rgb: rgb, count: total}
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
		if rgb := rgbAt(src.Pix, i); rgb != last {
			last, index = rgb, to[rgb]
		}
		dst.Pix[i] = index
	}
	return dst
}
