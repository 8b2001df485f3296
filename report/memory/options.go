package memory

import (
	"fmt"
	"slices"

	"github.com/fftstudy/fftstudy/report/style"
)

// TextOptions say how a report is written. The zero value folds nodes of equal
// block and local name, in the order of execution, in units that fit.
type TextOptions struct {
	Unit  style.ByteUnit
	ASCII bool // bars and pictures in ASCII
	Width int  // of pictures, in characters; 0: 64

	PerNode bool    // one row for each node and state instead of folding
	GroupBy GroupBy // rows of the table of nodes; "": nodes
	Sort    SortBy  // order of these rows; "": of execution
	Top     int     // at most so many of these rows, and one for the rest; 0: all
}

// GroupBy is what has a row of its own.
type GroupBy string

// What rows may be grouped by.
const (
	ByNode     GroupBy = ""
	ByBlock    GroupBy = "block"
	ByLayer    GroupBy = "layer"
	ByOp       GroupBy = "op"
	BySection  GroupBy = "section"
	ByKind     GroupBy = "kind"
	ByLifetime GroupBy = "lifetime"
	ByFormat   GroupBy = "format"
)

// Groupings returns what GroupBy may say.
func Groupings() []GroupBy {
	return []GroupBy{ByBlock, ByLayer, ByOp, BySection, ByKind, ByLifetime, ByFormat}
}

// SortBy is a column to sort rows by, largest first; names go up.
type SortBy string

// What rows may be sorted by.
const (
	InOrder       SortBy = ""
	SortName      SortBy = "name"
	SortStored    SortBy = "stored"
	SortDerived   SortBy = "derived"
	SortActive    SortBy = "activations"
	SortWorkspace SortBy = "workspace"
	SortState     SortBy = "state"
	SortTotal     SortBy = "total"
)

// Sortings returns what SortBy may say.
func Sortings() []SortBy {
	return []SortBy{SortName, SortStored, SortDerived, SortActive, SortWorkspace, SortState, SortTotal}
}

// What pictures measure in characters.
const (
	defaultWidth = 64
	leastWidth   = 16
	mostWidth    = 400
)

// Check says what is wrong with the options.
func (o TextOptions) Check() error {
	_, err := o.check()
	return err
}

func (o TextOptions) check() (TextOptions, error) {
	if _, err := style.ParseByteUnit(string(o.Unit)); err != nil && o.Unit != style.AutoUnit {
		return o, err
	}
	if o.GroupBy != ByNode && !slices.Contains(Groupings(), o.GroupBy) {
		return o, fmt.Errorf("cannot group by %q, want one of %v", o.GroupBy, Groupings())
	}
	if o.Sort != InOrder && !slices.Contains(Sortings(), o.Sort) {
		return o, fmt.Errorf("cannot sort by %q, want one of %v", o.Sort, Sortings())
	}
	if o.Top < 0 {
		return o, fmt.Errorf("top %d: want 0 for all rows, or how many", o.Top)
	}
	if o.Width == 0 {
		o.Width = defaultWidth
	}
	o.Width = min(max(o.Width, leastWidth), mostWidth)
	return o, nil
}
