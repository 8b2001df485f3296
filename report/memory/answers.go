package memory

import (
	"fmt"
	"math"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/circuit"
	"github.com/fftstudy/fftstudy/report/style"
)

// answers are the replies to inverse questions, in words.
func (w *writer) answers() []part {
	if len(w.Answers) == 0 {
		return nil
	}
	p := part{title: say("What would fit")}
	for i := range w.Answers {
		p.say = append(p.say, w.answer(&w.Answers[i]))
	}
	return []part{p}
}

func (w *writer) answer(a *Answer) sentence {
	name := say(prose(a.Name))
	if a.Asked > 0 {
		name = say(name, " (asked: "+style.Integer(a.Asked)+")")
	}
	switch {
	case a.Kind == LeastBudget:
		return say(name, ": "+w.Unit.Format(a.Value)+", "+style.ExactBytes(a.Value)+w.ofDevice(a))
	case a.Kind == Ladder:
		return say(name, ": ", w.ladder(a))
	case a.Found:
		return say(name, ": "+style.Integer(a.Value), unitWords(a), w.stops(a))
	case a.Next == 0:
		return say(name, ": none")
	}
	return say(name, ": none: even "+style.Integer(a.Next)+" ", w.lacks(a.Limiter, a.Shortfall))
}

// ofDevice says which part of a device's memory the least budget is, rounded up so
// that it suffices.
func (w *writer) ofDevice(a *Answer) string {
	if a.Hi == 0 {
		return ""
	}
	return fmt.Sprintf(", %.4f of the device's %s", math.Ceil(1e4*a.Fraction)/1e4, w.Unit.Format(a.Hi))
}

func unitWords(a *Answer) sentence {
	if a.Unit == "" {
		return nil
	}
	unit := a.Unit
	if a.Value == 1 {
		unit = strings.TrimSuffix(unit, "s")
	}
	return say(" ", prose(unit))
}

// stops says what keeps an answer from being larger.
func (w *writer) stops(a *Answer) sentence {
	switch circuit.Limiter(a.Limiter) {
	case "":
		return nil
	case circuit.LimitCap:
		return say(", the cap of the query")
	case circuit.LimitMemory:
		s := say(", then memory (" + style.Integer(a.Next) + " lacks " + w.short(a.Shortfall))
		if a.Fraction > float64(a.Value) && a.Value < exactFraction {
			s = say(s, fmt.Sprintf("; memory is for %.2f", a.Fraction))
		}
		return say(s, ")")
	}
	return say(", then ", prose(a.Limiter), " ("+style.Integer(a.Next)+" is refused)")
}

// exactFraction is up to where a part of one more says something.
const exactFraction = 100

// lacks says why a value does not fit.
func (w *writer) lacks(limiter string, bytes int64) sentence {
	if circuit.Limiter(limiter) == circuit.LimitMemory || limiter == "" {
		return say("lacks " + w.short(bytes))
	}
	return say("is refused by ", prose(limiter))
}

// short words a shortfall; one that is not known in bytes is more than any.
func (w *writer) short(bytes int64) string {
	if bytes >= 1<<62 {
		return "more bytes than 63 bits count"
	}
	return w.Unit.Format(bytes)
}

// ladder words an answer where memory is not monotone.
func (w *writer) ladder(a *Answer) sentence {
	miss := sentence{}
	if a.Miss > 0 {
		miss = say(style.Integer(a.Miss)+" ", w.lacks(a.Limiter, a.MissLacks))
	}
	switch {
	case !a.Found && a.Miss == 0:
		return say("none: there was no candidate")
	case !a.Found:
		return say("none: even ", miss)
	case a.Miss == 0:
		return say(style.Integer(a.Value) + ", the last candidate; all below it fit, too")
	case a.AllBelow == a.Value:
		return say(style.Integer(a.Value)+" and all candidates below it; ", miss)
	}
	s := say(style.Integer(a.Value)+", but not all below it: ", miss)
	if a.AllBelow > 0 {
		s = say(s, ", and all up to "+style.Integer(a.AllBelow)+" fit")
	}
	if a.Next == 0 {
		return say(s, "; it is the last candidate")
	}
	return say(s, "; the next after it, "+style.Integer(a.Next)+", lacks "+w.short(a.Shortfall))
}

// mostAdvice is how many savings are advice.
const mostAdvice = 3

// advice tells what saves most where memory is short.
func (w *writer) advice() []part {
	if w.Totals.Budget == 0 || w.Totals.Headroom >= 0 {
		return nil
	}
	p := part{title: say("What would save most")}
	for i := range w.Advice {
		if len(p.say) == mostAdvice {
			break
		}
		if s := &w.Advice[i]; s.Saves > 0 {
			p.say = append(p.say, w.saving(s))
		}
	}
	if len(p.say) == 0 {
		return nil
	}
	return []part{p}
}

func (w *writer) saving(s *Saving) sentence {
	then := "then it fits with " + w.Unit.Format(s.Headroom) + " left"
	switch {
	case s.Headroom < 0:
		then = "still " + w.Unit.Format(-s.Headroom) + " over"
	case !s.Fits:
		then = "then memory would do, but a limit refuses it"
	}
	from := say(" ", foreign(s.From))
	if s.From == "" {
		from = nil
	}
	return say(prose(s.Knob), from, " → ", foreign(s.To), " saves "+w.Unit.Format(s.Saves)+": "+then)
}
