package fftbench

import (
	"math"
	"math/rand/v2"
)

// element is a type that rows are made of.
type element interface {
	complex64 | complex128 | float32 | float64
}

// distinctRows is how many different rows an input has; the others repeat
// them. The time of a transform does not depend on its values, and four rows
// are what the truth is worked out for.
const distinctRows = 4

// seed makes the study's inputs the same in every run.
const seed = 42

// stock holds inputs and the output of one element type. All variants read the
// same input and write to the same output, so none is luckier with its place
// in memory than another.
type stock[T element] struct {
	precision Precision
	fill      func(*rand.Rand, []T) // makes a row
	judge     func(row []T, dir string, n int, p Precision) (judge[T], error)
	inputs    map[int][]T // by row length
	out       []T
	judges    map[truthKey]judge[T]
}

// truthKey names the truth about what begins at a place in an input; inputs
// repeat their distinct rows.
type truthKey struct {
	dir   string
	n, at int
}

func newStock[T element](p Precision, fill func(*rand.Rand, []T),
	judgeRow func(row []T, dir string, n int, p Precision) (judge[T], error),
) stock[T] {
	return stock[T]{
		precision: p, fill: fill, judge: judgeRow,
		inputs: map[int][]T{}, judges: map[truthKey]judge[T]{},
	}
}

// truth returns the judge of what comes out for a row that begins at a place in
// an input of rows of that length.
func (s *stock[T]) truth(dir string, n int, in []T, at, length int) (judge[T], error) {
	key := truthKey{dir, n, at % (distinctRows * length)}
	if j, ok := s.judges[key]; ok {
		return j, nil
	}
	j, err := s.judge(in[at:at+length], dir, n, s.precision)
	if err == nil {
		s.judges[key] = j
	}
	return j, err
}

// row returns distinct row number k of the given length, the same in both
// precisions but for rounding.
func (s *stock[T]) row(length, k int) []T {
	random := rand.New(rand.NewPCG(seed, uint64(distinctRows*length+k)))
	row := make([]T, length)
	s.fill(random, row)
	return row
}

// input returns batch rows of the given length. The caller must not change it.
func (s *stock[T]) input(length, batch int) []T {
	have := s.inputs[length]
	want := length * batch
	if len(have) >= want {
		return have[:want:want]
	}
	in := make([]T, want)
	for k := range min(batch, distinctRows) {
		copy(in[k*length:], s.row(length, k))
	}
	for at := distinctRows * length; at < want; at *= 2 {
		copy(in[at:], in[:at]) // whole cycles of the distinct rows
	}
	s.inputs[length] = in
	return in
}

// output returns room for so many elements, of any content.
func (s *stock[T]) output(count int) []T {
	if len(s.out) < count {
		s.out = make([]T, count)
	}
	return s.out[:count:count]
}

// forget drops the buffers, for the next ones not to come on top of them.
func (s *stock[T]) forget() {
	clear(s.inputs)
	s.out = nil
}

func uniform(r *rand.Rand) float64 { return 2*r.Float64() - 1 }

// noise fills rows with numbers that draw makes one by one.
func noise[T element](draw func(*rand.Rand) T) func(*rand.Rand, []T) {
	return func(r *rand.Rand, row []T) {
		for i := range row {
			row[i] = draw(r)
		}
	}
}

// tones fills rows with tones of falling strength, between bins like those of
// the world, in noise 40 dB below the strongest.
func tones[R float32 | float64](r *rand.Rand, row []R) {
	phases := make([]float64, 8)
	for i := range phases {
		phases[i] = r.Float64()
	}
	for j := range row {
		sum := 0.01 * uniform(r)
		for i, phase := range phases {
			turns := float64(j)*(float64(i)+0.6180339887498949)/18 + phase
			sum += math.Exp2(-float64(i)/2) * math.Sin(2*math.Pi*(turns-math.Floor(turns)))
		}
		row[j] = R(sum)
	}
}

// poison fills rows with NaN.
func poison[T element](rows []T) {
	nan := math.NaN()
	switch rows := any(rows).(type) {
	case []complex64:
		fill(rows, complex64(complex(nan, nan)))
	case []complex128:
		fill(rows, complex(nan, nan))
	case []float32:
		fill(rows, float32(nan))
	case []float64:
		fill(rows, nan)
	}
}

func fill[T any](s []T, v T) {
	for i := range s {
		s[i] = v
	}
}

// complexParts returns real and imaginary parts in turn.
func complexParts[C complex64 | complex128](row []C) []float64 {
	parts := make([]float64, 0, 2*len(row))
	for _, c := range row {
		c := complex128(c)
		parts = append(parts, real(c), imag(c))
	}
	return parts
}

func realParts[R float32 | float64](row []R) []float64 {
	parts := make([]float64, len(row))
	for i, v := range row {
		parts[i] = float64(v)
	}
	return parts
}
