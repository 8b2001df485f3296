package plots

import (
	"fmt"
	"strconv"

	"github.com/fftstudy/fftstudy/benchx/training"
)

// SectionTrained is where the figures of trained models stand.
const SectionTrained = "trained"

// MaxModels is how many models get figures of their own: the best ones.
const MaxModels = 12

// Training draws what a training report has: the held-out losses of all models,
// per model its curve, maps, profiles and landscape, and the regimes by length.
// The figures of the model at place i of Report.Ranked are called model-<i>-….
// What a report does not have makes no figure; nil makes none at all.
func Training(r *training.Report, opt Options) ([]Figure, []error) {
	if r == nil {
		return nil, nil
	}
	models := r.Ranked()
	jobs := []job{{"loss-all", func() *sheet { return allLosses(models) }}}
	used := map[string]int{}
	for i, m := range models[:min(len(models), MaxModels)] {
		add := func(what string, draft func() *sheet) {
			name := unique(used, "model-"+strconv.Itoa(i)+"-"+what)
			jobs = append(jobs, job{name, draft})
		}
		add("loss", func() *sheet { return lossCurve(m) })
		for k := range m.Maps[:min(len(m.Maps), maxFigures)] {
			add(fileName("map", slug(m.Maps[k].Kind)), func() *sheet { return networkMap(m, &m.Maps[k]) })
		}
		for k := range m.Profiles[:min(len(m.Profiles), maxFigures)] {
			add(fileName("profile", slug(m.Profiles[k].Name)), func() *sheet { return profile(m, &m.Profiles[k]) })
		}
		add("landscape", func() *sheet { return landscape(m) })
	}
	jobs = append(jobs, job{"train-heat", func() *sheet { return regimeMap(r) }})
	for i := range jobs {
		draft := jobs[i].draft
		jobs[i].draft = func() *sheet {
			s := draft()
			if s != nil {
				s.section = SectionTrained
			}
			return s
		}
	}
	return drawAll(jobs, opt.Workers)
}

// modelWords names a model in titles.
func modelWords(m *training.Model) string { return brief(m.ID) }

// countWords is "64 × 7 butterflies": how much a map shows.
func countWords(m *training.Map) string {
	return fmt.Sprintf("%s of %d butterflies", plural(m.Stages, "stage"), m.Butterflies)
}
