package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/fftstudy/fftstudy/benchx/ab"
	"github.com/fftstudy/fftstudy/benchx/ab/checkout"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/report/style"
)

// Files of the folder of an ab run.
const (
	journalFile = "journal.jsonl"
	oldFile     = "old.txt"
	newFile     = "new.txt"
	floorOld    = "aa-old.txt"
	floorNew    = "aa-new.txt"
)

// runAB checks out and builds, measures, writes and compares.
func runAB(ctx context.Context, s *session, f abFlags) error {
	if err := os.MkdirAll(f.out, 0o777); err != nil {
		return usagef("cannot make the folder: %v", err)
	}
	release, err := ab.Lock(f.out)
	if err != nil {
		return usagef("%w", err)
	}
	defer release()
	if f.settings.Instructions {
		if err := ab.CanCount(); err != nil {
			f.settings.Instructions = false
			fmt.Fprintf(s.stderr, "benchx: instructions are not counted: %v\n", err)
		}
	}
	journal, err := f.begun()
	if err != nil {
		return err
	}
	stop, ctx, done := listen(ctx, s)
	defer done()
	built, err := f.checkout(ctx, s)
	if err != nil {
		return errors.Join(ended(ctx, err), journal.Close())
	}
	defer built.Close()
	journal, err = f.journal(journal, built)
	if err != nil {
		return err
	}
	defer journal.Close()
	if err := f.settle(ctx, s); err != nil {
		return ended(ctx, err)
	}
	stop.measuring()
	result, err := f.measure(ctx, s, built.Targets, journal, stop.requested)
	if err != nil {
		return ended(ctx, err)
	}
	return f.conclude(s, result)
}

// ended words the end that an interrupt makes of everything.
func ended(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return incompletef("interrupted; benchx ab --resume goes on with what was measured")
	}
	return usagef("%w", err)
}

// begun opens the journal to go on with, nil where there is none. It refuses a
// folder with an unfinished run, unless told what to do with it.
func (f *abFlags) begun() (*ab.Journal, error) {
	path := f.path(journalFile)
	_, err := os.Stat(path)
	there := err == nil
	switch {
	case f.resume && !there:
		return nil, usagef("there is no run in %s to go on with", f.out)
	case f.resume:
		return f.reopen(path)
	case !there:
		return nil, nil
	case f.restart, finishedRun(path):
		return nil, os.Remove(path)
	}
	return nil, usagef("%s holds a run that was not finished: go on with it by --resume, throw it away by --restart, or name another folder by -o", f.out)
}

// reopen reads the journal of a run of the same settings, nil where not even its
// first line was written.
func (f *abFlags) reopen(path string) (*ab.Journal, error) {
	j, torn, err := ab.OpenJournal(path)
	if err != nil {
		return nil, usagef("%w", err)
	}
	if torn {
		return nil, os.Remove(path)
	}
	if f.settings.Seed == 0 {
		f.settings.Seed = j.Header.Settings.Seed
	}
	if diff := j.Header.Settings.Diff(f.settings); diff != "" {
		return nil, errors.Join(f.cannotResume("its flags were others: "+diff), j.Close())
	}
	return j, nil
}

func (f *abFlags) cannotResume(why string) error {
	return usagef("cannot go on with the run in %s: %s; --restart begins a new one", f.out, why)
}

// finishedRun reports whether the journal says that its run was done.
func finishedRun(path string) bool {
	text, err := os.ReadFile(path)
	return err == nil && strings.HasSuffix(string(text), ab.JournalEnd)
}

func (f *abFlags) path(name string) string { return filepath.Join(f.out, name) }

// checkout builds both versions.
func (f *abFlags) checkout(ctx context.Context, s *session) (*checkout.Checkout, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	if f.refs[ab.Old] == "" {
		if f.refs[ab.Old], err = checkout.DefaultOld(ctx, checkout.Run, dir); err != nil {
			return nil, err
		}
	}
	scratch, err := f.scratch()
	if err != nil {
		return nil, err
	}
	built, err := checkout.Prepare(ctx, checkout.Options{
		Dir: dir, Refs: f.refs, Packages: f.packages, BuildFlags: f.flagsOfBuild(),
		Scratch: scratch, Copy: f.settings.AA, Tool: checkout.Run,
		Observe: func(doing string) {
			if f.verbose || s.stderrIsTTY {
				fmt.Fprintf(s.stderr, "benchx: %s\n", style.Terminal(doing))
			}
		},
	})
	if err != nil {
		return nil, err
	}
	for _, note := range built.Notes {
		fmt.Fprintf(s.stderr, "benchx: %s\n", style.Terminal(note))
	}
	return built, nil
}

// scratch returns the folder for worktrees and binaries: in the user's cache,
// the same one for every run into the same folder.
func (f *abFlags) scratch() (string, error) {
	out, err := filepath.Abs(f.out)
	if err != nil {
		return "", err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	name := sha256.Sum256([]byte(out))
	return filepath.Join(cache, "benchx", "ab", hex.EncodeToString(name[:8])), nil
}

func (f *abFlags) flagsOfBuild() []string {
	var flags []string
	if f.tags != "" {
		flags = append(flags, "-tags="+f.tags)
	}
	if f.race {
		flags = append(flags, "-race")
	}
	return append(flags, strings.Fields(f.buildFlags)...)
}

// journal checks that the run of j, if there is one, is that of what was built,
// and else begins one.
func (f *abFlags) journal(j *ab.Journal, built *checkout.Checkout) (*ab.Journal, error) {
	h := ab.Header{Started: time.Now().UTC().Truncate(time.Second), Settings: f.settings}
	for _, side := range ab.Sides() {
		h.Versions[side] = built.Trees[side].Version
	}
	for _, t := range built.Targets {
		h.Targets = append(h.Targets, ab.TargetHashes{
			Package: t.Package, Hash: [2]string{t.Binary[ab.Old].Hash, t.Binary[ab.New].Hash},
		})
	}
	if j != nil {
		if why := j.Mismatch(h); why != "" {
			return nil, errors.Join(f.cannotResume(why), j.Close())
		}
		return j, nil
	}
	if h.Settings.Seed == 0 {
		h.Settings.Seed = seedOf(h.Versions)
	}
	h.ID = runID(h)
	j, err := ab.CreateJournal(f.path(journalFile), h)
	if err != nil {
		return nil, usagef("%w", err)
	}
	return j, nil
}

// seedOf derives the seed from the revisions, so that a run can be repeated.
func seedOf(versions [2]ab.Version) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s\n%s", versions[ab.Old].Commit, versions[ab.New].Commit)
	return h.Sum64()>>1 | 1 // never 0, which asks for this
}

// runID names the run in its texts.
func runID(h ab.Header) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%v", h))
	return hex.EncodeToString(sum[:8])
}

// measure runs the runner.
func (f *abFlags) measure(ctx context.Context, s *session, targets []ab.Target, j *ab.Journal, stop <-chan struct{}) (*ab.Result, error) {
	r := ab.NewRunner(targets, j)
	r.Silence, r.Cooldown, r.Budget = f.deadline, f.cooldown, f.budget
	r.Cores = runtime.NumCPU()
	r.Command = f.command
	r.Stop = stop
	r.Undecided = func(look ab.Look) ([]ab.Key, error) { return f.undecided(s, look) }
	if !f.fixedRounds {
		r.Reach = func(benchmarks, looks int) int { return compare.Reach(benchmarks, lookOptions(f.options, looks), true) }
	}
	show := newABProgress(s, f.verbose)
	r.Observe = show.event
	defer show.finish()
	return r.Run(ctx)
}

// commandLine is how the run can be repeated: what the texts say of it.
func commandLine(cmd *cobra.Command, f *abFlags) string {
	words := append([]string{"benchx", "ab"}, f.packages...)
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		switch flag.Name {
		case "output", "resume", "restart", "report", "gate", "verbose", "wait-quiet", "config":
			return // say nothing of what was measured
		}
		words = append(words, "--"+flag.Name+"="+flag.Value.String())
	})
	if len(f.settings.Args) > 0 {
		words = append(append(words, "--"), f.settings.Args...)
	}
	for i, word := range words {
		words[i] = shellQuote(word)
	}
	return strings.Join(words, " ")
}

// shellQuote quotes a word for a POSIX shell where it needs to be.
func shellQuote(word string) string {
	plain := func(r rune) bool {
		return r == '-' || r == '_' || r == '.' || r == '/' || r == '=' || r == ',' || r == ':' || r == '@' || r == '%' || r == '+' ||
			r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
