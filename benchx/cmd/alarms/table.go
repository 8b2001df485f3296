package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/compare"
)

// rowsPerPull is how many benchmarks a simulated pull request has.
const rowsPerPull = 50

// equalCode are the scenarios without a change.
func equalCode() []scenario {
	return []scenario{
		{name: "interleaved, 20 rounds", interleaved: true, n: 20},
		{name: "interleaved, 12 rounds", interleaved: true, n: 12},
		{name: "interleaved, 20 rounds, 0.25 % drift a run", interleaved: true, n: 20, drift: 0.0025},
		{name: "one after the other, 10 + 10", n: 10},
		{name: "one after the other, 20 + 20", n: 20},
		{name: "one after the other, 10 + 10, 0.25 % drift a run", n: 10, drift: 0.0025},
	}
}

// changedCode are those in which the first benchmark became slower.
func changedCode() []scenario {
	var all []scenario
	for _, cv := range []float64{0.02, 0} {
		for _, slower := range []float64{0.05, 0.10} {
			for _, n := range []int{12, 20} {
				name := fmt.Sprintf("+%.0f %%, noise of the recording, %d rounds", slower*100, n)
				if cv > 0 {
					name = fmt.Sprintf("+%.0f %%, noise scaled to %.0f %%, %d rounds", slower*100, cv*100, n)
				}
				all = append(all, scenario{name: name, interleaved: true, n: n, cv: cv, slower: slower})
			}
		}
	}
	return all
}

// tables renders both tables over simulated pull requests.
func tables(rec *recording, pulls int, seed uint64) (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "Recorded: %d benchmarks, %d rounds of both sides; coefficient of variation %s. Simulated: %d pull requests of %d benchmarks in each row.\n\n",
		len(rec.series), rec.rounds, cvText(rec), pulls, min(rowsPerPull, len(rec.series)))

	all := checks()
	header := func(first string) {
		fmt.Fprintf(&b, "| %s |", first)
		for _, c := range all {
			fmt.Fprintf(&b, " %s |", c.name)
		}
		fmt.Fprintf(&b, "\n|---|%s\n", strings.Repeat("--:|", len(all)))
	}
	b.WriteString("False alarms: equal rows called slower or faster in 1,000 comparisons, and the share of pull requests with at least one.\n\n")
	header("equal code")
	for _, s := range equalCode() {
		outcomes, err := simulate(rec, s, all, pulls, seed)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "| %s |", s.name)
		for _, o := range outcomes {
			fmt.Fprintf(&b, " %s, %s |", perThousand(o), share(o.cried, o.pulls))
		}
		b.WriteByte('\n')
	}
	repeats, err := repeatAll(rec, all, seed)
	if err != nil {
		return "", err
	}
	b.WriteString("\n" + repeats + "\n")
	b.WriteString("\nFound: pull requests in which the one benchmark that became slower was called slower; behind it the false alarms on the other rows, in 1,000 comparisons.\n\n")
	header("true change")
	for _, s := range changedCode() {
		outcomes, err := simulate(rec, s, all, pulls, seed)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "| %s |", s.name)
		for _, o := range outcomes {
			fmt.Fprintf(&b, " %s, %s |", share(o.found, o.pulls), perThousand(o))
		}
		b.WriteByte('\n')
	}
	b.WriteByte('\n')
	return b.String(), nil
}

// repeats is how often allAtOnce is drawn.
const repeats = 20

// allAtOnce compares 200 equal benchmarks in one pull request.
func allAtOnce(rec *recording) scenario {
	return scenario{name: "all at once", interleaved: true, n: 20, benchmarks: min(200, len(rec.series))}
}

// repeatAll compares many equal benchmarks at once, again and again, and says how
// often each check cried wolf.
func repeatAll(rec *recording, all []check, seed uint64) (string, error) {
	s := allAtOnce(rec)
	outcomes, err := simulate(rec, s, all, repeats, seed)
	if err != nil {
		return "", err
	}
	var counts []string
	for i, c := range all {
		counts = append(counts, fmt.Sprintf("%s %d", c.name, outcomes[i].alarms))
	}
	return fmt.Sprintf("%d repeats of %d equal benchmarks at once, interleaved, %d rounds; alarms in all: %s.\n",
		repeats, s.benchmarks, s.n, strings.Join(counts, ", ")), nil
}

// simulate draws pull requests and asks every check about each. Scenarios have
// random numbers of their own, so that leaving one out moves no other.
func simulate(rec *recording, s scenario, all []check, pulls int, seed uint64) ([]outcome, error) {
	if s.benchmarks == 0 {
		s.benchmarks = min(rowsPerPull, len(rec.series))
	}
	need := s.n
	if !s.interleaved {
		need = 2 * s.n
	}
	if rec.rounds < need {
		return nil, fmt.Errorf("%s: the recording has %d rounds, %d are needed", s.name, rec.rounds, need)
	}
	rng := rand.New(rand.NewPCG(seed, uint64(len(s.name))))
	outcomes := make([]outcome, len(all))
	for range pulls {
		res, err := compare.Reports(rec.draw(s, rng).columns, compare.Options{})
		if err != nil {
			return nil, err
		}
		for i, c := range all {
			outcomes[i].add(res, c, s.slower > 0)
		}
	}
	return outcomes, nil
}

func perThousand(o outcome) string {
	return fmt.Sprintf("%.2f", 1000*float64(o.alarms)/float64(max(o.equal, 1)))
}

func share(part, of int) string { return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(of)) }

// cvText gives the quartiles of the benchmarks' noise.
func cvText(rec *recording) string {
	cv := make([]float64, len(rec.series))
	for i := range cv {
		cv[i] = rec.series[i].cv
	}
	slices.Sort(cv)
	q := func(p float64) float64 { return 100 * cv[int(p*float64(len(cv)-1))] }
	return fmt.Sprintf("%.1f %% (median; quartiles %.1f and %.1f, largest %.0f %%)", q(0.5), q(0.25), q(0.75), q(1))
}
