package fft

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// transposed is a sound anatomy: input to scratch to output by a table.
func transposed() *Anatomy {
	return &Anatomy{
		Holdings: []Holding{
			{Part: Part{Name: "order", Kind: Table, Count: 4, Bytes: 16}},
			{Part: Part{Name: "row", Kind: Scratch, Count: 4, Bytes: 32}},
			{Part: Part{Name: "old order", Kind: Table, Count: 4, Bytes: 16}, Leaked: true},
		},
		Stages: []Stage{
			{Name: "copy", Kind: "copy", Block: "b", From: []int{InputRow}, To: []int{1}},
			{Name: "sort", Kind: "sort", Block: "b", Reads: []int{0}, From: []int{1}, To: []int{OutputRow}},
		},
	}
}

func TestCheckAnatomy(t *testing.T) {
	assert.NoError(t, transposed().Check())
	assert.NoError(t, new(Anatomy).Check())
	for want, spoil := range map[string]func(a *Anatomy){
		`table: no stage reads "order", and it is not leaked`:                                                  func(a *Anatomy) { a.Stages[1].Reads = nil },
		`table: "old order" is no leaked table`:                                                                func(a *Anatomy) { a.Stages[0].Reads = []int{2} },
		`scratch: "row" is no leaked table`:                                                                    func(a *Anatomy) { a.Holdings[1].Leaked = true },
		`forward call, stage "sort": reads scratch "row" before anything is there`:                             func(a *Anatomy) { a.Stages[0].To = []int{OutputRow} },
		`forward call, stage "copy": reads the output before anything is there`:                                func(a *Anatomy) { a.Stages[0].From = []int{OutputRow} },
		`forward call, stage "copy": reads holding 3, which is not there before anything is there`:             func(a *Anatomy) { a.Stages[0].From = []int{3} },
		`forward call, stage "copy": holding 1 is no table`:                                                    func(a *Anatomy) { a.Stages[0].Reads = []int{1} },
		`forward call, stage "copy": holding -1 is no table`:                                                   func(a *Anatomy) { a.Stages[0].Reads = []int{InputRow} },
		`forward call, stage "sort": writes to the input`:                                                      func(a *Anatomy) { a.Stages[1].To = []int{InputRow, OutputRow} },
		`forward call, stage "sort": writes to table "old order"`:                                              func(a *Anatomy) { a.Stages[1].To = []int{2, OutputRow} },
		`forward call: nothing comes out` + "\n" + `forward call: nothing reads what is last in scratch "row"`: func(a *Anatomy) { a.Stages[1].To = []int{1} },
		`forward call: nothing reads what is last in scratch "row"`:                                            func(a *Anatomy) { a.Stages[1].To = []int{1, OutputRow} },
		`forward call, stage "copy": wants a kind, a block and a name of its own, has "sort" of "b"`: func(a *Anatomy) {
			a.Stages[1].Name = "copy"
		},
		`inverse call, stage "x": has no results` + "\n" + `inverse call: nothing comes out`: func(a *Anatomy) {
			a.Inverse = []Stage{{Name: "x", Kind: "x", Block: "x"}}
		},
	} {
		a := transposed()
		spoil(a)
		assert.EqualError(t, a.Check(), want)
	}
	short := transposed()
	short.Holdings[0].Count, short.Stages[1].Reads = 0, nil
	assert.NoError(t, short.Check(), "a table of nothing need not be read")
	streaming := transposed()
	streaming.Holdings[1].Kind = State
	streaming.Stages[0].To = []int{OutputRow}
	assert.NoError(t, streaming.Check(), "state is there from the call before")
}
