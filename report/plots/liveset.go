package plots

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/fftstudy/fftstudy/report/style"
)

// A LiveSet is what takes the memory of activations at the moment of their peak.
type LiveSet struct {
	// Of names the circuit in the title and in the file name.
	Of string
	// Step says in words which moment that is: "decode, step 7 of 20".
	Step string
	// Buffers are those alive then, in any order.
	Buffers []LiveBuffer
	// Arena is the size in bytes of what they lie in; 0 where nothing was
	// planned. What the buffers do not fill of it is fragmentation.
	Arena int64
}

// A LiveBuffer is one buffer that is alive.
type LiveBuffer struct {
	Name  string
	Note  string // behind the name: its node or shape
	Bytes int64
}

// maxLive is how many buffers have bars of their own.
const maxLive = 20

func (l LiveSet) file() string { return fileName("live-set", slug(l.Of)) }

func (l LiveSet) draft() *sheet {
	list := slices.DeleteFunc(slices.Clone(l.Buffers), func(b LiveBuffer) bool { return b.Bytes <= 0 })
	slices.SortStableFunc(list, func(a, b LiveBuffer) int { return cmp.Compare(b.Bytes, a.Bytes) })
	if len(list) == 0 {
		return nil
	}
	live := 0.0
	for _, b := range list {
		live += size(b.Bytes)
	}
	arena, of := max(size(l.Arena), live), "the arena"
	if l.Arena <= 0 {
		of = "what is alive"
	}
	names, bars := liveBars(list, live, arena)
	s := &sheet{section: SectionMemory, rowHeight: listHeight(len(names))}
	s.title = titleOf("Buffers alive at the peak", l.Of)
	s.subtitle = joinSentences(l.Step, fmt.Sprintf("Largest first; percentages are of %s, %s.", of, style.Bytes(arena)))
	largest := size(list[0].Bytes)
	x := axis{lo: 0, hi: largest}
	for _, b := range bars {
		if b.to > largest*farBudget {
			s.note("The bar with an arrow goes on beyond the axis.")
			continue
		}
		x.hi = max(x.hi, b.to)
	}
	x.hi *= 1.34
	x.ticks = style.LinearByteTicks(0, x.hi, 4)
	s.panels = [][]*panel{{newPanel(x, topDown(names), bodyWidth(&s.legend), zebra{}, grid{}, spans{bars: bars})}}
	s.caption = l.caption(list, live, arena)
	return s
}

// joinSentences puts a sentence, if any, before another.
func joinSentences(first, second string) string {
	if first == "" {
		return second
	}
	return first + ". " + second
}

func liveBars(list []LiveBuffer, live, arena float64) (names []string, bars []span) {
	add := func(name string, s span, bytes float64) {
		s.row, s.to = len(names), bytes
		s.text = withShare(bytes, arena)
		names, bars = append(names, name), append(bars, s)
	}
	shown := list[:min(len(list), maxLive)]
	for _, b := range shown {
		add(cmp.Or(joinWords(b.Name, b.Note), "(no name)"), span{color: style.Series(0)}, size(b.Bytes))
	}
	if others := list[len(shown):]; len(others) > 0 {
		rest := 0.0
		for _, b := range others {
			rest += size(b.Bytes)
		}
		add(plural(len(others), "smaller buffer"), span{color: style.NeutralColor()}, rest)
	}
	if lost := arena - live; lost > 0 {
		add("fragmentation", span{color: spareColor(), hatched: true}, lost)
	}
	return names, bars
}

func (l LiveSet) caption(list []LiveBuffer, live, arena float64) string {
	text := fmt.Sprintf("At the peak %s of %s are alive", plural(len(list), "buffer"), style.Bytes(live))
	if len(list) == 1 {
		text = fmt.Sprintf("At the peak one buffer of %s is alive", style.Bytes(live))
	} else {
		text += fmt.Sprintf(", the largest %s (%s)", brief(list[0].Name), style.Bytes(size(list[0].Bytes)))
	}
	switch {
	case l.Arena <= 0:
		return text + "."
	case arena > live:
		return text + fmt.Sprintf("; %s of the arena are lost to fragmentation.", withShare(arena-live, arena))
	}
	return text + fmt.Sprintf("; they fill the arena of %s.", style.Bytes(arena))
}
