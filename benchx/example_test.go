package benchx_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"sort"
	"testing"
	"time"

	"github.com/fftstudy/fftstudy/benchx"
)

// This file is what a user writes to study sorting algorithms. Run it with
//
//	go test -bench Sort ./benchx | benchx report
//	go test -bench 'Sort/algo=(pdq|heap)$/n=10000$' ./benchx

var suite benchx.Suite

func TestMain(m *testing.M) {
	os.Exit(suite.Main(m, benchx.Options{BenchTime: 10 * time.Millisecond}))
}

func BenchmarkSort(b *testing.B) {
	algorithms := []struct {
		name string
		sort func([]int)
	}{
		{"pdq", slices.Sort[[]int]},
		{"stable", func(s []int) { sort.Stable(sort.IntSlice(s)) }},
		{"insertion", insertionSort},
	}
	for _, algo := range algorithms {
		for _, n := range []int{100, 10_000, 100_000} {
			suite.Run(b, benchx.Case{
				Axes:     []benchx.Axis{benchx.At("algo", algo.name), benchx.At("n", n)},
				Deadline: 10 * time.Second,
				Prepare: func() (*benchx.Prepared, error) {
					if algo.name == "insertion" && n > 10_000 {
						return nil, fmt.Errorf("%w: would take seconds per call", benchx.ErrSkip)
					}
					return prepareSort(algo.sort, n), nil
				},
			})
		}
	}
}

func prepareSort(sortInts func([]int), n int) *benchx.Prepared {
	input := rand.New(rand.NewPCG(1, 2)).Perm(n)
	work := make([]int, n)
	return &benchx.Prepared{
		Op: func() error {
			copy(work, input)
			sortInts(work)
			return nil
		},
		Check: func() error {
			if !slices.IsSorted(work) {
				return errors.New("the result is not sorted")
			}
			return nil
		},
		Bytes: int64(n) * 8,
	}
}

func insertionSort(s []int) {
	for i := range s {
		for j := i; j > 0 && s[j] < s[j-1]; j-- {
			s[j], s[j-1] = s[j-1], s[j]
		}
	}
}

func ExampleName() {
	axes := []benchx.Axis{benchx.At("algo", "pdq"), benchx.At("n", 1000)}
	fmt.Println(benchx.Name("BenchmarkSort", axes))
	// Output: BenchmarkSort/algo=pdq/n=1000
}

func ExampleMeasureHeap() {
	heap, err := benchx.MeasureHeap(func() ([]int64, error) {
		numbers := make([]int64, 1<<19) // 4 MiB, of which a quarter is kept
		for i := range numbers {
			numbers[i] = int64(i) * int64(i)
		}
		return slices.Clone(numbers[:1<<17]), nil
	})
	fmt.Printf("held %d MiB, peak %d MiB, error %v\n", heap.Held>>20, heap.Peak>>20, err)
	// Output: held 1 MiB, peak 5 MiB, error <nil>
}
