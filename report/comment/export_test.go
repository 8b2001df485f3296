package comment

// Bare returns r without its samples: what a file holds that would be too large
// with them.
func Bare(r *Run) *Run {
	bare := *r
	bare.carried = nil
	return &bare
}
