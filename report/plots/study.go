package plots

import (
	"fmt"
	"runtime"
	"sync"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
)

// Sections of a report in which figures stand.
const (
	SectionTop5       = "top5"
	SectionLimits     = "limits"
	SectionLoss       = "loss"
	SectionCharts     = "charts"
	SectionComparison = "comparison"
	SectionMemory     = "memory"
	SectionDevices    = "gpu"
)

// Options bound the set of figures; the zero value is a report's.
type Options struct {
	// MaxGroups is how many combinations of direction, precision and device
	// kind (and, in reports of several packages or machines, of those) get
	// figures of their own, the ones with most rows first. 0 means 6.
	MaxGroups int
	// Workers is how many figures are drawn at once. 0 means GOMAXPROCS.
	Workers int
}

// maxFigures bounds each of the other kinds.
const maxFigures = 8

func (o Options) maxGroups() int {
	if o.MaxGroups > 0 {
		return o.MaxGroups
	}
	return 6
}

// Study draws every figure that the study, its comparison within the run and
// the one across runs (nil without a baseline) have data for. Figures come in a
// fixed order and are the same bytes for the same input. What could not be
// drawn is an error that names its figure; the others are still there.
func Study(s *ablation.Study, within []compare.Against, across *compare.Result, opt Options) ([]Figure, []error) {
	ix := newIndex(s, opt)
	kinds := [][]job{
		ix.overall(),
		ix.topFive(),
		ix.scaling(),
		ix.throughput(),
		ix.ratios(),
		ix.winners(),
		ix.times(),
		ix.limitScaling(),
		ix.coverage(),
		ix.maxBatch(),
		ix.variantBatches(),
		ix.fronts(),
		ix.errors(),
		ix.memory(),
		ix.parameters(),
		ix.deviceJobs(within),
		ix.generic(),
		withinJobs(within),
		acrossJobs(across),
	}
	var jobs []job
	for _, k := range kinds {
		jobs = append(jobs, k...)
	}
	return drawAll(jobs, opt.Workers)
}

// The figures of one kind each. They are what Study draws together.

// Scaling draws the time per transform against the size, one figure for each
// direction, precision and device kind.
func Scaling(s *ablation.Study, opt Options) ([]Figure, []error) {
	return drawAll(newIndex(s, opt).scaling(), opt.Workers)
}

// Throughput draws nominal GFLOP/s against the size.
func Throughput(s *ablation.Study, opt Options) ([]Figure, []error) {
	return drawAll(newIndex(s, opt).throughput(), opt.Workers)
}

// Fronts draws speed against error with the Pareto front.
func Fronts(s *ablation.Study, opt Options) ([]Figure, []error) {
	return drawAll(newIndex(s, opt).fronts(), opt.Workers)
}

// Ratios draws each variant's time in relation to the reference's, by size and
// batch.
func Ratios(s *ablation.Study, opt Options) ([]Figure, []error) {
	return drawAll(newIndex(s, opt).ratios(), opt.Workers)
}

// Times draws each variant's time per transform by size and batch.
func Times(s *ablation.Study, opt Options) ([]Figure, []error) {
	return drawAll(newIndex(s, opt).times(), opt.Workers)
}

// Winners draws which variant is fastest by size and batch.
func Winners(s *ablation.Study, opt Options) ([]Figure, []error) {
	return drawAll(newIndex(s, opt).winners(), opt.Workers)
}

// Coverage draws what worked and what failed, one figure for each device.
func Coverage(s *ablation.Study, opt Options) ([]Figure, []error) {
	return drawAll(newIndex(s, opt).coverage(), opt.Workers)
}

// MaxBatch draws the largest batch that worked by size and device, and in a
// capacity sweep by variant.
func MaxBatch(s *ablation.Study, opt Options) ([]Figure, []error) {
	ix := newIndex(s, opt)
	return drawAll(append(ix.maxBatch(), ix.variantBatches()...), opt.Workers)
}

// LimitScaling draws the fastest time and the reference's by size and device.
func LimitScaling(s *ablation.Study, opt Options) ([]Figure, []error) {
	return drawAll(newIndex(s, opt).limitScaling(), opt.Workers)
}

// Errors draws the median and range of each variant's error.
func Errors(s *ablation.Study, opt Options) ([]Figure, []error) {
	return drawAll(newIndex(s, opt).errors(), opt.Workers)
}

// Memory draws stored and allocated bytes of each variant.
func Memory(s *ablation.Study, opt Options) ([]Figure, []error) {
	return drawAll(newIndex(s, opt).memory(), opt.Workers)
}

// Parameters draws the parameter count of each variant.
func Parameters(s *ablation.Study, opt Options) ([]Figure, []error) {
	return drawAll(newIndex(s, opt).parameters(), opt.Workers)
}

// Devices draws what only devices have: their variants in relation to the
// reference on a device, and their share of its copy bandwidth.
func Devices(s *ablation.Study, within []compare.Against, opt Options) ([]Figure, []error) {
	return drawAll(newIndex(s, opt).deviceJobs(within), opt.Workers)
}

// TopFive draws the five fastest variants of each size.
func TopFive(s *ablation.Study, opt Options) ([]Figure, []error) {
	return drawAll(newIndex(s, opt).topFive(), opt.Workers)
}

// Overall draws each variant's geometric mean ratio to the reference.
func Overall(s *ablation.Study, opt Options) ([]Figure, []error) {
	return drawAll(newIndex(s, opt).overall(), opt.Workers)
}

// Generic draws the times of benchmarks that are no variants of anything.
func Generic(s *ablation.Study, opt Options) ([]Figure, []error) {
	return drawAll(newIndex(s, opt).generic(), opt.Workers)
}

// Within draws the comparison of each configuration with its reference.
func Within(within []compare.Against, opt Options) ([]Figure, []error) {
	return drawAll(withinJobs(within), opt.Workers)
}

// Across draws the largest changes between runs.
func Across(across *compare.Result, opt Options) ([]Figure, []error) {
	return drawAll(acrossJobs(across), opt.Workers)
}

// A job makes the sheet of one figure; nil where its data turn out to hold
// nothing to show.
type job struct {
	name  string
	draft func() *sheet
}

// draw makes and draws the sheet. What panics inside comes back as an error that
// names the figure.
func (j job) draw() (fig Figure, drawn bool, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("figure %s could not be drawn: %v", j.name, r)
		}
	}()
	s := j.draft()
	if s == nil {
		return Figure{}, false, nil
	}
	s.name = j.name
	fig, err = s.render()
	return fig, err == nil, err
}

// drawAll draws the jobs, several at once, and returns the figures in the order
// of the jobs.
func drawAll(jobs []job, workers int) ([]Figure, []error) {
	if workers < 1 {
		workers = runtime.GOMAXPROCS(0)
	}
	type result struct {
		fig   Figure
		drawn bool
		err   error
	}
	results := make([]result, len(jobs))
	next := make(chan int)
	var wg sync.WaitGroup
	for range min(workers, len(jobs)) {
		wg.Go(func() {
			for i := range next {
				r := &results[i]
				r.fig, r.drawn, r.err = jobs[i].draw()
			}
		})
	}
	for i := range jobs {
		next <- i
	}
	close(next)
	wg.Wait()

	var figures []Figure
	var errs []error
	for _, r := range results {
		if r.err != nil {
			errs = append(errs, r.err)
		}
		if r.drawn {
			figures = append(figures, r.fig)
		}
	}
	return figures, errs
}
