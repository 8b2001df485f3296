package learn

import (
	"context"
	"fmt"
	"time"

	"github.com/fftstudy/fftstudy/benchx/training"
)

// Train trains a model and tells all there is to tell about it. If ctx ends
// before the training does, the model is what it came to, without a landscape,
// and the error is ctx's.
func Train(ctx context.Context, c Config) (training.Model, error) {
	f, err := newFitted(c)
	if err != nil {
		return training.Model{}, err
	}
	w := &witness{Fitted: f, heldOut: f.judge(streamHeldOut)}
	start := w.measure(f.model)
	began := w.now()
	ended := f.fit(ctx, func(step int, loss float64) { w.look(step, loss, began) })

	c = f.config
	m := training.Model{
		ID: fmt.Sprintf("%s_n%d", c.Variant, c.N), Variant: c.Variant, N: c.N, Batch: c.Batch, Steps: f.steps, Seed: c.Seed,
		Optimizer: c.Optimizer, Rate: c.Rate,
		Start: f.startText(), Data: f.dataText(), Objective: f.objectiveText(),
		Params: f.params(), Curve: w.curve, Scores: w.scores(start), Maps: f.maps(), Profiles: f.profiles(),
	}
	if c.Landscape > 0 && ended == nil {
		m.Landscape = f.landscape(c.Landscape)
	}
	return m, ended
}

// witness looks at a training.
type witness struct {
	*Fitted
	heldOut *batch
	foreign *batch // signals of another kind; made when they are asked for
	curve   training.Curve
}

func (w *witness) now() time.Time {
	if w.config.Now == nil {
		return time.Time{}
	}
	return w.config.Now()
}

// look adds a point to the curve.
func (w *witness) look(step int, loss float64, began time.Time) {
	c := &w.curve
	if c.Series == nil {
		c.Series = []training.Series{{Name: training.TrainLoss}, {Name: training.HeldOutLoss}}
		switch w.model.(type) {
		case *gated:
			c.Series = append(c.Series, training.Series{Name: training.MeanGate}, training.Series{Name: "open gates"})
		case *roundings:
			c.Series = append(c.Series, training.Series{Name: "undecided roundings"})
		}
	}
	c.Step = append(c.Step, step)
	if w.config.Now != nil {
		c.Seconds = append(c.Seconds, w.now().Sub(began).Seconds())
	}
	values := []float64{loss, w.model.loss(w.heldOut)}
	switch m := w.model.(type) {
	case *gated:
		values = append(values, m.meanGate(), m.openShare())
	case *roundings:
		values = append(values, m.undecided())
	}
	for i, v := range values {
		c.Series[i].Values = append(c.Series[i].Values, v)
	}
}

func (f *Fitted) startText() string {
	switch m := f.model.(type) {
	case *unitaries:
		return fmt.Sprintf("the angles of theory, each off by a normal error of %g rad", f.config.Sigma)
	case *gated:
		return "all gates open, the twiddles of theory, no mask and no correction"
	case *roundings:
		return fmt.Sprintf("each part of the twiddles at its nearest 8-bit integer; %d parts of %d are none and may go either way",
			len(m.parts), len(m.floors))
	}
	return ""
}

func (f *Fitted) dataText() string {
	const tones = "real signals of two tones in noise: 0.02–0.17 and 0.20–0.50 cycles a sample"
	switch f.model.(type) {
	case *unitaries:
		return "complex noise, uniform in −1 … 1"
	case *gated:
		return tones + "; periodic Hann window"
	}
	return tones
}

func (f *Fitted) objectiveText() string {
	switch f.model.(type) {
	case *gated:
		return fmt.Sprintf("mean squared error of %d mel levels in log10 units, gates 0 or 1; "+
			"the train loss has soft gates and adds %g times their mean", melBands, f.config.Sparsity)
	case *roundings:
		return "squared relative L2 error of the spectrum, integer twiddles; " +
			"the train loss has roundings in between and adds what drives them to a side"
	}
	return "squared relative L2 error of the spectrum"
}
