package wire

// Units as they are printed by the harness beside ns/op, MB/s, B/op and
// allocs/op. Package testing prints at most seven decimals, so an error of
// 1e-7 would arrive as zero: errors travel in units of Eps whatever the
// precision of the data, and ingest scales them back.
const (
	UnitNsPerOp      = "ns/op"
	UnitMBPerSec     = "MB/s"
	UnitRelL2Eps     = "rel-l2-eps"    // ‖X−T‖₂/‖T‖₂ in units of Eps
	UnitMaxErrEps    = "max-err-eps"   // max |Δ| over re and im, in units of Eps
	UnitGFLOPS       = "GFLOP/s"       // nominal: 5·n·log₂n·batch/t, 2.5 for real input
	UnitParams       = "params"        // distinct stored parameters (twiddles, masks, weights)
	UnitParamBytes   = "param-bytes"   // bytes those parameters occupy
	UnitScratchBytes = "scratch-bytes" // bytes of all else kept for the next op: tables, scratch, state
	UnitHeldBytes    = "held-bytes"    // live heap that preparation and a first op leave, measured
	UnitPeakBytes    = "peak-bytes"    // the most by which the heap rose meanwhile, measured
	UnitPlanNs       = "plan-ns"       // one preparation
	UnitTrainSteps   = "train-steps"   // optimiser steps taken in preparation
	UnitE2ENsPerOp   = "e2e-ns/op"     // host to host: an op of a device with the copies of its input and output
	UnitCopyShare    = "copy-share"    // bytes an op must move / its time / the device's measured copy bandwidth
)

// Units as every reader sees them: base units, scaled back.
const (
	UnitSecPerOp    = "sec/op"
	UnitBytesPerSec = "B/s"
	UnitBytesPerOp  = "B/op"
	UnitAllocsPerOp = "allocs/op"
	UnitRelL2       = "rel-l2"
	UnitMaxErr      = "max-err"
	UnitPlanSec     = "plan-sec"
	UnitE2ESecPerOp = "e2e-sec/op"
)

// Eps is the unit of printed errors: 2^-53, the rounding unit of float64.
const Eps = 0x1p-53

// Scaled returns the reader's unit for a printed unit that travels scaled, and
// the factor to multiply its values by. Other units come back unchanged with
// factor 1.
func Scaled(unit string) (base string, factor float64) {
	switch unit {
	case UnitRelL2Eps:
		return UnitRelL2, Eps
	case UnitMaxErrEps:
		return UnitMaxErr, Eps
	}
	return unit, 1
}
