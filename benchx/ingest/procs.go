package ingest

import (
	"slices"
	"strconv"
	"strings"
)

// decide settles what the -N at the end of n means in the section. The evidence,
// strongest first:
//
//  1. -v and test2json print the name alone before the benchmark runs;
//  2. the name without -N was already seen to be a benchmark (-cpu 1,2,4 prints
//     X, X-2, X-4), or the name with it was;
//  3. another result of the section had no suffix, so GOMAXPROCS was 1, and N
//     was never its value;
//  4. otherwise -N is GOMAXPROCS.
//
// A stream cannot be read twice, so a decision holds to the end of the section.
func (sec *section) decide(n *name) {
	if n.decided == sec.id {
		return
	}
	if n.tail == 0 {
		n.take(sec.id, false)
		sec.sawPlain(n)
	} else {
		sec.decideSuffix(n)
	}
	sec.mark(n.bare())
}

func (sec *section) decideSuffix(n *name) {
	bare := n.withoutSuffix()
	base := sec.s.names.byRaw[bare]
	with := true
	switch top := sec.top(); {
	case top != nil && top.name == n.raw:
		with = false
	case top != nil && top.name == bare:
	case base != nil && base.exact == sec.id:
	case n.exact == sec.id:
		with = false
	case sec.plain && !slices.Contains(sec.procs, int(n.tail)):
		with = false
	}
	n.take(sec.id, with)
	if with {
		sec.addProcs(int(n.tail))
		if sec.firstSuffixed == nil {
			sec.firstSuffixed = n
		}
	}
}

// sawPlain notes that a result had no suffix: GOMAXPROCS was 1.
func (sec *section) sawPlain(n *name) {
	n.exact = sec.id
	if sec.plain {
		return
	}
	sec.plain = true
	f := sec.firstSuffixed
	if f != nil && !sec.ranAtOther(n) {
		sec.s.report(Info,
			"Benchmark"+f.raw+" was read as "+f.bare()+" at GOMAXPROCS="+strconv.Itoa(int(f.procs))+
				", though Benchmark"+n.raw+" of the same run has no such suffix",
			"run go test with -v: it prints the names alone", nil)
	}
	sec.addProcs(1)
}

// ranAtOther reports whether the benchmark n was seen at another GOMAXPROCS.
func (sec *section) ranAtOther(n *name) bool {
	for _, p := range sec.procs {
		if m := sec.s.names.byRaw[n.raw+"-"+strconv.Itoa(p)]; m != nil && m.decided == sec.id {
			return true
		}
	}
	return false
}

// maxProcs bounds the values of GOMAXPROCS that a section or a stream remembers.
const maxProcs = 64

func (sec *section) addProcs(n int) {
	for _, list := range []*[]int{&sec.procs, &sec.s.procs} {
		if !slices.Contains(*list, n) && len(*list) < maxProcs {
			*list = append(*list, n)
		}
	}
}

// mainProcs returns the first value of GOMAXPROCS seen, 1 before any was.
func (sec *section) mainProcs() int {
	if len(sec.procs) == 0 {
		return 1
	}
	return sec.procs[0]
}

// maxDepth bounds the levels of sub-benchmarks that are looked at.
const maxDepth = 32

// isContainer reports whether the benchmark has sub-benchmarks in the section.
// Containers are kept track of only from the first such question on, which most
// runs never ask.
func (sec *section) isContainer(full string) bool {
	if !sec.nested {
		sec.nested = true
		for _, full := range sec.names {
			sec.mark(full)
		}
		sec.names = nil
	}
	n := sec.s.names.byRaw[full]
	return n != nil && n.container == sec.id
}

// mark notes that what stands before the slashes of a full name are containers.
// Until somebody asks for them it only keeps the name.
func (sec *section) mark(full string) {
	if !sec.nested {
		sec.names = append(sec.names, full)
		return
	}
	if strings.Count(full, "/") > maxDepth {
		return
	}
	for i := strings.LastIndexByte(full, '/'); i >= 0; i = strings.LastIndexByte(full[:i], '/') {
		parent := sec.s.names.get(full[:i])
		if parent.container == sec.id {
			return
		}
		parent.container = sec.id
	}
}
