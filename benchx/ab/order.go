package ab

import (
	"fmt"
	"hash/fnv"
	"math/bits"
)

// An Order decides which side of a pair goes first.
type Order string

// The orders.
const (
	// ThueMorse follows the Thue–Morse sequence ABBABAAB…: any 2^k rounds in a
	// row from a multiple of 2^k on cancel every drift that is a polynomial of
	// degree below k (Prouhet 1851; Richman, "Recursive binary sequences of
	// differences", 2001).
	ThueMorse Order = "thue-morse"
	// ABBA draws for every two rounds whether they go ABBA or BAAB. It cancels
	// linear drift only, but keeps step with nothing that recurs.
	ABBA Order = "abba"
)

// ParseOrder returns the order named by word.
func ParseOrder(word string) (Order, error) {
	switch o := Order(word); o {
	case ThueMorse, ABBA:
		return o, nil
	}
	return "", fmt.Errorf("order %q: want %s or %s", word, ThueMorse, ABBA)
}

// First returns the side that goes first in a round (0-based) in the lane-th
// slice of it. Lanes start on sides that the seed draws, so that not all of a
// round's slices begin with the same one.
func (o Order) First(seed uint64, lane, round int) Side {
	if o == ABBA {
		return Side(coin(seed, lane, round/2) ^ round&1)
	}
	return Side(coin(seed, lane, 0) ^ bits.OnesCount(uint(round))&1)
}

// coin returns a bit that depends on all three numbers.
func coin(seed uint64, lane, block int) int {
	h := fnv.New64a()
	fmt.Fprintf(h, "%d/%d/%d", seed, lane, block)
	return bits.OnesCount64(h.Sum64()) & 1
}
