package learn

import (
	"math"
	"math/rand/v2"

	"github.com/fftstudy/fftstudy/benchx/training"
)

// viewExamples is how many held-out signals a point of a landscape is the loss of.
const viewExamples = 16

// landscape is the loss in a plane through all weights around those that were
// trained. It is spanned by two random directions. A direction is as long in each
// group of weights as these are (Li et al. 2018, section 4: what is of no
// consequence to scale must not decide how steep a loss looks); angles, whose
// scale is of consequence, move by one radian r.m.s.
func (f *Fitted) landscape(side int) *training.Landscape {
	r := stream(f.config.Seed, streamPlane)
	x, y := f.direction(r), f.direction(r)
	view := f.draw(stream(f.config.Seed, streamHeldOut), viewExamples)
	l := &training.Landscape{
		XLabel: "first random direction, in norms of the weights of each stage (angles: rad r.m.s.)",
		YLabel: "second random direction",
	}
	for i := range side {
		at := float64(2*i)/float64(max(side-1, 1)) - 1
		l.X, l.Y = append(l.X, at), append(l.Y, at)
	}
	home, weights := f.weights(), f.model.values()
	for _, b := range l.Y {
		row := make([]float64, side)
		for i, a := range l.X {
			for k, w := range home {
				weights[k] = w + a*x[k] + b*y[k]
			}
			f.model.refresh()
			row[i] = f.model.loss(view)
		}
		l.Z = append(l.Z, row)
	}
	copy(weights, home)
	f.model.refresh()
	return l
}

// direction is a random one, normalised group by group.
func (f *Fitted) direction(r *rand.Rand) []float64 {
	d := make([]float64, len(f.model.values()))
	for _, g := range f.model.groups() {
		part := d[g.from:g.to]
		for i := range part {
			part[i] = r.NormFloat64()
		}
		length := norm2(f.model.values()[g.from:g.to])
		if g.angles {
			length = math.Sqrt(float64(len(part)))
		}
		scale := length / norm2(part)
		for i := range part {
			part[i] *= scale
		}
	}
	return d
}
