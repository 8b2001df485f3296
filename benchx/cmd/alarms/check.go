package main

import (
	"math"

	"github.com/fftstudy/fftstudy/benchx/compare"
)

// check is a way to tell changed rows from equal ones. It returns +1 for a cell
// called slower, -1 for faster, 0 for neither.
type check struct {
	name string
	call func(c *compare.Cell) int
}

// checks are the ways compared: all look at the same comparison. That the
// numbers of benchstat are those of cmd/benchstat is held by the tests of
// package compare.
func checks() []check {
	return []check{
		{"`benchx gate`", func(c *compare.Cell) int {
			switch c.Verdict {
			case compare.Worse:
				return +1
			case compare.Better:
				return -1
			}
			return 0
		}},
		{"benchstat, α = 0.05", func(c *compare.Cell) int {
			if c.P > c.Alpha {
				return 0
			}
			return sign(c.Delta)
		}},
		{"medians differ by 5 %", threshold(0.05)},
		{"medians differ by 10 %", threshold(0.10)},
	}
}

func threshold(limit float64) func(*compare.Cell) int {
	return func(c *compare.Cell) int {
		if math.Abs(c.Delta) < limit {
			return 0
		}
		return sign(c.Delta)
	}
}

func sign(x float64) int {
	switch {
	case x > 0:
		return +1
	case x < 0:
		return -1
	}
	return 0
}

// outcome counts what a check said of many pull requests.
type outcome struct {
	equal  int // comparisons of equal code
	alarms int // … that were called slower or faster
	pulls  int
	cried  int // pull requests with a false alarm
	found  int // pull requests whose planted change was called slower
}

// add counts one comparison; planted tells whether its first row is slower.
func (o *outcome) add(res *compare.Result, c check, planted bool) {
	o.pulls++
	cried := false
	for t := range res.Tables {
		for i := range res.Tables[t].Rows {
			called := c.call(&res.Tables[t].Rows[i].Cells[1])
			if planted && t == 0 && i == 0 {
				if called > 0 {
					o.found++
				}
				continue
			}
			o.equal++
			if called != 0 {
				o.alarms++
				cried = true
			}
		}
	}
	if cried {
		o.cried++
	}
}
