package main

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"os"
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
	fewSizes   []int // of them, for batches and c2r
	lengths    []int // others, batch 1
	batches    []int
	libs       []string
	passes     int
	rounds     int
	slot       time.Duration
	seed       uint64
}

// Lists of everything, and of what is enough for a look.
const (
	allPrecisions = "f32,f64"

	allWorks     = "c2c,r2c,c2r,logmel,welch,parallel,plan,accuracy"
	quickSizes   = "64,256,1024,4096,16384"
	quickLengths = "96,101,360,1009,1536,10000"
)

// lists are the flags that are lists, as they were given.
type lists struct {
	works, precisions, sizes, lengths, batches, libs string
	quick                                            bool
}

// parseOptions reads a command line.
func parseOptions(args []string, help io.Writer) (options, error) {
	var o options
	var l lists
	set := flag.NewFlagSet("peerbench", flag.ContinueOnError)
	set.SetOutput(help)
	set.Usage = func() {
		fmt.Fprint(help, "peerbench measures this project's transforms against FFTW, KISS FFT, gonum, SciPy and torchaudio.\n"+
			"Build it with -tags fftw. Samples go to standard output as lines of go test -bench.\n\n")
		set.PrintDefaults()
	}
	o.declare(set)
	l.declare(set)
	if err := set.Parse(args); err != nil {
		return o, err
	}
	if set.NArg() > 0 {
		return o, fmt.Errorf("%q: peerbench takes flags alone", set.Arg(0))
	}
	if o.passes < 1 || o.rounds < 1 || o.slot <= 0 {
		return o, fmt.Errorf("-passes, -rounds and -slot must be positive")
	}
	return o, l.apply(&o)
}

func (o *options) declare(set *flag.FlagSet) {
	set.StringVar(&o.own, "fftw", "", "`folder` that build-fftw made, with avx2/ and avx512/; default: the system's FFTW alone")
	set.StringVar(&o.out, "o", "", "`file` to write instead of standard output; in a folder, it is named after our instructions")
	set.IntVar(&o.passes, "passes", 3, "passes over all works: rounds at different times")
	set.IntVar(&o.rounds, "rounds", 11, "rounds in a pass")
	set.DurationVar(&o.slot, "slot", 500*time.Microsecond, "time of one contender in a round")
	set.Uint64Var(&o.seed, "seed", 1, "of the random orders")
}

func (l *lists) declare(set *flag.FlagSet) {
	set.StringVar(&l.works, "works", allWorks, "what to measure")
	set.StringVar(&l.precisions, "precision", allPrecisions, "precisions of the data")
	set.StringVar(&l.sizes, "n", "", "lengths; default: powers of two from 64 to 131072")
	set.StringVar(&l.lengths, "lengths", "", "more lengths, measured in single rows; default without -n: the fixed list of others than powers of two")
	set.StringVar(&l.batches, "batch", "1,8,64", "rows of a call")
	set.StringVar(&l.libs, "lib", allLibs(), "contenders")
	set.BoolVar(&l.quick, "quick", false, "one pass over a few lengths")
}

// apply replaces the lists of o.
func (l lists) apply(o *options) error {
	if l.quick {
		o.passes = 1
		l.sizes, l.lengths = cmp.Or(l.sizes, quickSizes), cmp.Or(l.lengths, quickLengths)
	}
	others := otherLengths()
	if l.sizes != "" { // who chooses lengths means these
		others = nil
	}
	var errs [6]error
	o.works, errs[0] = words("works", l.works, allWorks)
	o.precisions, errs[1] = words("precision", l.precisions, allPrecisions)
	o.libs, errs[2] = words("lib", l.libs, allLibs())
	o.sizes, errs[3] = counts("n", l.sizes, powersOfTwo())
	o.lengths, errs[4] = counts("lengths", l.lengths, others)
	o.batches, errs[5] = counts("batch", l.batches, nil)
	o.fewSizes = o.sizes
	if l.sizes == "" {
		o.fewSizes = everySecond(o.sizes) // enough where others cost minutes of planning
	}
	return cmp.Or(errs[:]...)
}

func allLibs() string {
	return strings.Join([]string{results.Ours, results.FFTWDebian, results.FFTWAVX2, results.FFTWAVX512,
		results.Gonum, results.KissFFT, results.SciPy, results.TorchAudio, results.Archsimd}, ",")
}

// words splits the list of a flag and refuses what is not in known.
func words(name, list, known string) ([]string, error) {
	all := strings.Split(known, ",")
	chosen := strings.Split(list, ",")
	for _, w := range chosen {
		if !slices.Contains(all, w) {
			return nil, fmt.Errorf("-%s: no %q; there are %s", name, w, known)
		}
	}
	return chosen, nil
}

// counts reads the list of positive numbers of a flag; "" is otherwise.
func counts(name, list string, otherwise []int) ([]int, error) {
	if list == "" {
		return otherwise, nil
	}
	var numbers []int
	for word := range strings.SplitSeq(list, ",") {
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 {
			return nil, fmt.Errorf("-%s: %q is no positive number", name, word)
		}
		numbers = append(numbers, n)
	}
	return numbers, nil
}

// has reports whether a kind of work is to be done.
func (o options) has(name string) bool { return slices.Contains(o.works, name) }

// chooses reports whether a contender takes part.
func (o options) chooses(lib string) bool { return slices.Contains(o.libs, lib) }

// builds are the own builds of FFTW that take part: the one that uses the same
// vectors as ours.
func (o options) builds(isa string) []ownBuild {
	switch {
	case o.own == "":
		return nil
	case strings.Contains(isa, "512"):
		return []ownBuild{{results.FFTWAVX512, filepath.Join(o.own, "avx512")}}
	}
	return []ownBuild{{results.FFTWAVX2, filepath.Join(o.own, "avx2")}}
}

// file is where to write, "" for standard output.
func (o options) file(isa string) string {
	if info, err := os.Stat(o.out); err != nil || !info.IsDir() {
		return o.out
	}
	name := "go"
	switch {
	case strings.Contains(isa, "512"):
		name = "avx512"
	case strings.Contains(isa, "AVX2"):
		name = "avx2"
	}
	return filepath.Join(o.out, name+".txt")
}
