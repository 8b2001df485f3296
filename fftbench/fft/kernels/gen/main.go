// Command gen writes the vector kernels of package kernels and the Go
// declarations of them, one family of kernels a call. Run it with go generate
// in that package; the same generator writes the same bytes.
package main

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/mmcloughlin/avo/build"
)

// families are the emitters of the generated files.
func families() map[string]func() {
	return map[string]func(){
		"passes":          passes,
		"autosort_f32":    func() { autosorts(newPrecision(4)) },
		"autosort_f64":    func() { autosorts(newPrecision(8)) },
		"transpose":       transposes,
		"pointwise":       pointwise,
		"real_avx2":       func() { reals(avx2Bytes) },
		"real_avx512":     func() { reals(avx512Bytes) },
		"codelets_avx2":   func() { codelets(avx2Bytes) },
		"codelets_avx512": func() { codelets(avx512Bytes) },
		"columns_avx2":    func() { columns(avx2Bytes) },
		"columns_avx512":  func() { columns(avx512Bytes) },
		"frames_avx2":     func() { frames(avx2Bytes) },
		"frames_avx512":   func() { frames(avx512Bytes) },
		"q8":              q8,
	}
}

func main() {
	names := slices.Sorted(maps.Keys(families()))
	family := flag.String("family", "", "the kernels to write: "+strings.Join(names, ", "))
	list := flag.String("table", "", "`file` for the Go code that lists the kernels, of families that have it")
	entries := flag.String("entries", "", "`file` for the assembly that knows where those kernels begin, of families that have it")
	flag.Parse()
	emit, ok := families()[*family]
	if !ok {
		fmt.Fprintf(os.Stderr, "gen: -family is %q, want one of %s\n", *family, strings.Join(names, ", "))
		os.Exit(2)
	}
	build.ConstraintExpr("amd64,!purego")
	emit()
	build.Generate()
	if *list == "" {
		return
	}
	if err := writeTable(*list, *entries, *family); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
