package spectral

import "github.com/fftstudy/fftstudy/fftbench/fft"

// feedSketch is where the parts of a feed are among the holdings.
type feedSketch struct {
	framing     Framing
	kept, edges int
}

// holdFeed adds the parts of a feed as feed.footprint lists them.
func holdFeed[R Real](s *sketch, f Framing, multiple int, kept fft.PartKind) feedSketch {
	samples := f.carried(multiple)
	if f.Edges == Mirrored {
		samples += f.edge() + f.edge() + 1 // head and tail
	}
	c := feedSketch{framing: f, kept: hold[R](s, "samples kept", kept, samples), edges: noHolding}
	if f.Edges != Inside {
		c.edges = hold[R](s, "edges", fft.Scratch, f.edge())
	}
	return c
}

// addKeep adds what cuts a chunk into frames. They lie in the input and, where
// a frame is in two chunks or over an edge, in what is kept.
func (c feedSketch) addKeep(s *sketch) (frames []int) {
	s.add(fft.Stage{Name: "keep", Kind: "copy", Block: blockCut, From: []int{fft.InputRow}, To: []int{c.kept}})
	frames = []int{fft.InputRow, c.kept}
	if c.edges == noHolding {
		return frames
	}
	edges := fft.Stage{Name: "edges", Kind: "edges", Block: blockCut, To: []int{c.edges}}
	if c.framing.Edges == Mirrored {
		edges.From = frames
	}
	s.add(edges, fft.Stage{Name: "keep edges", Kind: "copy", Block: blockCut, From: []int{c.edges}, To: []int{c.kept}})
	return append(frames, c.edges)
}
