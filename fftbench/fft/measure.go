package fft

import (
	"cmp"
	"slices"
	"time"

	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

const (
	// contenders is how many recipes are timed.
	contenders = 8
	// duelRounds is how often two of them are timed in turn.
	duelRounds = 5
	// duelSample is how long each turn takes at least, to be long against the
	// clock's steps.
	duelSample = 20 * time.Microsecond
)

// recipeFor is the recipe for n elements that the settings ask for.
func recipeFor[F kernels.Float](n int, s *settings) *recipe {
	c := chooserFor[F](s)
	if s.planner == Estimate {
		return c.choose(n)
	}
	if r := c.known(n); r != nil {
		return r
	}
	r := fastest[F](c.contenders(n))
	if s.wisdom != nil {
		s.wisdom.remember(keyOf[F](n, s.isa), r)
	}
	return r
}

// chooserFor is one that knows the settings' machine and wisdom.
func chooserFor[F kernels.Float](s *settings) *chooser {
	c := machineChooser[F](s.isa)
	if s.wisdom != nil {
		c.known = func(n int) *recipe { return s.wisdom.recipe(keyOf[F](n, s.isa)) }
	}
	return c
}

// contenders are the recipes to time, the most promising ones first.
func (c *chooser) contenders(n int) []*recipe {
	list := c.moreWays(n)
	slices.SortStableFunc(list, func(a, b *recipe) int { return cmp.Compare(c.costs.of(a), c.costs.of(b)) })
	return list[:min(len(list), contenders)]
}

// fastest times recipes of one length two at a time; the winner stays for the
// next one. Two at a time are measured alike on a machine whose speed changes,
// and only two plans exist at once.
func fastest[F kernels.Float](list []*recipe) *recipe {
	best := list[0]
	if len(list) == 1 {
		return best
	}
	row := 2 * best.n
	dst, src := make([]F, row), make([]F, row)
	champion := &duellist[F]{plan: build[F](best), dst: dst, src: src}
	for _, r := range list[1:] {
		challenger := &duellist[F]{plan: build[F](r), dst: dst, src: src}
		if challenger.beats(champion) {
			best, champion = r, challenger
		}
	}
	return best
}

// duellist is a plan that is timed on rows of zeros, which no algorithm can
// make overflow or denormal.
type duellist[F kernels.Float] struct {
	plan     rowPlan[F]
	dst, src []F
	work     []F
	repeat   int
	time     time.Duration // of one transform, the least seen
}

// beats reports whether d is faster than the champion.
func (d *duellist[F]) beats(champion *duellist[F]) bool {
	d.time, champion.time = 1<<62, 1<<62
	for round := range duelRounds {
		champion.turn()
		d.turn()
		if round > 0 && d.time > champion.time*3/2 {
			return false
		}
	}
	return d.time < champion.time
}

// turn times a sample.
func (d *duellist[F]) turn() {
	if d.repeat == 0 {
		d.work = make([]F, d.plan.workLen())
		d.plan.forward(d.dst, d.src, d.work) // warms up
		for d.repeat = 1; ; d.repeat *= 2 {
			if d.sample() >= duelSample {
				break
			}
		}
	}
	d.time = min(d.time, d.sample()/time.Duration(d.repeat))
}

func (d *duellist[F]) sample() time.Duration {
	start := time.Now()
	for range d.repeat {
		d.plan.forward(d.dst, d.src, d.work)
	}
	return time.Since(start)
}
