package kernels

import "math"

// Work is what a plan does for each row, counted from its kernels; tables, which
// stay in caches, are not in it.
type Work struct {
	Kernels       int   // launches, each of which reads and writes device memory once
	Read, Written int64 // bytes of device memory
	Operations    int64 // additions and multiplications; a fused one is two
}

// Intensity is operations per byte of device memory.
func (w Work) Intensity() float64 { return float64(w.Operations) / float64(w.Read+w.Written) }

// Work counts.
func (p *Plan) Work() Work {
	w := Work{Kernels: len(p.steps)}
	for _, s := range p.steps {
		w.Read += p.bytesOf(s.in)
		w.Written += p.bytesOf(s.out)
		w.Operations += s.teams * s.kernel.operations()
	}
	return w
}

func (p *Plan) bytesOf(b buffer) int64 {
	if b.where == inScratch {
		return p.scratch[b.scratch]
	}
	return b.row
}

// Traffic returns the bytes of device memory that a call of so many rows reads and
// writes at least: each kernel its input and output, and all tables once. What a
// kernel leaves in the second-level cache for the next counts as if it were not.
func (p *Plan) Traffic(batch int64) (read, written int64) {
	w := p.Work()
	return batch*w.Read + p.TableBytes(), batch * w.Written
}

// Flops returns the nominal operations of a row by which transforms are compared,
// 5·n·log2 n each: one for a transform, two for a filter and its gains, four for
// Welch's eight segments.
func (p *Plan) Flops() float64 {
	n := float64(p.Spec.N)
	one := 5 * n * math.Log2(n)
	switch kind := p.steps[0].kernel.file; {
	case kind == "helpers":
		return float64(p.Work().Operations)
	case p.InReal:
		return Segments / 2 * one
	case len(p.steps) == 3 || p.steps[0].kernel.filters():
		return 2*one + 2*n
	}
	return one
}

func (k kernel) option(name string) int {
	for _, o := range k.options {
		if o.name == name {
			return o.value
		}
	}
	return 0
}

func (k kernel) filters() bool { return k.option("FILTER") == 1 }

// Additions and multiplications of the source's functions.
const (
	timesOps  = 6 // of complex numbers
	squareOps = 4 // to add one's power to a sum
)

// butterflyOps: the parts that are no additions of pairs are turns by eighths (two
// additions, two multiplications) and by sixteenths.
func butterflyOps(radix int) int64 {
	const eighth = 4
	switch radix {
	case 2:
		return 4
	case 4:
		return 16
	case 8:
		return 2*16 + 2*eighth + 4*4
	default:
		return 8*16 + 4*eighth + 4*timesOps
	}
}

// twiddleOps are turns of all values but the first, and products of roots that the
// table does not have.
func twiddleOps(radix int) int64 {
	return int64(radix-1)*timesOps + int64(radix-1-len(passPowers(radix)))*timesOps
}

// passOps are those of the passes of a team.
func (k kernel) passOps() int64 {
	var sum int64
	for i, radix := range k.radices {
		butterflies := int64(k.length * k.columns / radix)
		sum += butterflies * butterflyOps(radix)
		if i > 0 {
			sum += butterflies * twiddleOps(radix)
		}
	}
	return sum
}

// operations are those of a team, or of an element of a helper.
func (k kernel) operations() int64 {
	elements := int64(k.length * k.columns)
	switch k.file {
	case "helpers":
		return k.helperOps()
	case "welch":
		const perSample = 2 + squareOps // windowed parts, their power
		return Segments/2*(k.passOps()+elements*perSample) + 2*elements/2
	case "columns":
		// A thread makes its base; each value but the first is turned by a product.
		turns := 2 * elements * timesOps
		return k.passOps() + turns + int64(k.option("FRAMES"))*2*elements
	}
	if k.filters() {
		return 2*k.passOps() + 2*elements
	}
	return k.passOps()
}

func (k kernel) helperOps() int64 {
	switch work(k.option("WORK")) {
	case workSegments:
		return 1
	case workSumSegments:
		return Segments*squareOps + 2
	case workSumPairs:
		return Segments*squareOps + 1
	default: // a complex number times a real one
		return 2
	}
}
