package plots

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/fftstudy/fftstudy/report/style"
)

// An AddressMap shows where in the arena each buffer lies and from when to when.
type AddressMap struct {
	// Of names the circuit in the title and in the file name.
	Of string
	// Run names the plan shown where there are several: "prefill, 2048 rows".
	Run     string
	Buffers []PlacedBuffer
	// Steps is how many steps the plan has; 0 means up to the last of a buffer.
	Steps int64
	// Peak is the step at which most bytes are alive, from 0; negative marks
	// none.
	Peak int64
	// Arena is the size in bytes of the plan, Lower what no plan can go below:
	// most bytes alive at once. 0 draws no line.
	Arena, Lower int64
}

// A PlacedBuffer lies at [Offset, Offset+Bytes) from step First to step Last,
// both included.
type PlacedBuffer struct {
	Name          string
	Offset, Bytes int64
	First, Last   int64
}

func (m AddressMap) file() string { return fileName("address-map", slug(joinWords(m.Of, m.Run))) }

func (m AddressMap) draft() *sheet {
	list := slices.DeleteFunc(slices.Clone(m.Buffers), func(b PlacedBuffer) bool {
		return b.Bytes <= 0 || b.Last < b.First || b.Last < 0
	})
	if len(list) == 0 {
		return nil
	}
	p := newPlacement(m, list)
	s := &sheet{section: SectionMemory, rowHeight: 360, exact: placedColors()}
	s.title = titleOf("Address map", joinWords(m.Of, m.Run))
	s.subtitle = "Each field is a buffer: its place in the arena, from the step that makes it to the last that reads it."
	s.legend.entries = p.legend()
	x := axis{title: "step", hi: p.steps, ticks: stepTicks(p.steps)}
	y := axis{title: "offset in the arena", hi: p.top * 1.05}
	y.ticks = style.LinearByteTicks(0, y.hi, 4)
	var lines []mark
	if p.arena > 0 {
		lines = append(lines, levelLine{p.arena, arenaLook()})
	}
	if p.lower > 0 && p.lower != p.arena {
		lines = append(lines, levelLine{p.lower, lowerLook()})
	}
	s.panels = [][]*panel{{newPanel(x, y, bodyWidth(&s.legend), slices.Concat([]mark{grid{}, p}, lines)...)}}
	s.caption = p.caption()
	return s
}

// A placement is an address map made ready to draw.
type placement struct {
	list         []PlacedBuffer
	steps        float64
	top          float64 // of all that is drawn
	arena, lower float64
	peak         int64
	alive        int     // buffers at the peak
	live, sum    float64 // bytes of these, and of all buffers
}

func newPlacement(m AddressMap, list []PlacedBuffer) *placement {
	p := &placement{list: list, arena: size(m.Arena), lower: size(m.Lower), peak: m.Peak}
	p.top = max(p.arena, p.lower)
	for _, b := range list {
		p.steps = max(p.steps, float64(b.Last)+1)
		p.top = max(p.top, size(b.Offset)+size(b.Bytes))
		p.sum += size(b.Bytes)
		if p.atPeak(b) {
			p.alive++
			p.live += size(b.Bytes)
		}
	}
	if m.Steps > 0 {
		p.steps = float64(m.Steps)
	}
	return p
}

func (p *placement) atPeak(b PlacedBuffer) bool {
	return p.peak >= 0 && b.First <= p.peak && p.peak <= b.Last
}

// stepTicks are at the middle of steps, each of which is one unit wide.
func stepTicks(steps float64) []style.Tick {
	ticks := style.LinearTicks(0, max(steps-1, 0.5), 8, style.Count)
	ticks = slices.DeleteFunc(ticks, func(t style.Tick) bool { return t.Value != math.Trunc(t.Value) })
	for i := range ticks {
		ticks[i].Value += 0.5
	}
	return ticks
}

func (p *placement) legend() (list []legendEntry) {
	if p.alive > 0 {
		list = append(list, legendEntry{legendBox, "alive at the peak", look{color: peakColor()}})
	}
	if p.alive < len(p.list) {
		list = append(list, legendEntry{legendBox, "at other steps", look{color: placedColor()}})
	}
	if p.peak >= 0 {
		list = append(list, legendEntry{legendPoint, "peak: step " + style.Count(float64(p.peak)), peakLook()})
	}
	switch {
	case p.arena > 0 && p.arena == p.lower:
		list = append(list, legendEntry{legendLine, "arena " + style.Bytes(p.arena), arenaLook()},
			legendEntry{kind: legendText, text: "No plan can be smaller: as much is alive at the peak."})
		return list
	case p.arena > 0:
		list = append(list, legendEntry{legendLine, "arena " + style.Bytes(p.arena), arenaLook()})
	}
	if p.lower > 0 {
		list = append(list, legendEntry{legendLine, "lower bound " + style.Bytes(p.lower), lowerLook()})
	}
	return list
}

func (p *placement) caption() string {
	text := plural(len(p.list), "buffer")
	if p.arena > 0 {
		text += fmt.Sprintf(" of %s in an arena of %s", style.Bytes(p.sum), style.Bytes(p.arena))
		switch {
		case p.lower > 0 && p.arena == p.lower:
			text += ", the smallest possible"
		case p.lower > 0 && p.arena > p.lower:
			text += fmt.Sprintf(", %s above the lower bound", cmp.Or(shareOf(p.arena-p.lower, p.lower), "far"))
		}
	} else {
		text += fmt.Sprintf(" of %s", style.Bytes(p.sum))
	}
	if p.alive > 0 {
		are := "are"
		if p.alive == 1 {
			are = "is"
		}
		text += fmt.Sprintf("; %d %s alive at the peak, step %s (%s)", p.alive, are, style.Count(float64(p.peak)), style.Bytes(p.live))
	}
	return text + "."
}
