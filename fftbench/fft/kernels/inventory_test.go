package kernels

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What this machine runs is in the inventory of its name.
func TestOwnInventory(t *testing.T) {
	checkOwnInventory[float32](t)
	checkOwnInventory[float64](t)
}

func checkOwnInventory[F Float](t *testing.T) {
	inventory, known := InventoryOf[F](ISA())
	require.True(t, known, ISA())
	for n := 1; n <= 1024; n++ {
		form, known := inventory.Codelet(n)
		if c := CodeletOf[F](n); assert.Equal(t, c != nil, known, "n=%d", n) && known {
			assert.Equal(t, c.Form(), form)
		}
	}
	var lanes []int
	for _, c := range AllColumns[F]() {
		lanes = append(lanes, c.Lanes)
	}
	assert.Equal(t, lanes, inventory.Columns)
	a := AutosortOf[F]()
	assert.Equal(t, a != nil, inventory.Vectors > 0)
	if a != nil {
		assert.Equal(t, a.Lanes, inventory.Vectors)
	}
}

func TestNoInventory(t *testing.T) {
	_, known := InventoryOf[float32]("NEON")
	assert.False(t, known)
}
