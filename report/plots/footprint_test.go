package plots

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/fftstudy/fftstudy/benchx/ablation"
)

// TestFootprintsSayWhatIsLeftOut: a list has forty rows.
func TestFootprintsSayWhatIsLeftOut(t *testing.T) {
	rep := ablation.Report{Environments: []ablation.Environment{{}}}
	for i := range 43 {
		rep.Rows = append(rep.Rows, handRow(fmt.Sprintf("v%02d", i), 64, 1, 4, 1e-16, float64(8*i)))
	}
	ix := newIndex(ablation.NewStudy(&rep, ablation.StudyOptions{}), Options{})
	assert.Equal(t, "Stored parameters: 3 larger rows are left out.", ix.parameters()[0].draft().foot)
}

// TestFootprintsKeepTheirProportions: a bar twice as long means twice as much;
// where zero and the smallest value cannot both be shown there are no bars.
func TestFootprintsKeepTheirProportions(t *testing.T) {
	list := []*ablation.Config{{Variant: "a"}, {Variant: "b"}, {Variant: "c"}}
	x, m := footprintMarks(list, []float64{0, 2048, 4096}, paramCount())
	assert.IsType(t, bars{}, m)
	zero, _ := x.at(0)
	half, _ := x.at(2048)
	full, _ := x.at(4096)
	assert.InDelta(t, 0, zero, 1e-12)
	assert.InDelta(t, 2, full/half, 1e-9)

	x, m = footprintMarks(list, []float64{1, 10, 1e6}, paramCount())
	assert.IsType(t, dots{}, m)
	assert.True(t, x.log)

	for _, values := range [][]float64{{0, 0, 0}, {math.MaxFloat64, math.SmallestNonzeroFloat64, 1}, {5, 5, 5}} {
		_, m = footprintMarks(list, values, paramBytes())
		assert.NotNil(t, m)
	}
}
