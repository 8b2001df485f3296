package wire

// Axis keys of the study, in the order in which they stand in a name:
//
//	BenchmarkFFT/variant=stockham_compiled/dir=forward/n=1024/batch=8/device=cpu-2
//
// precision is present only where it is not f32.
const (
	AxisVariant   = "variant"
	AxisDir       = "dir"
	AxisN         = "n"
	AxisBatch     = "batch"
	AxisDevice    = "device"
	AxisPrecision = "precision"
)

// StudyAxes returns the study's axis keys in name order.
func StudyAxes() []string {
	return []string{AxisVariant, AxisDir, AxisN, AxisBatch, AxisDevice, AxisPrecision}
}

// Directions as they stand in a name.
const (
	DirForward = "forward"
	DirInverse = "inverse"
	DirWelch   = "welch"
	DirFused   = "fused"
	DirMel     = "mel"
	DirPeaks   = "peaks"
	DirSTFT    = "stft"
)

// Limiter says what ended a capacity search.
type Limiter string

// The limiters. LimitCap alone means the search stopped at its own cap, so the
// true limit is at least that.
const (
	LimitTime    Limiter = "time"
	LimitMemory  Limiter = "memory"
	LimitFailure Limiter = "failure"
	LimitCap     Limiter = "cap"
)

// ParseLimiter returns the limiter named by word; ok is false for an unknown word.
func ParseLimiter(word string) (l Limiter, ok bool) {
	switch l := Limiter(word); l {
	case LimitTime, LimitMemory, LimitFailure, LimitCap:
		return l, true
	}
	return "", false
}
