package ablation

import "iter"

// Load is how the sizes of batches are told side by side.
type Load int

// The loads of a cell of n and batch.
const (
	ByBatch    Load = iota // batch
	ByElements             // n·batch
)

// LoadOf returns the load by which cells, given as n and batch, line up: that of
// which there are fewer values. What fills a device is chosen by its elements, and
// then hardly a batch stands twice.
func LoadOf(cells iter.Seq2[int, int]) Load {
	batches, elements := map[int]bool{}, map[int]bool{}
	for n, batch := range cells {
		batches[batch], elements[n*batch] = true, true
	}
	if len(elements) < len(batches) {
		return ByElements
	}
	return ByBatch
}

// Of returns the load of a cell.
func (l Load) Of(n, batch int) int {
	if l == ByElements {
		return n * batch
	}
	return batch
}

// String names the load.
func (l Load) String() string {
	if l == ByElements {
		return "n·batch"
	}
	return "batch"
}
