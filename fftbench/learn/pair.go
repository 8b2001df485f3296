package learn

import "math/rand/v2"

// pair is an encoder and a decoder: transforms whose twiddle angles are trained
// to be the DFT and its inverse. The stages of n points are those of n/2 and one
// more, so the angles of the longest length serve all of them.
type pair struct {
	weight  float64   // of the spectrum's error
	all     []float64 // the encoder's angles, then the decoder's
	lengths map[int]*pairAt
}

// pairAt is the networks of one length.
type pairAt struct {
	wiring
	encoder, decoder *twiddleNet
	tapes            [2]tapes
	spectrum         []complex128 // gradient that comes back from the decoder
}

// newPair begins at the angles of theory, each off by a normal error of sigma
// radians.
func newPair(lengths []int, weight float64, r *rand.Rand, sigma float64) (*pair, error) {
	p := &pair{weight: weight, lengths: map[int]*pairAt{}}
	longest := 0
	for _, n := range lengths {
		w, err := newWiring(n)
		if err != nil {
			return nil, err
		}
		longest = max(longest, n)
		p.lengths[n] = &pairAt{wiring: w, encoder: newTwiddleNet(w, false), decoder: newTwiddleNet(w, false), tapes: [2]tapes{{}, {}}}
	}
	forward := theory(longest)
	p.all = append(p.all, forward...)
	for _, a := range forward {
		p.all = append(p.all, -a)
	}
	if sigma > 0 {
		for i := range p.all {
			p.all[i] += sigma * r.NormFloat64()
		}
	}
	return p, nil
}

// halves are the encoder's and the decoder's part of weights or of a gradient.
func halves(all []float64) (encoder, decoder []float64) { return all[:len(all)/2], all[len(all)/2:] }

// at returns the networks of n points with the angles as they are now.
func (p *pair) at(n int) *pairAt {
	a := p.lengths[n]
	encoder, decoder := halves(p.all)
	for i := range a.encoder.w {
		a.encoder.w[i], a.decoder.w[i] = unit(encoder[i]), unit(decoder[i])
	}
	return a
}

// encode and decode leave their results on the tapes that they return. That of
// decode is not divided by n.
func (a *pairAt) encode(rows []complex128, examples int) *tape {
	return a.run(a.encoder, a.tapes[0], rows, examples)
}

func (a *pairAt) decode(rows []complex128, examples int) *tape {
	return a.run(a.decoder, a.tapes[1], rows, examples)
}

func (a *pairAt) run(net *twiddleNet, all tapes, rows []complex128, examples int) *tape {
	t := all.of(a.wiring, examples)
	t.load(a.wiring, rows)
	net.forward(t)
	return t
}

// descend is ‖dec(enc(x))/n − x‖²/‖x‖² + weight·‖enc(x) − X‖²/‖X‖² of signals of
// n points, with its gradient by all angles.
func (p *pair) descend(n int, b *batch, gradient []float64) float64 {
	a := p.at(n)
	encoded := a.encode(b.in, b.examples)
	decoded := a.decode(encoded.result(), b.examples)

	power := b.power / float64(n) // of the signals, by Parseval's theorem
	loss, scale := 0.0, 2/(power*float64(n))
	for i, v := range decoded.result() {
		d := v/complex(float64(n), 0) - b.in[i]
		loss += (real(d)*real(d) + imag(d)*imag(d)) / power
		decoded.gradient[i] = complex(scale*real(d), scale*imag(d))
	}
	a.decoder.backward(decoded)
	if len(a.spectrum) < len(b.in) {
		a.spectrum = make([]complex128, len(b.in))
	}
	spectrum := a.spectrum[:len(b.in)]
	decoded.unload(a.wiring, spectrum)

	loss += p.weight * spectrumLoss(encoded, b, true)
	for i, d := range spectrum {
		g := encoded.gradient[i]
		encoded.gradient[i] = d + complex(p.weight*real(g), p.weight*imag(g))
	}
	a.encoder.backward(encoded)

	clear(gradient)
	byEncoder, byDecoder := halves(gradient)
	for i := range a.encoder.dw {
		byEncoder[i] = turned(a.encoder.dw[i], a.encoder.w[i])
		byDecoder[i] = turned(a.decoder.dw[i], a.decoder.w[i])
	}
	return loss
}
