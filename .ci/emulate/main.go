//go:build linux

// Command emulate runs tests on emulated processors, so that vector code is
// proven on processors that this machine is not: AVX-512 code where there is
// none, and AVX2 code where there is no more than that.
//
//	go run ./.ci/emulate                    what CI runs, on every processor
//	go run ./.ci/emulate -cpu haswell       the same on one
//	go run ./.ci/emulate -cpu skylake-x ./fftbench/fft/kernels -test.run Vectors
//	                                        one package's tests, with flags of its test binary
//
// It needs the packages it names if they are missing, and for Bochs a kernel,
// which it fetches by apt-get download into a cache and never installs. Run it
// in the root of the repository.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/fftstudy/fftstudy/.ci/emulate/machine"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGPIPE)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "emulate:", err)
		os.Exit(1)
	}
}

// emulator runs tests and tells what they do.
type emulator interface {
	fmt.Stringer
	needs() []need
	run(ctx context.Context, tests []test, tell func(machine.Event)) error
}

// need is a file that a package of the distribution holds.
type need struct{ file, packageName string }

// options are the command line.
type options struct {
	cpus    []cpu
	env     []string
	limit   time.Duration
	verbose bool
}

func run(ctx context.Context, args []string, out io.Writer) error {
	o, err := parse(args)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "emulate-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var failed []string
	for _, c := range o.cpus {
		if err := o.runCPU(ctx, dir, c, out); err != nil {
			fmt.Fprintf(out, "FAIL  %s: %v\n", c.name, err)
			failed = append(failed, c.name)
		}
	}
	if len(failed) > 0 {
		return fmt.Errorf("failed on %s", strings.Join(failed, ", "))
	}
	return nil
}

func parse(args []string) (options, error) {
	var o options
	cache, err := os.UserCacheDir()
	if err != nil {
		return o, err
	}
	flags := flag.NewFlagSet("emulate", flag.ExitOnError)
	flags.Usage = func() {
		fmt.Fprintln(flags.Output(), "usage: emulate [flags] [package [flags of its test binary]]")
		flags.PrintDefaults()
	}
	names := flags.String("cpu", "haswell,nehalem,skylake-x", "`processors` to run on, separated by commas")
	flags.StringVar(&cache, "cache", filepath.Join(cache, "fftstudy-emulate"), "`folder` that keeps the kernel")
	flags.DurationVar(&o.limit, "limit", 40*time.Minute, "longest `time` for a processor")
	flags.BoolVar(&o.verbose, "v", false, "print what the tests print (always so with a package)")
	flags.Func("env", "`NAME=value` for the tests' environment; may be repeated", func(s string) error {
		o.env = append(o.env, s)
		return nil
	})
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	all := cpus(cache)
	for name := range strings.SplitSeq(*names, ",") {
		i := slices.IndexFunc(all, func(c cpu) bool { return c.name == name })
		if i < 0 {
			return o, fmt.Errorf("no processor %q: haswell, nehalem or skylake-x", name)
		}
		o.cpus = append(o.cpus, all[i])
	}
	if flags.NArg() > 0 {
		o.verbose = true
		for i := range o.cpus {
			o.cpus[i].suites = []suite{{dir: path.Clean(flags.Arg(0)), flags: flags.Args()[1:]}}
		}
	}
	return o, nil
}

// runCPU runs a processor's tests and prints what came out of each.
func (o options) runCPU(ctx context.Context, dir string, c cpu, out io.Writer) error {
	for _, n := range c.emulator.needs() {
		if _, err := os.Stat(n.file); err != nil {
			return fmt.Errorf("%w (apt-get install %s)", err, n.packageName)
		}
	}
	tests, err := buildTests(ctx, dir, c.suites, c.environment(o.env))
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, o.limit, fmt.Errorf("not done in %v", o.limit))
	defer cancel()
	fmt.Fprintf(out, "\n%s (%v)\n", c.name, c.emulator)
	v := &viewer{out: out, verbose: o.verbose, cpu: c, tests: tests, began: time.Now()}
	err = c.emulator.run(ctx, tests, v.tell)
	if cause := context.Cause(ctx); cause != nil {
		err = cause
	}
	if err != nil {
		v.printOutput()
		if running := v.current.running; running != "" {
			err = fmt.Errorf("in %s: %w", running, err)
		}
		return err
	}
	return errors.Join(v.errs...)
}

// output runs a program and returns what it prints; an error says what it
// complained of.
func output(ctx context.Context, dir, program string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = dir
	text, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("%s %s: %w", program, strings.Join(args, " "), err)
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			err = fmt.Errorf("%w: %s", err, strings.TrimSpace(string(exit.Stderr)))
		}
	}
	return string(text), err
}
