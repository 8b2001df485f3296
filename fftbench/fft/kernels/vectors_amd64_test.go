//go:build !purego

package kernels

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Every vector kernel against its plain twin, on slices that begin anywhere.

func needVectors(t *testing.T) {
	t.Helper()
	if !useVectors {
		t.Skip("this CPU has no AVX2 and FMA")
	}
}

// fence surrounds a slice, so that a write beside it shows.
const fence = 16

// fenced draws count random parts whose address is a multiple of one part
// only.
func fenced[F Float](t *rapid.T, count int) (all, x []F) {
	all = make([]F, count+2*fence+8)
	for i := range all {
		all[i] = F(math.Sin(float64(7*i + i*i%31)))
	}
	at := fence + rapid.IntRange(0, 7).Draw(t, "offset")
	return all, all[at : at+count]
}

// twins runs both forms on copies of dst and compares all that they wrote.
func twins[F Float](t *rapid.T, what string, count int, vectors func(dst []F) bool, plain func(dst []F)) {
	all, dst := fenced[F](t, count)
	before, at := slices.Clone(all), 0
	for &all[at] != &dst[0] {
		at++
	}
	if !vectors(dst) {
		t.Fatalf("%s: no vectors", what)
	}
	want := slices.Clone(before)
	plain(want[at : at+count])
	tolerance := 32 * 0x1p-23
	if isDouble[F]() {
		tolerance = 32 * 0x1p-52
	}
	for i := range all {
		if inside := i >= at && i < at+count; !inside && all[i] != before[i] {
			t.Fatalf("%s: wrote beside its output, at %d of %d", what, i-at, count)
		} else if math.Abs(float64(all[i]-want[i])) > tolerance {
			t.Fatalf("%s: part %d is %v, want %v", what, i-at, all[i], want[i])
		}
	}
}

func TestInPlaceVectors(t *testing.T) {
	needVectors(t)
	both(t, rapid.MakeCheck(checkInPlaceVectors[float32]), rapid.MakeCheck(checkInPlaceVectors[float64]))
}

func checkInPlaceVectors[F Float](t *rapid.T) {
	h := vectorParts[F]() * rapid.IntRange(1, 9).Draw(t, "vectors")
	groups := rapid.IntRange(1, 5).Draw(t, "groups")
	_, w1 := fenced[F](t, h)
	_, w2 := fenced[F](t, h)
	_, w3 := fenced[F](t, h)
	extra := rapid.IntRange(0, 3).Draw(t, "rest") // of an incomplete group
	for name, pass := range map[string]struct {
		vectors func(x, w1, w2, w3 []F) bool
		plain   func(x, w1, w2, w3 []F)
	}{
		"DIT4":        {dit4Vectors[F], plainDIT4[F]},
		"InverseDIT4": {inverseDIT4Vectors[F], plainInverseDIT4[F]},
		"DIF4":        {dif4Vectors[F], plainDIF4[F]},
	} {
		twins(t, name, 4*h*groups+2*extra,
			func(x []F) bool { return pass.vectors(x, w1, w2, w3) },
			func(x []F) { pass.plain(x, w1, w2, w3) })
	}
}

func TestStockhamVectors(t *testing.T) {
	needVectors(t)
	both(t, rapid.MakeCheck(checkStockhamVectors[float32]), rapid.MakeCheck(checkStockhamVectors[float64]))
}

func checkStockhamVectors[F Float](t *rapid.T) {
	s := vectorParts[F]() * rapid.IntRange(1, 9).Draw(t, "vectors")
	groups := rapid.IntRange(1, 5).Draw(t, "groups")
	_, x := fenced[F](t, 4*s*groups)
	_, w := fenced[F](t, 6*groups)
	twins(t, "Stockham4", len(x),
		func(y []F) bool { return stockham4Vectors(y, x, s, w) },
		func(y []F) { plainStockham4(y, x, s, w) })
	twins(t, "StockhamLast4", len(x),
		func(y []F) bool { return stockhamLast4Vectors(y, x) },
		func(y []F) { plainStockhamLast4(y, x) })
	twins(t, "StockhamLast4 in place", len(x),
		func(y []F) bool { return stockhamLast4Vectors(y, y) },
		func(y []F) { plainStockhamLast4(y, y) })
	twins(t, "Multiply", len(x),
		func(y []F) bool { return multiplyVectors(y, y, x) == len(y) },
		func(y []F) { plainMultiply(y, y, x) })
}

func TestFirstVectors(t *testing.T) {
	needVectors(t)
	both(t, rapid.MakeCheck(checkFirstVectors[float32]), rapid.MakeCheck(checkFirstVectors[float64]))
}

func checkFirstVectors[F Float](t *rapid.T) {
	backwards := rapid.Bool().Draw(t, "backwards")
	radix := rapid.SampledFrom([]int{8, 16}).Draw(t, "radix")
	// One sequence of some groups; long ones may be tiled.
	rows := vectorParts[F]() / 2 * rapid.IntRange(1, 8).Draw(t, "vectors")
	if tiles := rapid.IntRange(0, 4).Draw(t, "tiles"); tiles > 0 {
		rows = tileGroups * tiles
	}
	_, x := fenced[F](t, 2*radix*rows)
	_, w := fenced[F](t, 2*(radix-1)*rows)
	order := make([]int32, rows)
	for i := range order {
		order[i] = int32(2 * radix * i)
	}
	order = rapid.Permutation(order).Draw(t, "order")
	plain, plainSorted := plainFirst8[F], plainStockhamFirst8[F]
	if radix == 16 {
		plain, plainSorted = plainFirst16[F], plainStockhamFirst16[F]
	}
	what := fmt.Sprintf("radix %d, %d groups, backwards %v", radix, rows, backwards)
	twins(t, what, len(x),
		func(y []F) bool { return firstVectors(radix, y, x, nil, nil, order, All(rows), backwards) },
		func(y []F) { plain(y, x, nil, order, All(rows), backwards) })
	twins(t, "autosort "+what, len(x),
		func(y []F) bool { return firstVectors(radix, y, x, nil, w, []int32{0}, All(1), backwards) },
		func(y []F) { plainSorted(y, x, nil, w, []int32{0}, All(1), backwards) })
}

// AVX2 has 16 vector registers; the generator would take more if it ran short.
func TestKernelsKeepToAVX2(t *testing.T) {
	files, err := filepath.Glob("*_amd64.s")
	require.NoError(t, err)
	files = slices.DeleteFunc(files, func(name string) bool { return strings.HasSuffix(name, "_avx512_amd64.s") })
	require.Contains(t, files, "columns_avx2_amd64.s")
	beyond := regexp.MustCompile(`\b([XY](1[6-9]|2\d|3[01])|[ZK]\d+)\b`)
	for _, name := range files {
		code, err := os.ReadFile(name)
		require.NoError(t, err)
		assert.Empty(t, beyond.FindAllString(string(code), 3), name)
	}
}
