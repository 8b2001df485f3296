package gpu

import (
	"runtime"
	"sync"
	"time"

	"github.com/fftstudy/fftstudy/fftbench/cuda"
	"github.com/fftstudy/fftstudy/fftbench/cuda/kernels"
)

// Compile compiles the kernels of operations that are to be bound, on all cores
// at once: NVRTC takes up to a second for a program. It is a matter of speed
// alone; what cannot be planned, compiled or loaded is left for Bind to say.
func (s *Session) Compile(operations ...Operation) {
	compiler, err := s.driver.Compiler()
	if err != nil {
		return
	}
	plans := map[string]*kernels.Plan{} // by source
	for _, o := range operations {
		for _, p := range o.plans(s.Target()) {
			if source := p.Source(); s.programs[source] == nil {
				plans[source] = p
			}
		}
	}
	for c := range compileAll(compiler, s.Device(), plans) {
		module, err := s.ctx.Load(c.image)
		if err != nil {
			continue
		}
		_, _ = s.keep(plans[c.source], c.source, module, c.took)
	}
}

// compiled is what a compiler made of a source.
type compiled struct {
	source string
	image  cuda.Image
	took   time.Duration
}

// compileAll sends what compiles, as it is done.
func compileAll(compiler *cuda.Compiler, d cuda.Device, plans map[string]*kernels.Plan) <-chan compiled {
	done := make(chan compiled)
	room := make(chan struct{}, runtime.GOMAXPROCS(0))
	var running sync.WaitGroup
	for source, p := range plans {
		running.Go(func() {
			room <- struct{}{}
			defer func() { <-room }()
			begin := time.Now()
			image, err := compiler.For(d, cuda.Source{Name: p.Name + ".cu", Text: source})
			if err == nil {
				done <- compiled{source, image, time.Since(begin)}
			}
		})
	}
	go func() {
		running.Wait()
		close(done)
	}()
	return done
}
