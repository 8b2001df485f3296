package fft

import (
	"fmt"

	"github.com/fftstudy/fftstudy/fftbench/fft/kernels"
)

// rowAnatomy is the anatomy of a rowPlan, from lengths and radices alone. Like
// the plan it has no scratch, only work that whoever drives it lends it.
type rowAnatomy struct {
	holdings         []Holding // its tables
	forward, inverse []Stage
	work             int  // parts, as workLen says
	alias            bool // whether dst may be src, as aliasPlan says
	batch            bool // whether it is the anatomy of a batchPlan
}

// workRow is the work of a rowAnatomy as a place of data.
const workRow = -3

// transformedLen is that of a driver of rows of n complex numbers.
func (a *rowAnatomy) transformedLen(n int) int {
	if a.alias {
		return 2*n + a.work
	}
	return 4*n + a.work
}

// anatomy is what a runner makes of a: the tables, then the work as scratch.
func anatomy[F kernels.Float](a *rowAnatomy) *Anatomy {
	all := &Anatomy{Holdings: a.holdings}
	scratch := len(a.holdings)
	if a.work > 0 {
		all.Holdings = append(all.Holdings, Holding{Part: complexPart[F]("scratch", Scratch, a.work)})
	}
	lent := func(place int) int {
		if place == workRow {
			return scratch
		}
		return place
	}
	all.Stages, all.Inverse = relocated(a.forward, "", lent), relocated(a.inverse, "", lent)
	return all
}

// call collects the stages of a call.
type call struct {
	block  string // of stages that are not embedded
	passes int    // so far
	stages []Stage
}

// step adds a stage from one place to another, which may be the same.
func (c *call) step(name, kind string, from, to int, tables ...int) {
	c.stages = append(c.stages, Stage{
		Name: name, Kind: kind, Block: c.block, Reads: tables, From: []int{from}, To: []int{to},
	})
}

// alsoFrom adds a place where the last stage finds data.
func (c *call) alsoFrom(place int) {
	last := &c.stages[len(c.stages)-1]
	last.From = append(last.From, place)
}

// pass adds a numbered pass of a radix.
func (c *call) pass(radix, from, to int, tables ...int) {
	c.passes++
	c.step(fmt.Sprintf("pass %d", c.passes), fmt.Sprintf("radix %d", radix), from, to, tables...)
}

// across adds a numbered pass of a radix that goes along the rows of a matrix,
// whose columns other passes have transformed, and sorts.
func (c *call) across(radix, from, to int, tables ...int) {
	c.passes++
	c.step(fmt.Sprintf("pass %d", c.passes), fmt.Sprintf("radix %d across", radix), from, to, tables...)
}

// embed adds the stages of a call of another plan, whose tables begin at first.
func (c *call) embed(prefix string, stages []Stage, first, from, to int) {
	c.stages = append(c.stages, Embedded(stages, prefix, first, from, to)...)
}
