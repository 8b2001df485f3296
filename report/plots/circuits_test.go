package plots

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

const (
	kib = int64(1) << 10
	mib = int64(1) << 20
	gib = int64(1) << 30
)

// pingPong is a chain of 20 passes over 2^20 complex128: pass k reads buffer k
// and writes buffer k+1, so two of 16 MiB are alive at any step, and two places
// are enough.
func pingPong() AddressMap {
	m := AddressMap{Of: "stockham 2^20", Peak: 7, Arena: 32 * mib, Lower: 32 * mib}
	for k := range int64(20) {
		m.Buffers = append(m.Buffers, PlacedBuffer{
			Name: fmt.Sprintf("pass %d", k), Offset: k % 2 * 16 * mib, Bytes: 16 * mib, First: k, Last: k + 1})
	}
	return m
}

// batchLadder is an FFT of 2^14 points at batches 1 to 1024: tables of a fixed
// size, two buffers a row.
func batchLadder() MemoryStack {
	m := MemoryStack{Of: "stockham 2^14", Knob: "batch", Budget: 256 * mib, Asked: 64, Largest: 509}
	tables, spectra := []int64{}, []int64{}
	var buffers, work []int64
	for b := int64(1); b <= 1024; b *= 2 {
		m.X = append(m.X, b)
		tables, spectra = append(tables, 256*kib), append(spectra, 384*kib)
		buffers, work = append(buffers, 2*b*256*kib), append(work, 64*kib)
	}
	m.Terms = []MemoryTerm{{"weights stored", tables}, {"weights derived", spectra}, {"activations", buffers}, {"workspace", work}}
	return m
}

// sizeLadder has a prime beside each power of two, which takes a padded length
// of about four times as much.
func sizeLadder() MemoryStack {
	m := MemoryStack{Of: "any length", Knob: "n", Budget: 8 * gib, Asked: 1 << 20, Largest: 1 << 26, Safe: 1 << 25}
	primes := []int64{1021, 2053, 4099, 8191, 16411, 32771, 65537, 131071, 262147, 524287, 1048583, 2097169, 4194301, 8388617, 16777259, 33554467, 67108859}
	var stored, derived, buffers []int64
	add := func(n, padded int64) {
		m.X = append(m.X, n)
		stored = append(stored, 16*padded)
		buffers = append(buffers, 32*padded)
		chirp := int64(0)
		if padded != n {
			chirp = 16 * (n + padded)
		}
		derived = append(derived, chirp)
	}
	for i, p := range primes {
		n := int64(1) << (10 + i)
		add(n, n)
		padded := int64(1)
		for padded < 2*p-1 {
			padded *= 2
		}
		add(p, padded)
	}
	m.Terms = []MemoryTerm{{"weights stored", stored}, {"weights derived", derived}, {"activations", buffers}}
	return m
}

// modelTerms are of the size of a model of 27 billion parameters.
func modelTerms() []WaterfallTerm {
	return []WaterfallTerm{
		{Name: "weights stored", Bytes: 34 * gib},
		{Name: "outside the circuit", Bytes: 884 * mib, Part: true},
		{Name: "weights derived", Bytes: 26 * gib},
		{Name: "leaked", Bytes: 4685 * mib, Part: true},
		{Name: "activations", Bytes: 1945 * kib},
		{Name: "workspace", Bytes: 12 * mib},
		{Name: "states", Bytes: 6184 * mib},
		{Name: "caches", Bytes: 39160 * mib},
		{Name: "driver", Bytes: 3248 * mib},
	}
}

// modelLadder is that model by concurrency.
func modelLadder() MemoryStack {
	m := MemoryStack{Of: "27B hybrid", Knob: "concurrency", Budget: 103 * gib, Asked: 8, Largest: 20}
	of := func(bytes func(c int64) int64) (list []int64) {
		for c := int64(1); c <= 24; c++ {
			list = append(list, bytes(c))
		}
		return list
	}
	m.X = of(func(c int64) int64 { return c })
	m.Terms = []MemoryTerm{
		{"weights stored", of(func(int64) int64 { return 34 * gib })},
		{"weights derived", of(func(int64) int64 { return 22 * gib })},
		{"activations", of(func(c int64) int64 { return 2 * c * mib })},
		{"workspace", of(func(c int64) int64 { return 12 * mib })},
		{"states", of(func(c int64) int64 { return gib + c*700*mib })},
		{"caches", of(func(c int64) int64 { return 20*gib + c*512*mib })},
		{"driver", of(func(int64) int64 { return 3 * gib })},
	}
	return m
}

// decoderLive is the live set of a small decoder step with some fragmentation.
func decoderLive() LiveSet {
	l := LiveSet{Of: "27B hybrid", Step: "verify, 4 rows: step 213 of 640, l17.ffn.down", Arena: 1945 * kib}
	for i, b := range []int64{544, 544, 272, 160, 80, 80, 40, 40, 40, 20, 20, 10, 10, 5, 5, 2, 2, 1, 1, 1, 1, 1, 1, 1} {
		l.Buffers = append(l.Buffers, LiveBuffer{Name: fmt.Sprintf("l17.ffn.e%d", i), Note: "4 × 34816 bf16", Bytes: b * kib})
	}
	return l
}

// manyBuffers are placed by chance, so some overlap.
func manyBuffers(count int) AddressMap {
	rng := rand.New(rand.NewPCG(1, 2))
	m := AddressMap{Of: fmt.Sprintf("%d buffers", count), Peak: 600}
	for i := range count {
		first := rng.Int64N(1000)
		b := PlacedBuffer{Name: fmt.Sprintf("e%d", i), First: first, Last: first + int64(rng.ExpFloat64()*8),
			Bytes: int64(math.Exp(rng.NormFloat64()*2) * float64(64*kib))}
		b.Offset = rng.Int64N(64*mib/256) * 256
		m.Arena = max(m.Arena, b.Offset+b.Bytes)
		m.Buffers = append(m.Buffers, b)
	}
	m.Lower = m.Arena * 9 / 10
	return m
}

// firstFit is a plan of count buffers made as the simplest planners do: in order
// of their first step, each at the lowest free offset.
func firstFit(count int) AddressMap {
	rng := rand.New(rand.NewPCG(3, 4))
	m := AddressMap{Of: "first fit", Run: fmt.Sprintf("%d buffers", count)}
	live := map[int64]int64{}
	for i := range int64(count) {
		b := PlacedBuffer{Name: fmt.Sprintf("e%d", i), First: i, Last: i + 1 + int64(rng.ExpFloat64()*4),
			Bytes: (1 + rng.Int64N(64)) * 64 * kib}
		busy := slices.DeleteFunc(slices.Clone(m.Buffers), func(o PlacedBuffer) bool { return o.Last < b.First })
		slices.SortFunc(busy, func(a, b PlacedBuffer) int { return cmp.Compare(a.Offset, b.Offset) })
		for _, o := range busy {
			if b.Offset+b.Bytes <= o.Offset {
				break
			}
			b.Offset = max(b.Offset, o.Offset+o.Bytes)
		}
		m.Buffers = append(m.Buffers, b)
		m.Arena = max(m.Arena, b.Offset+b.Bytes)
		for step := b.First; step <= b.Last; step++ {
			live[step] += b.Bytes
			if live[step] > m.Lower {
				m.Lower, m.Peak = live[step], step
			}
		}
	}
	return m
}

func memoryExamples() []Drawing {
	fft := Waterfall{Of: "stockham 2^14 · batch 64", Budget: 8 * gib, Terms: []WaterfallTerm{
		{Name: "weights stored", Bytes: 256 * kib}, {Name: "weights derived", Bytes: 384 * kib},
		{Name: "activations", Bytes: 32 * mib}, {Name: "workspace", Bytes: 64 * kib}, {Name: "driver", Bytes: 4 * mib}}}
	over := modelTerms()
	over[7].Bytes = 45 * gib
	far := batchLadder()
	far.Budget, far.Largest, far.Of = 64*gib, 0, "far budget"
	near := modelLadder()
	near.Of, near.Budget, near.Largest = "far budget", 2048*gib, 3000
	live := LiveSet{Of: "stockham 2^20", Step: "step 7 of 21", Arena: 32 * mib, Buffers: []LiveBuffer{
		{"pass 6", "1 × 1048576 c128", 16 * mib}, {"pass 7", "1 × 1048576 c128", 16 * mib}}}
	dense := MemoryStack{Of: "dense", Knob: "n", Asked: 700, Budget: 100 * kib}
	dense.Terms = []MemoryTerm{{Name: "buffers"}, {Name: "tables"}}
	for n := int64(1); n <= 1500; n++ {
		padded := n
		if n%7 == 3 {
			padded = 4 * n
		}
		dense.X = append(dense.X, n)
		dense.Terms[0].Bytes = append(dense.Terms[0].Bytes, 32*padded)
		dense.Terms[1].Bytes = append(dense.Terms[1].Bytes, 16*n)
	}
	return []Drawing{
		Waterfall{Of: "27B hybrid", Budget: 112 * gib, Terms: modelTerms()},
		Waterfall{Of: "27B hybrid, over", Budget: 103 * gib, Terms: over},
		fft,
		Waterfall{Of: "without a budget", Terms: modelTerms()},
		batchLadder(), sizeLadder(), modelLadder(), far, near, dense,
		live, decoderLive(),
		pingPong(), firstFit(40), firstFit(2000), manyBuffers(10_000),
	}
}
