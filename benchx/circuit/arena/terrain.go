package arena

import "math"

// stretch is a part of a skyline: over the steps left … right, what is placed
// ends at one floor.
type stretch struct {
	left, right int
	floor       int64
}

// terrain is a skyline that can be taken back. Stretches lie side by side, each
// found by its first or its last step, and no two neighbours have one floor. Each
// has a score, void when the stretch or a neighbour is new, and the lowest score
// is found without a look at the others.
type terrain struct {
	floor   []int64   // by first step
	right   []int     // by first step, none where no stretch begins
	left    []int     // by last step
	score   []float64 // by first step
	touched []int     // first steps whose score is void or was restored
	queued  []bool    // is in touched
	lowest  contest
	trail   []change
	next    []stretch
}

// change is a stretch that came or went, with its score.
type change struct {
	stretch
	score float64
	came  bool
}

const none = -1

// void is the score of a stretch that is new or has a new neighbour.
const void = -1.0

func newTerrain(steps int) *terrain {
	return &terrain{
		floor: make([]int64, steps), right: make([]int, steps), left: make([]int, steps),
		score: make([]float64, steps), queued: make([]bool, steps), lowest: newContest(steps),
	}
}

// level makes the terrain one stretch at 0.
func (t *terrain) level() {
	t.trail = t.trail[:0]
	t.touched = t.touched[:0]
	clear(t.queued)
	for i := range t.right {
		t.right[i], t.score[i] = none, math.Inf(1)
	}
	t.lowest.reset()
	t.put(stretch{0, len(t.floor) - 1, 0}, void)
}

func (t *terrain) put(s stretch, score float64) {
	t.floor[s.left], t.right[s.left], t.left[s.right] = s.floor, s.right, s.left
	t.mark(s.left, score)
}

func (t *terrain) wipe(left int) {
	t.right[left] = none
	t.mark(left, math.Inf(1))
}

func (t *terrain) mark(left int, score float64) {
	t.score[left] = score
	if !t.queued[left] {
		t.queued[left] = true
		t.touched = append(t.touched, left)
	}
}

// settle takes the scores of touched stretches, which must not be void, into the
// contest for the lowest.
func (t *terrain) settle() {
	for _, left := range t.touched {
		t.queued[left] = false
		t.lowest.enter(left, t.score)
	}
	t.touched = t.touched[:0]
}

// at returns the stretch that begins at a step.
func (t *terrain) at(left int) stretch { return stretch{left, t.right[left], t.floor[left]} }

// sides returns by how much the neighbours of a stretch are higher, without end
// where there is none.
func (t *terrain) sides(s stretch) (left, right int64) {
	left, right = math.MaxInt64, math.MaxInt64
	if s.left > 0 {
		left = t.floor[t.left[s.left-1]] - s.floor
	}
	if s.right+1 < len(t.floor) {
		right = t.floor[s.right+1] - s.floor
	}
	return left, right
}

// replace puts others, from left to right, in the place of a stretch.
func (t *terrain) replace(old stretch, by ...stretch) {
	t.next = t.next[:0]
	if old.left > 0 {
		t.join(t.take(t.left[old.left-1]))
	}
	t.take(old.left)
	for _, s := range by {
		t.join(s)
	}
	if old.right+1 < len(t.floor) {
		t.join(t.take(old.right + 1))
	}
	for _, s := range t.next {
		t.put(s, void)
		t.trail = append(t.trail, change{stretch: s, came: true})
	}
}

// take removes the stretch that begins at a step.
func (t *terrain) take(left int) stretch {
	s := t.at(left)
	t.trail = append(t.trail, change{stretch: s, score: t.score[left]})
	t.wipe(left)
	return s
}

// join adds a stretch to those that are next.
func (t *terrain) join(s stretch) {
	if last := len(t.next) - 1; last >= 0 && t.next[last].floor == s.floor {
		t.next[last].right = s.right
		return
	}
	t.next = append(t.next, s)
}

// back undoes replacements until the trail is as short as it was.
func (t *terrain) back(length int) {
	for len(t.trail) > length {
		c := t.trail[len(t.trail)-1]
		t.trail = t.trail[:len(t.trail)-1]
		if c.came {
			t.wipe(c.left)
		} else {
			t.put(c.stretch, c.score)
		}
	}
}

// contest is a binary tree whose root is the number with the lowest score, the
// smallest of several.
type contest []int32

func newContest(n int) contest {
	size := 1
	for size < n {
		size *= 2
	}
	return make(contest, 2*size)
}

func (c contest) reset() {
	half := len(c) / 2
	for i := range half {
		c[half+i] = int32(i)
	}
	for i := half - 1; i > 0; i-- {
		c[i] = c[2*i]
	}
}

// enter takes a new score of i into account.
func (c contest) enter(i int, score []float64) {
	for k := (len(c)/2 + i) / 2; k > 0; k /= 2 {
		a, b := c[2*k], c[2*k+1]
		if int(b) < len(score) && score[b] < score[a] {
			a = b
		}
		c[k] = a
	}
}

// winner returns the number with the lowest score.
func (c contest) winner() int {
	if len(c) == 2 {
		return 0
	}
	return int(c[1])
}
