package study

import (
	"io"
	"testing"
)

// BenchmarkRender measures the whole page; 20,160 rows should take about
// 150 ms.
func BenchmarkRender(b *testing.B) {
	for _, scene := range []string{"small", "demo", "large"} {
		b.Run(scene, func(b *testing.B) {
			p := scenes()[scene](b)
			b.ReportAllocs()
			for b.Loop() {
				if err := Render(io.Discard, p); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
