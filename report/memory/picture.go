package memory

import (
	"math"
	"strings"
	"unicode/utf8"

	"github.com/fftstudy/fftstudy/report/style"
)

// pictureHeight is in lines.
const pictureHeight = 8

// picture draws bytes alive over steps, the peak marked below.
func (w *writer) picture(r *Run) []string {
	if len(r.Timeline) == 0 {
		return nil
	}
	heights, marked := w.columns(r)
	most := int64(0)
	for _, h := range heights {
		most = max(most, h)
	}
	if most == 0 {
		return nil
	}
	top := w.Unit.Format(most)
	margin := utf8.RuneCountInString(top)
	lines := make([]string, 0, pictureHeight+2)
	for line := pictureHeight - 1; line >= 0; line-- {
		var b strings.Builder
		label := ""
		if line == pictureHeight-1 {
			label = top
		}
		b.WriteString(padLeft(label, margin) + w.pick(" ┤", " |"))
		for _, h := range heights {
			b.WriteString(w.block(float64(h)/float64(most)*pictureHeight - float64(line)))
		}
		lines = append(lines, strings.TrimRight(b.String(), " "))
	}
	axis := []rune(strings.Repeat(w.pick("─", "-"), len(heights)))
	axis[marked] = []rune(w.pick("▲", "^"))[0]
	lines = append(lines, padLeft("0", margin)+w.pick(" └", " +")+string(axis))
	first, last := "0", style.Integer(int64(r.Steps-1))
	blanks := len(heights) - len(first) - utf8.RuneCountInString(last)
	if r.Steps > 1 && blanks > 0 {
		lines = append(lines, strings.Repeat(" ", margin+2)+first+strings.Repeat(" ", blanks)+last)
	}
	return lines
}

// columns spreads the timeline over the width: several columns for a step where
// there are few, the most of several steps where there are many. marked is the
// column of the peak.
func (w *writer) columns(r *Run) (heights []int64, marked int) {
	n := len(r.Timeline)
	each := max(1, w.Width/n) // columns of a stretch
	if n <= w.Width {
		heights = make([]int64, n*each)
		for i := range heights {
			heights[i] = r.Timeline[i/each]
		}
	} else {
		heights = make([]int64, w.Width)
		for i, h := range r.Timeline {
			at := stretchOf(i, n, w.Width)
			heights[at] = max(heights[at], h)
		}
	}
	stretch := stretchOf(r.PeakStep, max(r.Steps, 1), n)
	if n <= w.Width {
		return heights, stretch*each + (each-1)/2
	}
	return heights, stretchOf(stretch, n, w.Width)
}

func (w *writer) pick(unicode, ascii string) string {
	if w.ASCII {
		return ascii
	}
	return unicode
}

// block fills a character from below up to a height, of which 1 is all of it.
func (w *writer) block(height float64) string {
	const eighths = " ▁▂▃▄▅▆▇█"
	if w.ASCII {
		if height >= 0.5 {
			return "#"
		}
		return " "
	}
	at := int(math.Round(min(max(height, 0), 1) * 8))
	return string([]rune(eighths)[at])
}

// barLine draws a bar of a row as text of the given width.
func barLine(b bar, width int, ascii bool) string {
	if !b.shown() || width <= 0 {
		return ""
	}
	from := min(int(b.from*float64(width)+1e-9), width-1)
	fill, part := fillings(b.look, ascii)
	to := b.to * float64(width)
	full := int(to + 1e-9)
	s := strings.Repeat(" ", from)
	if full > from {
		s += strings.Repeat(fill, full-from)
	}
	// What is left of the last character, or of one that begins and ends the bar.
	eighth := int(math.Round((to - float64(max(full, from))) * 8))
	switch {
	case full >= width:
	case eighth > 0 && part != nil:
		s += string(part[min(eighth, 8)])
	case full <= from:
		s += thinnest(part, fill)
	}
	return s
}

func fillings(look barLook, ascii bool) (fill string, part []rune) {
	switch {
	case ascii && look == freeBar:
		return ".", nil
	case ascii && look == overBar:
		return "!", nil
	case ascii:
		return "#", nil
	case look == freeBar:
		return "░", nil
	case look == overBar:
		return "▒", nil
	}
	return "█", []rune(" ▏▎▍▌▋▊▉█")
}

// thinnest is the least that is drawn of what is there.
func thinnest(part []rune, fill string) string {
	if part == nil {
		return fill
	}
	return string(part[1])
}

func padLeft(s string, width int) string {
	return strings.Repeat(" ", max(0, width-utf8.RuneCountInString(s))) + s
}
