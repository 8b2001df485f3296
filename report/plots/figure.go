package plots

// A Figure is one finished picture.
type Figure struct {
	// Name is the file name without extension, unique in a report:
	// "scaling-forward-f32".
	Name string
	// Section says where the page shows it: top5, limits, loss, charts,
	// comparison, memory or gpu.
	Section string
	Title   string
	// Caption states in one sentence what the picture shows, finding included,
	// so that it reads without the picture; it serves as text alternative.
	Caption string
	PNG     []byte
	Width   int // pixels
	Height  int
}
