//go:build !purego

package kernels

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// Every vector kernel of the frames against its plain twin.

func TestFramesVectors(t *testing.T) {
	needVectors(t)
	both(t, rapid.MakeCheck(checkFramesVectors[float32]), rapid.MakeCheck(checkFramesVectors[float64]))
}

func checkFramesVectors[F Float](t *rapid.T) {
	checkRows[F](t)
	lanes := rapid.SampledFrom(FrameLanes[F](ISA())).Draw(t, "lanes")
	checkSum[F](t)
	checkPackFrames[F](t, lanes)
	checkTransformFrames[F](t, lanes)
	checkHalves[F](t, lanes)
	checkSpreadFrames[F](t, lanes)
	checkSumFrames[F](t, lanes)
	checkFilterFrames[F](t, lanes)
	checkSpreadLogSums[F](t, lanes)
}

// checkRows checks what is done to one frame.
func checkRows[F Float](t *rapid.T) {
	n := rapid.IntRange(8, 60).Draw(t, "n")
	_, src := fenced[F](t, n)
	_, window := fenced[F](t, n)
	_, spectrum := fenced[F](t, 2*n)
	whole := n / vectorParts[F]() * vectorParts[F]()
	for what, means := range map[string][]F{"PackFrames of one": nil, "PackFrames of one without its mean": src[:1]} {
		twins(t, what, n,
			func(dst []F) bool {
				PackFrames(dst, src, window, 0, 1, means)
				return packFramesVectors(dst, src, window, 0, 1, means) == whole
			},
			func(dst []F) { plainPackFrames(dst, src, window, 0, 1, means) })
	}
	twins(t, "Powers", n,
		func(dst []F) bool {
			Powers(dst, spectrum)
			return powersVectors(dst, spectrum, false) == whole
		},
		func(dst []F) {
			clear(dst)
			plainAddPowers(dst, spectrum)
		})
	twins(t, "AddPowers", n,
		func(dst []F) bool {
			AddPowers(dst, spectrum)
			return whole > 0
		},
		func(dst []F) { plainAddPowers(dst, spectrum) })
}

func checkSum[F Float](t *rapid.T) {
	_, x := fenced[F](t, rapid.IntRange(0, 300).Draw(t, "count"))
	want := 0.0
	for _, v := range x {
		want += float64(v)
	}
	tolerance := 1e-4
	if isDouble[F]() {
		tolerance = 1e-12
	}
	if got := Sum(x); math.Abs(float64(got)-want) > tolerance {
		t.Fatalf("Sum of %d is %v, want %v", len(x), got, want)
	}
}

func checkPackFrames[F Float](t *rapid.T, lanes int) {
	n, hop := lanes*rapid.IntRange(1, 5).Draw(t, "blocks")+rapid.IntRange(0, 3).Draw(t, "rest"), rapid.IntRange(0, 50).Draw(t, "hop")
	_, src := fenced[F](t, (lanes-1)*hop+n)
	_, window := fenced[F](t, n)
	_, means := fenced[F](t, lanes)
	for what, m := range map[string][]F{"PackFrames": nil, "PackFrames without means": means} {
		twins(t, what, n*lanes,
			func(dst []F) bool {
				PackFrames(dst, src, window, hop, lanes, m)
				return packFramesVectors(dst, src, window, hop, lanes, m) == n/lanes*lanes
			},
			func(dst []F) { plainPackFrames(dst, src, window, hop, lanes, m) })
	}
}

func checkTransformFrames[F Float](t *rapid.T, lanes int) {
	radix := rapid.SampledFrom([]int{2, 3, 4, 5, 8}).Draw(t, "radix")
	count := rapid.IntRange(1, 5).Draw(t, "count")
	rows := radix * count * rapid.IntRange(1, 3).Draw(t, "groups")
	_, w := fenced[F](t, 2*(radix-1)*count)
	if count == 1 {
		w = nil
	}
	twins(t, fmt.Sprintf("TransformFrames of radix %d", radix), 2*lanes*rows,
		func(x []F) bool { return transformFramesVectors(x, radix, count, lanes, w) },
		func(x []F) { plainTransformFrames(x, radix, count, lanes, w) })
}

func checkHalves[F Float](t *rapid.T, lanes int) {
	m := 2 * rapid.IntRange(1, 10).Draw(t, "half of the rows")
	_, work := fenced[F](t, 2*m*lanes)
	_, w := fenced[F](t, m-2)
	places := make([]int32, m)
	for i := range places {
		places[i] = int32(i)
	}
	places = rapid.Permutation(places).Draw(t, "places")
	twins(t, "FramesSpectrum", 2*(m+1)*lanes,
		func(dst []F) bool { return framesSpectrumVectors(dst, work, places, w, lanes) },
		func(dst []F) { plainFramesSpectrum(dst, work, places, w, lanes) })
	twins(t, "FramesPower", (m+1)*lanes,
		func(dst []F) bool { return framesPowerVectors(dst, work, places, w, lanes, false) },
		func(dst []F) {
			clear(dst)
			plainAddFramesPower(dst, work, places, w, lanes)
		})
	twins(t, "AddFramesPower", (m+1)*lanes,
		func(dst []F) bool { return framesPowerVectors(dst, work, places, w, lanes, true) },
		func(dst []F) { plainAddFramesPower(dst, work, places, w, lanes) })
}

func checkSpreadFrames[F Float](t *rapid.T, lanes int) {
	rows := rapid.IntRange(1, 20).Draw(t, "rows")
	stride := rows + rapid.IntRange(0, 3).Draw(t, "gap")
	frames := rapid.SampledFrom([]int{lanes, lanes, 1, lanes - 1}).Draw(t, "frames")
	_, block := fenced[F](t, rows*lanes)
	done := 0
	twins(t, "SpreadFrames", (lanes-1)*stride+rows,
		func(dst []F) bool {
			done = spreadFramesVectors(dst, block, lanes, stride, frames)
			plainSpreadFrames(dst, block, lanes, stride, frames, done)
			return true
		},
		func(dst []F) { plainSpreadFrames(dst, block, lanes, stride, frames, 0) })
	if whole := rows * PartBytes[F]() / 16 * 16 / PartBytes[F](); frames == lanes && done != whole {
		t.Fatalf("SpreadFrames: vectors did %d of %d rows, want %d", done, rows, whole)
	}
}

func checkSumFrames[F Float](t *rapid.T, lanes int) {
	rows := rapid.IntRange(4, 20).Draw(t, "rows")
	_, block := fenced[F](t, rows*lanes)
	twins(t, "SumFrames", rows,
		func(dst []F) bool {
			SumFrames(dst, block, lanes)
			return sumFramesVectors(dst, block, lanes) == rows*PartBytes[F]()/16*16/PartBytes[F]()
		},
		func(dst []F) { plainSumFrames(dst, block, lanes) })
}

func checkFilterFrames[F Float](t *rapid.T, lanes int) {
	rows := rapid.IntRange(1, 30).Draw(t, "rows")
	_, power := fenced[F](t, rows*lanes)
	var runs []SlopeRun
	var slopes []Slope
	bins, weights := 0, 0
	for bins < min(rows, 11) && rapid.Bool().Draw(t, "more") {
		bins++
		run := SlopeRun{Slopes: int32(rapid.IntRange(1, 3).Draw(t, "slopes")), Bins: int32(bins)}
		for range run.Slopes {
			slopes = append(slopes, Slope{Row: int32(rapid.IntRange(0, rows-bins).Draw(t, "row")), Place: int32(len(slopes))})
			weights += 2 * bins
		}
		runs = append(runs, run)
	}
	if runs == nil {
		return
	}
	_, w := fenced[F](t, weights)
	_, other := fenced[F](t, len(slopes)*lanes)
	_, otherPlain := fenced[F](t, len(slopes)*lanes)
	twins(t, "FilterFrames", len(slopes)*lanes,
		func(up []F) bool { return filterFramesVectors(up, other, power, runs, slopes, w, lanes) },
		func(up []F) { plainFilterFrames(up, otherPlain, power, runs, slopes, w, lanes) })
	twins(t, "FilterFrames", len(slopes)*lanes,
		func(down []F) bool { return filterFramesVectors(other, down, power, runs, slopes, w, lanes) },
		func(down []F) { plainFilterFrames(otherPlain, down, power, runs, slopes, w, lanes) })
}

func checkSpreadLogSums[F Float](t *rapid.T, lanes int) {
	rows := rapid.IntRange(1, 20).Draw(t, "rows")
	stride := rows + rapid.IntRange(0, 3).Draw(t, "gap")
	frames := rapid.SampledFrom([]int{lanes, lanes, 1, lanes - 1}).Draw(t, "frames")
	_, a := fenced[F](t, rows*lanes)
	_, b := fenced[F](t, rows*lanes)
	levels := make([]F, rows*lanes)
	twins(t, "SpreadLogSums", (lanes-1)*stride+rows,
		func(dst []F) bool {
			SpreadLogSums(dst, a, b, lanes, stride, frames, 0.5, 1e-3, levels)
			return true
		},
		func(dst []F) {
			plainLogSums(levels, a, b, 0.5, 1e-3)
			plainSpreadFrames(dst, levels, lanes, stride, frames, 0)
		})
}

func TestLogSumsVectors(t *testing.T) {
	needVectors(t)
	both(t, rapid.MakeCheck(checkLogSums[float32]), rapid.MakeCheck(checkLogSums[float64]))
}

func checkLogSums[F Float](t *rapid.T) {
	count := rapid.IntRange(16, 100).Draw(t, "count")
	_, a := fenced[F](t, count)
	_, b := fenced[F](t, count)
	twins(t, "LogSums", count,
		func(dst []F) bool {
			done := logSumsVectors(dst, a, b, 0.5, 1e-3)
			plainLogSums(dst[done:], a[done:], b[done:], 0.5, 1e-3)
			return done > 0
		},
		func(dst []F) { plainLogSums(dst, a, b, 0.5, 1e-3) })
}
