package arena

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// crowded returns n buffers of random sizes of which about alive are alive at a
// time.
func crowded(n, alive int) []Buffer {
	random := rand.New(rand.NewPCG(uint64(n), uint64(alive)))
	buffers := make([]Buffer, n)
	for i := range buffers {
		first := random.IntN(n)
		buffers[i] = Buffer{Size: 1 + random.Int64N(1<<20), First: first, Last: first + int(float64(alive)*random.ExpFloat64())}
	}
	return buffers
}

// layered returns n buffers as a network of layers has them: each layer makes a
// few short-lived ones, and every eighth is read once more much later.
func layered(n int) []Buffer {
	random := rand.New(rand.NewPCG(uint64(n), 0))
	buffers := make([]Buffer, n)
	for i := range buffers {
		buffers[i] = Buffer{Size: 1 << (8 + random.IntN(12)), First: i, Last: i + 1 + random.IntN(3)}
		if i%8 == 0 {
			buffers[i].Last = i + 1 + random.IntN(200)
		}
	}
	return buffers
}

func BenchmarkPack(b *testing.B) {
	for _, n := range []int{10, 40, 300, 2000, 100_000} {
		shapes := []struct {
			name    string
			buffers []Buffer
		}{
			{"chain", chain(n, 4096)},
			{"layers", layered(n)},
			{"crowd30", crowded(n, 30)},
			{"crowd300", crowded(n, 300)},
		}
		for _, shape := range shapes {
			b.Run(fmt.Sprintf("n=%d/shape=%s", n, shape.name), func(b *testing.B) {
				b.ReportAllocs()
				var p *Plan
				for b.Loop() {
					var err error
					if p, err = Pack(shape.buffers, Options{Align: 256}); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(100*p.Gap(), "gap-%")
			})
		}
	}
}

func BenchmarkValidate(b *testing.B) {
	buffers := crowded(100_000, 300)
	p, err := Pack(buffers, Options{Align: 256})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if err := p.Validate(buffers); err != nil {
			b.Fatal(err)
		}
	}
}
