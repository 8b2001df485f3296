package checkout

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/fftstudy/fftstudy/benchx/ab"
)

// Options say what to build.
type Options struct {
	Dir        string    // where the user stands, in the repository
	Refs       [2]string // by ab.Side: a revision, or WorkingTree
	Packages   []string  // patterns as the go command takes them
	BuildFlags []string
	// Scratch is a folder for worktrees and binaries. It is made, used by one
	// checkout at a time, and removed by Close.
	Scratch string
	Copy    bool // make a second copy of the old side's binaries
	Tool    Tool
	// Observe is told what is being done; may be nil.
	Observe func(doing string)
}

// A Tree is one side's source.
type Tree struct {
	Version ab.Version
	Dir     string // the folder that corresponds to Options.Dir
	root    string // of its worktree; "" for the user's own
	env     []string
}

// A Checkout is two trees and their binaries.
type Checkout struct {
	Trees   [2]Tree
	Targets []ab.Target
	Notes   []string // what the user should know: packages on one side, submodules
	options Options
	repo    *repository
}

// Prepare checks out and builds. What it made is removed again where it fails;
// else Close does.
func Prepare(ctx context.Context, o Options) (c *Checkout, err error) {
	repo, err := openRepository(ctx, o.Tool, o.Dir)
	if err != nil {
		return nil, err
	}
	c = &Checkout{options: o, repo: repo}
	defer func() {
		if err != nil {
			err = errors.Join(err, c.Close())
			c = nil
		}
	}()
	if err := os.MkdirAll(filepath.Join(o.Scratch, "bin"), 0o777); err != nil {
		return c, err
	}
	for _, side := range ab.Sides() {
		if err := c.tree(ctx, side); err != nil {
			return c, fmt.Errorf("--%s: %w", side, err)
		}
	}
	return c, c.build(ctx)
}

// Close removes the worktrees and binaries. It does so even where the context of
// Prepare is done.
func (c *Checkout) Close() error {
	ctx := context.Background()
	for _, t := range c.Trees {
		if t.root != "" {
			c.repo.removeWorktree(ctx, t.root)
		}
	}
	return os.RemoveAll(c.options.Scratch)
}

// tree checks out one side.
func (c *Checkout) tree(ctx context.Context, side ab.Side) error {
	ref, t := c.options.Refs[side], &c.Trees[side]
	t.Version.Ref, t.Dir = ref, c.options.Dir
	commit, err := c.commit(ctx, ref)
	if err != nil {
		return err
	}
	if t.Version.Commit, err = c.repo.short(ctx, commit); err != nil {
		return err
	}
	if ref == WorkingTree {
		dirty, err := c.repo.dirty(ctx)
		if dirty {
			t.Version.Commit += "+dirty"
		}
		return err
	}
	c.tell("checking out " + ref)
	t.root = filepath.Join(c.options.Scratch, side.String())
	if err := c.repo.addWorktree(ctx, t.root, commit); err != nil {
		return err
	}
	if submodules(t.root) {
		c.note("the submodules of %s are not checked out: benchmarks that need them fail on the %s side", ref, side)
	}
	t.env = workspaceEnv()
	t.Dir = filepath.Join(t.root, filepath.FromSlash(c.repo.prefix))
	if _, err := os.Stat(t.Dir); err != nil {
		return fmt.Errorf("%s has no folder %s", ref, c.repo.prefix)
	}
	return nil
}

func (c *Checkout) commit(ctx context.Context, ref string) (string, error) {
	if ref == WorkingTree {
		ref = "HEAD"
	}
	return c.repo.resolve(ctx, ref)
}

// build lists the packages of both trees and compiles those with benchmarks.
func (c *Checkout) build(ctx context.Context) error {
	var order []string
	packages := map[string]*[2]*listed{}
	for _, side := range ab.Sides() {
		list, problems, err := c.Trees[side].list(ctx, &c.options)
		if err != nil {
			return fmt.Errorf("%s: %w", side, err)
		}
		for _, p := range problems {
			c.note("%s: %s", side, p)
		}
		for i := range list {
			path := list[i].ImportPath
			if packages[path] == nil {
				packages[path] = &[2]*listed{}
				order = append(order, path)
			}
			packages[path][side] = &list[i]
		}
	}
	if len(order) == 0 {
		return fmt.Errorf("no package with benchmarks on either side; the patterns were %q%s", c.options.Packages, c.because())
	}
	for n, path := range order {
		target := ab.Target{Package: path}
		for _, side := range ab.Sides() {
			p := packages[path][side]
			if p == nil {
				continue
			}
			c.tell(fmt.Sprintf("building %s (%s)", path, side))
			var err error
			target.Binary[side], target.Failed[side], err = c.Trees[side].build(ctx, &c.options, p, binaryPath(c.options.Scratch, side.String(), n))
			if err != nil {
				return err
			}
		}
		if from := target.Binary[ab.Old].Path; c.options.Copy && from != "" {
			target.Copy = binaryPath(c.options.Scratch, "copy", n)
			if err := copyBinary(from, target.Copy); err != nil {
				return err
			}
		}
		c.Targets = append(c.Targets, target)
	}
	return nil
}

// because gives the first reason for finding nothing.
func (c *Checkout) because() string {
	if len(c.Notes) == 0 {
		return ""
	}
	return ": " + c.Notes[0]
}

func (c *Checkout) note(format string, args ...any) {
	c.Notes = append(c.Notes, fmt.Sprintf(format, args...))
}

func (c *Checkout) tell(doing string) {
	if c.options.Observe != nil {
		c.options.Observe(doing)
	}
}
