package arena

import (
	"fmt"
	"math"
)

// Alias says that one buffer is computed in place of another: both lie at the
// same offset.
type Alias struct{ Over, Under int }

// Group is one piece of memory that holds buffers with a fixed place in it.
type Group struct {
	Buffer  // lives from the first step of any member to the last of any
	Members []Member
}

// Member is a buffer of a group; Shift is its distance in bytes from the
// group's offset.
type Member struct {
	Buffer int
	Shift  int64
}

// Groups are in the order of their first member.
type Groups []Group

// Tie merges buffers into groups. Buffers that aliases connect, directly or over
// others, share their offset; they need the memory of the largest. A pack
// lists buffers that lie back to back in that order, each at a multiple of
// align (a power of two, 0 for 1) from the pack's beginning. The others are
// groups of one. Pack must then be given the same alignment. An error names the buffer: what is aliased to itself, is in two
// packs, or is in a pack together with one that it shares its offset with.
func Tie(buffers []Buffer, aliases []Alias, packs [][]int, align int64) (Groups, error) {
	align, err := alignment(align)
	if err != nil {
		return nil, err
	}
	if _, err := check(buffers, align); err != nil {
		return nil, err
	}
	t := tie{buffers: buffers, align: align, classes: newForest(len(buffers))}
	for _, a := range aliases {
		if err := t.alias(a); err != nil {
			return nil, err
		}
	}
	t.widen()
	for k, pack := range packs {
		if err := t.pack(k, pack); err != nil {
			return nil, err
		}
	}
	return t.groups(), nil
}

// Buffers returns what Pack takes.
func (g Groups) Buffers() []Buffer {
	buffers := make([]Buffer, len(g))
	for i := range g {
		buffers[i] = g[i].Buffer
	}
	return buffers
}

// Offsets returns the offsets of the buffers given to Tie, from a plan of the
// groups.
func (g Groups) Offsets(p *Plan) []int64 {
	n := 0
	for _, group := range g {
		n += len(group.Members)
	}
	offsets := make([]int64, n)
	for i, group := range g {
		for _, m := range group.Members {
			offsets[m.Buffer] = p.Offsets[i] + m.Shift
		}
	}
	return offsets
}

// tie is the work of Tie.
type tie struct {
	buffers []Buffer
	align   int64
	classes forest   // of buffers at one offset
	whole   []Buffer // of the class, at its root
	shift   []int64  // of the class in its pack, at its root
	owner   []int    // the pack of the class, at its root; -1 if none
	packs   []Buffer
}

func (t *tie) known(i int) error {
	if i < 0 || i >= len(t.buffers) {
		return fmt.Errorf("there is no buffer %d among %d", i, len(t.buffers))
	}
	return nil
}

func (t *tie) alias(a Alias) error {
	for _, i := range []int{a.Over, a.Under} {
		if err := t.known(i); err != nil {
			return fmt.Errorf("alias of buffer %d over buffer %d: %w", a.Over, a.Under, err)
		}
	}
	if a.Over == a.Under {
		return fmt.Errorf("buffer %d is an alias of itself", a.Over)
	}
	t.classes.join(a.Over, a.Under)
	return nil
}

// widen gives each class the memory and the lifetime that hold all its buffers.
func (t *tie) widen() {
	n := len(t.buffers)
	t.whole, t.shift, t.owner = make([]Buffer, n), make([]int64, n), make([]int, n)
	for i := range n {
		t.owner[i] = -1
		t.whole[i].First = math.MaxInt
	}
	for i, b := range t.buffers {
		w := &t.whole[t.classes.root(i)]
		w.Size, w.First, w.Last = max(w.Size, b.Size), min(w.First, b.First), max(w.Last, b.Last)
	}
}

func (t *tie) pack(k int, members []int) error {
	whole := Buffer{First: math.MaxInt}
	for _, i := range members {
		if err := t.known(i); err != nil {
			return fmt.Errorf("pack %d: %w", k, err)
		}
		root := t.classes.root(i)
		switch at := t.owner[root]; {
		case at == k:
			return fmt.Errorf("pack %d: buffer %d is in it twice, or shares its offset with another member", k, i)
		case at >= 0:
			return fmt.Errorf("pack %d: buffer %d, or one that shares its offset, is in pack %d already", k, i, at)
		}
		b := t.whole[root]
		t.owner[root], t.shift[root] = k, roundUp(whole.Size, t.align)
		whole.Size = t.shift[root] + b.Size
		whole.First, whole.Last = min(whole.First, b.First), max(whole.Last, b.Last)
	}
	t.packs = append(t.packs, whole)
	return nil
}

// groups lists packs and the classes outside them.
func (t *tie) groups() Groups {
	var groups Groups
	ofPack, ofClass := make(map[int]int), make(map[int]int)
	for i := range t.buffers {
		root := t.classes.root(i)
		index, key, whole := ofClass, root, t.whole[root]
		if k := t.owner[root]; k >= 0 {
			index, key, whole = ofPack, k, t.packs[k]
		}
		at, ok := index[key]
		if !ok {
			at = len(groups)
			index[key] = at
			groups = append(groups, Group{Buffer: whole})
		}
		groups[at].Members = append(groups[at].Members, Member{i, t.shift[root]})
	}
	return groups
}

// forest is a union-find structure: each number points towards the root of its
// set.
type forest []int

func newForest(n int) forest {
	f := make(forest, n)
	for i := range f {
		f[i] = i
	}
	return f
}

// root returns the representative of a set and halves the way to it.
func (f forest) root(i int) int {
	for f[i] != i {
		f[i] = f[f[i]]
		i = f[i]
	}
	return i
}

// join unites two sets; the smaller root stays.
func (f forest) join(i, j int) {
	i, j = f.root(i), f.root(j)
	f[max(i, j)] = min(i, j)
}
