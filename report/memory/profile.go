package memory

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/google/pprof/profile"
)

// Profile writes the terms of the device total as a gzipped profile.proto, which
// go tool pprof opens: a sample for each term with its bytes and 1, under a stack
// of class, section with layer, block, node and term. It holds no time, so that
// the same document gives the same bytes.
func Profile(w io.Writer, d *Document) error {
	b := profileBuilder{locations: map[string]*profile.Location{}}
	b.p = &profile.Profile{
		SampleType:        []*profile.ValueType{{Type: "bytes", Unit: "bytes"}, {Type: "terms", Unit: "count"}},
		DefaultSampleType: "bytes",
		PeriodType:        &profile.ValueType{Type: "bytes", Unit: "bytes"},
		Comments:          d.comments(),
	}
	for i := range d.Terms {
		if t := &d.Terms[i]; t.Charged && t.Bytes > 0 {
			b.add(t)
		}
	}
	if err := b.p.CheckValid(); err != nil {
		return fmt.Errorf("profile: %w", err)
	}
	return b.p.Write(w)
}

// comments are what pprof -comments prints.
func (d *Document) comments() []string {
	var list []string
	for _, line := range []Line{
		{"circuit", d.Header.Circuit}, {"workload", d.Header.Workload}, {"tool", d.Header.Tool}, {"input", d.Header.Digest},
	} {
		if line.Value != "" {
			list = append(list, line.Key+": "+line.Value)
		}
	}
	return list
}

// profileBuilder gives every function and location one number.
type profileBuilder struct {
	p         *profile.Profile
	locations map[string]*profile.Location
}

func (b *profileBuilder) add(t *Term) {
	stack := t.stack()
	sample := &profile.Sample{
		Value: []int64{t.Bytes, 1}, Location: make([]*profile.Location, len(stack)),
		Label: map[string][]string{"class": {string(t.Class)}, "kind": {string(t.Kind)}, "lifetime": {t.Lifetime}},
	}
	if t.Format != "" {
		sample.Label["format"] = []string{t.Format}
	}
	for i, name := range stack {
		leaf := len(stack) - 1 - i // the leaf comes first
		site := ""
		if leaf == 0 {
			site = t.Site
		}
		sample.Location[leaf] = b.location(name, site)
	}
	b.p.Sample = append(b.p.Sample, sample)
}

// stack is the way from the class down to the term; what a term does not have is
// left out.
func (t *Term) stack() []string {
	stack := []string{classWords(t.Class)}
	place := t.Section
	if t.Layer != NoLayer {
		place = strings.TrimPrefix(fmt.Sprintf("%s layer %d", t.Section, t.Layer), " ")
	}
	for _, name := range []string{place, t.Block, cmp.Or(t.State, t.Node)} {
		if name != "" && name != stack[len(stack)-1] {
			stack = append(stack, name)
		}
	}
	return append(stack, t.ID)
}

// location returns the place of a name, of which there is one.
func (b *profileBuilder) location(name, site string) *profile.Location {
	if l, ok := b.locations[name]; ok {
		return l
	}
	f := &profile.Function{ID: uint64(len(b.p.Function) + 1), Name: name, SystemName: name}
	l := &profile.Location{ID: f.ID, Line: []profile.Line{{Function: f}}}
	if file, line, ok := splitSite(site); ok {
		f.Filename, f.StartLine, l.Line[0].Line = file, line, line
	}
	b.p.Function, b.p.Location = append(b.p.Function, f), append(b.p.Location, l)
	b.locations[name] = l
	return l
}

// splitSite parts file:line.
func splitSite(site string) (file string, line int64, ok bool) {
	at := strings.LastIndexByte(site, ':')
	if at < 0 {
		return "", 0, false
	}
	if _, err := fmt.Sscan(site[at+1:], &line); err != nil || line < 0 {
		return "", 0, false
	}
	return site[:at], line, true
}
