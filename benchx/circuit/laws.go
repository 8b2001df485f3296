package circuit

import (
	"fmt"
	"maps"
	"math/bits"
	"slices"
)

// maxArgs is the most arguments that a law takes.
const maxArgs = 3

// law is a size that sums and products cannot say.
type law struct {
	args int
	says string
	of   func(a [maxArgs]int64) (int64, error)
}

// laws are the terms that expressions may call; the table is never changed.
var laws = map[string]law{
	"min":  {2, "the smaller", func(a [maxArgs]int64) (int64, error) { return min(a[0], a[1]), nil }},
	"max":  {2, "the larger", func(a [maxArgs]int64) (int64, error) { return max(a[0], a[1]), nil }},
	"less": {2, "a - b, zero at least", func(a [maxArgs]int64) (int64, error) { return max(0, a[0]-a[1]), nil }},
	"div":  {2, "a / b rounded down", div},
	"pow2": {1, "the next power of two, a itself included", pow2},
	"when": {3, "b where a is not zero, c where it is", func(a [maxArgs]int64) (int64, error) {
		if a[0] != 0 {
			return a[1], nil
		}
		return a[2], nil
	}},
	"hash_table": {2, "bytes of a hash table of a entries of b bytes", hashTable},
}

// Laws returns what an expression may call, each with its meaning.
func Laws() (list [][2]string) {
	for _, name := range slices.Sorted(maps.Keys(laws)) {
		args := "(a, b, c)"[:1+3*laws[name].args-2] + ")"
		list = append(list, [2]string{name + args, laws[name].says})
	}
	return list
}

// checkLaw says whether a law may be called with so many arguments.
func checkLaw(name string, args int) error {
	l, ok := laws[name]
	switch {
	case !ok:
		return fmt.Errorf("unknown law %s(), want one of %v", name, slices.Sorted(maps.Keys(laws)))
	case l.args != args:
		return fmt.Errorf("%s() takes %d arguments, not %d", name, l.args, args)
	}
	return nil
}

func div(a [maxArgs]int64) (int64, error) {
	if a[1] == 0 {
		return 0, fmt.Errorf("division by zero")
	}
	return a[0] / a[1], nil
}

func pow2(a [maxArgs]int64) (int64, error) {
	if a[0] > 1<<62 {
		return 0, ErrOverflow
	}
	if a[0] <= 1 {
		return 1, nil
	}
	return 1 << bits.Len64(uint64(a[0]-1)), nil
}

// hashTable is the size of an open-addressing table with a control byte for each
// bucket, a group of 16 more at the end, and at most seven buckets of eight in
// use. It jumps by a factor of two as it grows.
func hashTable(a [maxArgs]int64) (int64, error) {
	entries, size := a[0], a[1]
	var buckets int64
	switch {
	case entries == 0:
		return 0, nil
	case entries < 4:
		buckets = 4
	case entries < 8:
		buckets = 8
	default:
		eighths, err := mul(8, entries)
		if err != nil {
			return 0, err
		}
		if buckets, err = pow2([maxArgs]int64{eighths / 7}); err != nil {
			return 0, err
		}
	}
	size, err := add(size, 1)
	if err != nil {
		return 0, err
	}
	bytes, err := mul(buckets, size)
	if err != nil {
		return 0, err
	}
	return add(bytes, 16)
}
