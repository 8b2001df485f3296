//go:build !purego

package kernels

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The inventory of every instruction set against the tables that the generator
// wrote with the kernels, whatever this machine can run.
func TestInventories(t *testing.T) {
	checkInventory(t, AVX2, []*Columns[float32]{columnsF32AVX2()}, codeletsF32AVX2(), autosortF32())
	checkInventory(t, AVX2, []*Columns[float64]{columnsF64AVX2()}, codeletsF64AVX2(), autosortF64())
	checkInventory(t, AVX512, []*Columns[float32]{columnsF32AVX512(), columnsF32AVX2()},
		slices.Concat(codeletsF32AVX512(), codeletsF32AVX2()), autosortF32())
	checkInventory(t, AVX512, []*Columns[float64]{columnsF64AVX512(), columnsF64AVX2()},
		slices.Concat(codeletsF64AVX512(), codeletsF64AVX2()), autosortF64())
}

// checkInventory holds the inventory of an instruction set against its kernels.
func checkInventory[F Float](t *testing.T, isa string, columns []*Columns[F], codelets []*Codelet[F], autosort *Autosort[F]) {
	t.Helper()
	inventory, known := InventoryOf[F](isa)
	require.True(t, known, isa)
	var want Inventory
	for _, c := range columns {
		assert.True(t, c.HasBack(), "columns of %d lanes", c.Lanes)
		want.Columns = append(want.Columns, c.Lanes)
		if c.Has(16) {
			want.Sixteen = c.Lanes
		}
	}
	for _, c := range codelets {
		want.Codelets = append(want.Codelets, c.Form())
	}
	want.Vectors = autosort.Lanes
	assert.Equal(t, want, *inventory, isa)
}
