// Package training holds what training a model leaves behind: its curve, what
// its weights became, how good it is on data that it never saw and how good
// others are there. Trainers fill it, reports read it, and between them it
// travels as JSON (Write, Read; docs/training.schema.json). legacy.go alone knows
// the reference study's files.
//
// A number that could not be measured is a NaN.
package training

import "github.com/fftstudy/fftstudy/benchx/wire"

// Report is the models of one run, or of several.
type Report struct {
	Facts   []wire.Fact // of the run: command, go, cpu, …
	Notes   []string    // what a reader of the numbers should know, a sentence each
	Models  []Model
	Regimes []Regime
}

// Model is one trained model.
type Model struct {
	ID      string // unique in a report
	Variant string // as in the names of benchmarks
	N       int    // points of a transform
	Batch   int    // examples of a step
	Steps   int    // that were taken
	Seed    uint64 // of start and data

	Optimizer string  // "adam"
	Rate      float64 // of the first step
	Start     string  // where the weights began, in words
	Data      string  // what was learnt from, in words
	Objective string  // what the losses are, in words

	Params    []Params
	Curve     Curve
	Scores    Scores
	Maps      []Map
	Profiles  []Profile
	Landscape *Landscape // nil where none was taken
}

// Params is how many parameters of one kind a model has, and their bytes.
type Params struct {
	Kind  string // "angles", "gates", "mask", …
	Count int64
	Bytes int64
}

// Curve is what was looked at while a model was trained, column by column.
type Curve struct {
	Step    []int
	Seconds []float64 // since the first step; nil where nobody looked at a clock
	Series  []Series  // as long as Step each
}

// Series is one quantity over the steps.
type Series struct {
	Name   string // one of the names below, or any other
	Values []float64
}

// Names of series.
const (
	TrainLoss   = "train loss"
	HeldOutLoss = "held-out loss"
	MeanGate    = "mean gate"
)

// Scores are errors on held-out data: of the trained model and of what it is to
// be compared with. The first metric is the one that ranks.
type Scores struct {
	Metrics []string // "relative L2 error of the spectrum", …
	Rows    []Score
}

// Score is one row of Scores.
type Score struct {
	Name   string    // one of the names below, or any other
	Values []float64 // one a metric; an error is the better the smaller
}

// Names of scores.
const (
	Trained = "trained"
	AtStart = "start"   // the model before its first step
	Exact   = "exact"   // the same network with the weights of theory
	Rounded = "rounded" // the weights of theory in the model's precision
)

// Map is one number for each butterfly of a network.
type Map struct {
	Kind        string // one of the kinds below, or any other
	Stages      int
	Butterflies int       // of a stage
	Values      []float64 // stage by stage
}

// Kinds of maps.
const (
	Gates          = "gate"            // 0 passes by, 1 is a butterfly
	AngleError     = "angle error"     // of twiddles against theory, in radians
	MagnitudeError = "magnitude error" // |w|−1
)

// Profile is one number for each bin.
type Profile struct {
	Name   string // "frequency mask"
	Values []float64
}

// Landscape is the held-out loss around the trained weights, in a plane through
// all of them.
type Landscape struct {
	XLabel, YLabel string
	X, Y           []float64   // distance from the trained weights, which stand at 0
	Z              [][]float64 // Z[j][i] is the loss at (X[i], Y[j])
}

// Regime is how a model that was trained on some lengths does at one.
type Regime struct {
	Regime     string // "exact", "single_64", "mixed_random", …
	Schedule   string
	TrainSizes []int
	N          int // where it is evaluated
	Steps      int // on all lengths together
	Seconds    float64

	EncoderMSE, EncoderMax     float64 // spectrum against the truth
	DecoderMSE, DecoderMax     float64 // inverse of the true spectrum, divided by N
	RoundTripMSE, RoundTripMax float64 // decoder after encoder, divided by N
	HeldOutMSE                 float64
	Converged                  bool
	Checkpoint                 string
}
