package arena_test

import (
	"fmt"

	"github.com/fftstudy/fftstudy/benchx/circuit/arena"
)

// A transform of 4096 complex numbers in three passes: each reads one buffer and
// writes the next.
func ExamplePack() {
	buffers := []arena.Buffer{
		{Size: 65536, First: 0, Last: 1},
		{Size: 65536, First: 1, Last: 2},
		{Size: 65536, First: 2, Last: 3},
		{Size: 65536, First: 3, Last: 4},
	}
	plan, err := arena.Pack(buffers, arena.Options{Align: 64})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("offsets", plan.Offsets)
	fmt.Println("arena", plan.Bytes, "of", plan.Materialized)
	fmt.Printf("gap %.1f %%, each byte used %.0f times\n", 100*plan.Gap(), plan.Reuse())
	// Output:
	// offsets [0 65536 0 65536]
	// arena 131072 of 262144
	// gap 0.0 %, each byte used 2 times
}

// The same in place: the passes share one buffer.
func ExampleTie() {
	buffers := []arena.Buffer{
		{Size: 65536, First: 0, Last: 1},
		{Size: 65536, First: 1, Last: 2},
		{Size: 65536, First: 2, Last: 3},
	}
	groups, err := arena.Tie(buffers, []arena.Alias{{Over: 1, Under: 0}, {Over: 2, Under: 1}}, nil, 64)
	if err != nil {
		fmt.Println(err)
		return
	}
	plan, err := arena.Pack(groups.Buffers(), arena.Options{Align: 64})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("offsets", groups.Offsets(plan), "arena", plan.Bytes)
	// Output: offsets [0 0 0] arena 65536
}
