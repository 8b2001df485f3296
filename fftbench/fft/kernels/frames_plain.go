//go:build !amd64 || purego

package kernels

func sumVectors[F Float](_ *[16]F, _ []F) int { return 0 }

func transformFramesVectors[F Float](_ []F, _, _, _ int, _ []F) bool             { return false }
func packFramesVectors[F Float](_, _, _ []F, _, _ int, _ []F) int                { return 0 }
func framesSpectrumVectors[F Float](_, _ []F, _ []int32, _ []F, _ int) bool      { return false }
func framesPowerVectors[F Float](_, _ []F, _ []int32, _ []F, _ int, _ bool) bool { return false }
func spreadFramesVectors[F Float](_, _ []F, _, _, _ int) int                     { return 0 }
func logSumsVectors[F Float](_, _, _ []F, _, _ F) int                            { return 0 }
func filterFramesVectors[F Float](_, _, _ []F, _ []SlopeRun, _ []Slope, _ []F, _ int) bool {
	return false
}
func spreadLogSumsVectors[F Float](_, _, _ []F, _, _, _, _ int, _, _ F) int { return 0 }
func powersVectors[F Float](_, _ []F, _ bool) int                           { return 0 }
func sumFramesVectors[F Float](_, _ []F, _ int) int                         { return 0 }
