package main

import (
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/fftstudy/fftstudy/fftbench/peers/results"
)

// options say what to run.
type options struct {
	own        string   // folder of build-fftw, "" for none
	out        string   // file, "" for standard output
	works      []string // benchmarks of package results
	precisions []string
	sizes      []int // powers of two, or any
	lengths    []int // others, batch 1
	batches    []int
	libs       []string // nil: all
	passes     int
	rounds     int
	slot       time.Duration
	seed       uint64
}

// The default of a list, which the flags' help shows.
const (
	allWorks     = "c2c,r2c,c2r,logmel,welch,parallel,plan,accuracy"
	quickSizes   = "64,256,1024,4096,16384"
	quickLengths = "96,101,360,1009,1536,10000"
)

// parseOptions reads a command line.
func parseOptions(args []string, help io.Writer) (options, error) {
	o := options{}
	set := flag.NewFlagSet("peerbench", flag.ContinueOnError)
	set.SetOutput(help)
	set.Usage = func() {
		fmt.Fprint(help, "peerbench measures this project's transforms against FFTW, KISS FFT, gonum and SciPy.\n"+
			"Build it with -tags fftw. Samples go to standard output as lines of go test -bench.\n\n")
		set.PrintDefaults()
	}
	set.StringVar(&o.own, "fftw", "", "`folder` that build-fftw made, with avx2/ and avx512/; default: the system's FFTW alone")
	set.StringVar(&o.out, "o", "", "`file` to write instead of standard output")
	works := set.String("works", allWorks, "what to measure")
	precisions := set.String("precision", "f32,f64", "precisions of the data")
	sizes := set.String("n", "", "lengths; default: powers of two from 64 to 131072")
	lengths := set.String("lengths", "", "more lengths, measured in single rows; default: the fixed list of others than powers of two")
	batches := set.String("batch", "1,8,64", "rows of a call")
	libs := set.String("lib", "", "contenders, e.g. ours,fftw-avx2; default: all")
	set.IntVar(&o.passes, "passes", 3, "passes over all works: rounds at different times")
	set.IntVar(&o.rounds, "rounds", 11, "rounds in a pass")
	set.DurationVar(&o.slot, "slot", 500*time.Microsecond, "time of one contender in a round")
	set.Uint64Var(&o.seed, "seed", 1, "of the random orders")
	quick := set.Bool("quick", false, "one pass over a few lengths")
	if err := set.Parse(args); err != nil {
		return o, err
	}
	if set.NArg() > 0 {
		return o, fmt.Errorf("%q: peerbench takes flags alone", set.Arg(0))
	}
	if *quick {
		o.passes = 1
		*sizes, *lengths = orElse(*sizes, quickSizes), orElse(*lengths, quickLengths)
	}
	var err error
	if o.works, err = words(*works, allWorks); err != nil {
		return o, fmt.Errorf("-works: %w", err)
	}
	if o.precisions, err = words(*precisions, "f32,f64"); err != nil {
		return o, fmt.Errorf("-precision: %w", err)
	}
	if *libs != "" {
		o.libs = strings.Split(*libs, ",")
	}
	if o.sizes, err = counts(*sizes, powersOfTwo()); err != nil {
		return o, fmt.Errorf("-n: %w", err)
	}
	// A choice of lengths alone is a choice of these.
	others := otherLengths()
	if *sizes != "" {
		others = nil
	}
	if o.lengths, err = counts(*lengths, others); err != nil {
		return o, fmt.Errorf("-lengths: %w", err)
	}
	if o.batches, err = counts(*batches, nil); err != nil {
		return o, fmt.Errorf("-batch: %w", err)
	}
	if o.passes < 1 || o.rounds < 1 || o.slot <= 0 {
		return o, fmt.Errorf("-passes, -rounds and -slot must be positive")
	}
	return o, nil
}

func orElse(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

// words splits a list and refuses what is not in known.
func words(list, known string) ([]string, error) {
	all := strings.Split(known, ",")
	chosen := strings.Split(list, ",")
	for _, w := range chosen {
		if !slices.Contains(all, w) {
			return nil, fmt.Errorf("no %q; there are %s", w, known)
		}
	}
	return chosen, nil
}

// counts reads a list of positive numbers; "" is otherwise.
func counts(list string, otherwise []int) ([]int, error) {
	if list == "" {
		return otherwise, nil
	}
	var numbers []int
	for word := range strings.SplitSeq(list, ",") {
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 {
			return nil, fmt.Errorf("%q is no positive number", word)
		}
		numbers = append(numbers, n)
	}
	return numbers, nil
}

func (o options) has(name string) bool { return slices.Contains(o.works, name) }

// chooses reports whether a contender takes part.
func (o options) chooses(lib string) bool { return o.libs == nil || slices.Contains(o.libs, lib) }

// builds are the own builds of FFTW that say something here: the one without
// AVX-512, and the one with it where these transforms use AVX-512 too.
func (o options) builds(isa string) []ownBuild {
	if o.own == "" {
		return nil
	}
	builds := []ownBuild{{results.FFTWAVX2, filepath.Join(o.own, "avx2")}}
	if strings.Contains(isa, "512") {
		builds = append(builds, ownBuild{results.FFTWAVX512, filepath.Join(o.own, "avx512")})
	}
	return builds
}
