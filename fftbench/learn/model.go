package learn

// model is a network with weights to be trained.
type model interface {
	// values are the weights, one slice for the whole life of the model. Whoever
	// changes them calls refresh.
	values() []float64
	groups() []group
	// refresh works out of the weights what the network computes with.
	refresh()
	// anneal tells how much of the training is done.
	anneal(done float64)
	// descend is the loss that is trained, with its gradient.
	descend(b *batch, gradient []float64) float64
	// loss is the loss that counts: that of the network as it will be used.
	loss(b *batch) float64
}

// group is weights of one kind that belong together: those of a stage, or the
// gains of a mask.
type group struct {
	kind     string
	from, to int
	angles   bool // radians, which have a scale of their own
}

// Kinds of weights.
const (
	kindAngles    = "angles"
	kindGates     = "gates"
	kindRoundings = "roundings"
	kindMask      = "frequency mask"
	kindAffine    = "affine correction"
	kindFilters   = "mel filters" // that are not trained
)

// spectrumLoss is ‖Y−X‖²/‖X‖² of the result on a tape: the square of the relative
// L2 error. The gradient, if any, goes to the tape.
func spectrumLoss(t *tape, b *batch, backward bool) float64 {
	result, sum := t.result(), 0.0
	if !backward {
		for i, want := range b.spectrum {
			d := result[i] - want
			sum += real(d)*real(d) + imag(d)*imag(d)
		}
		return sum / b.power
	}
	scale := 2 / b.power
	for i, want := range b.spectrum {
		d := result[i] - want
		sum += real(d)*real(d) + imag(d)*imag(d)
		t.gradient[i] = complex(scale*real(d), scale*imag(d))
	}
	return sum / b.power
}
