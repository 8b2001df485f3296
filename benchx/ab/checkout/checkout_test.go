package checkout

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/ab"
)

// A repo is a real git repository with a go command that is a fake.
type repo struct {
	t   *testing.T
	dir string
	// built lists what the go command was asked to compile: folder and package.
	built []string
	fail  string // package that does not build
}

func newRepo(t *testing.T) *repo {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	for _, who := range []string{"AUTHOR", "COMMITTER"} {
		t.Setenv("GIT_"+who+"_NAME", "gopher")
		t.Setenv("GIT_"+who+"_EMAIL", "gopher@example.com")
	}
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	r := &repo{t: t, dir: dir}
	r.git("init", "-q", "-b", "main")
	return r
}

func (r *repo) git(args ...string) string {
	r.t.Helper()
	out, err := Run(r.t.Context(), r.dir, nil, "git", args...)
	require.NoError(r.t, err)
	return strings.TrimSpace(string(out))
}

func (r *repo) write(name, text string) {
	path := filepath.Join(r.dir, filepath.FromSlash(name))
	require.NoError(r.t, os.MkdirAll(filepath.Dir(path), 0o777))
	require.NoError(r.t, os.WriteFile(path, []byte(text), 0o666))
}

// commit commits everything and returns the commit.
func (r *repo) commit(message string) string {
	r.git("add", "-A")
	r.git("commit", "-q", "-m", message)
	return r.git("rev-parse", "HEAD")
}

// tool runs git; its go command has a package for every folder with a
// bench_test.go, and a binary is a copy of that file.
func (r *repo) tool(ctx context.Context, dir string, env []string, name string, args ...string) ([]byte, error) {
	if name == "git" {
		return Run(ctx, dir, env, name, args...)
	}
	switch args[0] {
	case "list":
		var out []byte
		err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
			if err == nil && d.Name() == "bench_test.go" {
				text, _ := json.Marshal(listed{ImportPath: r.importPath(dir, path), Dir: filepath.Dir(path), TestGoFiles: []string{d.Name()}})
				out = append(out, text...)
			}
			return err
		})
		return out, err
	case "test":
		pkg := args[len(args)-1]
		r.built = append(r.built, filepath.Base(dir)+" "+pkg)
		if pkg == r.fail {
			return nil, &ToolError{Command: "go test", Output: "undefined: x", Err: errors.New("exit status 1")}
		}
		text, err := os.ReadFile(filepath.Join(dir, strings.TrimPrefix(pkg, "m/"), "bench_test.go"))
		if err != nil {
			return nil, err
		}
		return nil, os.WriteFile(args[3], text, 0o777)
	}
	return nil, errors.New("unknown: go " + args[0])
}

func (r *repo) importPath(dir, file string) string {
	rel, err := filepath.Rel(dir, filepath.Dir(file))
	require.NoError(r.t, err)
	return "m/" + filepath.ToSlash(rel)
}

func (r *repo) options(old, new string) Options {
	return Options{
		Dir: r.dir, Refs: [2]string{old, new}, Packages: []string{"./..."},
		Scratch: filepath.Join(r.t.TempDir(), "scratch"), Tool: r.tool,
	}
}

const benchFile = "package p\n\nfunc BenchmarkX(b *testing.B) {}\n"

func TestPrepare(t *testing.T) {
	r := newRepo(t)
	r.write("both/bench_test.go", benchFile)
	r.write("gone/bench_test.go", benchFile)
	r.write("none/bench_test.go", "package none\n\nfunc TestX(t *testing.T) {}\n")
	r.write(".gitmodules", "")
	first := r.commit("first")
	r.git("rm", "-q", "gone/bench_test.go")
	r.write("both/bench_test.go", benchFile+"// changed\n")
	r.write("added/bench_test.go", benchFile)
	r.commit("second")
	r.write("untracked/bench_test.go", benchFile)
	before := r.git("status", "--porcelain")

	o := r.options(first, WorkingTree)
	o.Copy = true
	c, err := Prepare(t.Context(), o)
	require.NoError(t, err)
	var names []string
	for _, target := range c.Targets {
		names = append(names, target.Package)
	}
	assert.Equal(t, []string{"m/both", "m/gone", "m/added", "m/untracked"}, names, "packages without benchmarks are not built")
	both := c.Targets[0]
	for _, side := range ab.Sides() {
		assert.FileExists(t, both.Binary[side].Path)
		assert.FileExists(t, filepath.Join(both.Binary[side].Dir, "bench_test.go"))
	}
	assert.Equal(t, filepath.Join(r.dir, "both"), both.Binary[ab.New].Dir, "the working tree is built where it stands")
	assert.NotEqual(t, both.Binary[ab.Old].Hash, both.Binary[ab.New].Hash)
	assert.FileExists(t, both.Copy)
	assert.Empty(t, c.Targets[1].Binary[ab.New].Path)
	assert.Empty(t, c.Targets[2].Binary[ab.Old].Path)
	assert.Empty(t, c.Targets[2].Copy)
	assert.Equal(t, ab.Version{Ref: first, Commit: first[:12]}, c.Trees[ab.Old].Version)
	assert.Equal(t, r.git("rev-parse", "--short=12", "HEAD"), c.Trees[ab.New].Version.Commit, "untracked files do not make it dirty")
	require.Len(t, c.Notes, 1)
	assert.Contains(t, c.Notes[0], "submodules")

	require.NoError(t, c.Close())
	assert.NoDirExists(t, o.Scratch)
	assert.Equal(t, 1, strings.Count(r.git("worktree", "list"), "\n")+1)
	assert.Equal(t, before, r.git("status", "--porcelain"))
}

// A package that does not build on one side is told of; the rest goes on.
func TestPrepareBuildFails(t *testing.T) {
	r := newRepo(t)
	r.write("a/bench_test.go", benchFile)
	r.write("b/bench_test.go", benchFile)
	r.commit("first")
	r.fail = "m/b"
	c, err := Prepare(t.Context(), r.options("HEAD", WorkingTree))
	require.NoError(t, err)
	defer c.Close()
	require.Len(t, c.Targets, 2)
	assert.Equal(t, [2]string{"undefined: x", "undefined: x"}, c.Targets[1].Failed)
	assert.NotEmpty(t, c.Targets[0].Binary[ab.New].Path)
	assert.Empty(t, c.Targets[1].Binary[ab.New].Path)
}

// What a run that was killed left does not stand in the way, hooks are not run,
// and a changed tracked file shows in the version.
func TestPrepareAfterAKill(t *testing.T) {
	r := newRepo(t)
	r.write("a/bench_test.go", benchFile)
	r.commit("first")
	r.write(".git/hooks/post-checkout", "#!/bin/sh\ntouch \"$PWD/hooked\"\n")
	require.NoError(t, os.Chmod(filepath.Join(r.dir, ".git/hooks/post-checkout"), 0o777))
	o := r.options("HEAD", WorkingTree)
	_, err := Prepare(t.Context(), o) // and no Close
	require.NoError(t, err)
	r.write("a/bench_test.go", benchFile+"// changed\n")
	c, err := Prepare(t.Context(), o)
	require.NoError(t, err)
	assert.NoFileExists(t, filepath.Join(c.Trees[ab.Old].Dir, "hooked"))
	assert.True(t, strings.HasSuffix(c.Trees[ab.New].Version.Commit, "+dirty"))
	require.NoError(t, c.Close())
	assert.NotContains(t, r.git("worktree", "list"), "scratch")
}

// A module in a folder of the repository is compared with that folder.
func TestPrepareInAFolder(t *testing.T) {
	r := newRepo(t)
	r.write("other", "")
	empty := r.commit("first")
	r.write("mod/a/bench_test.go", benchFile)
	r.commit("second")
	o := r.options("HEAD", WorkingTree)
	o.Dir = filepath.Join(r.dir, "mod")
	c, err := Prepare(t.Context(), o)
	require.NoError(t, err)
	assert.Equal(t, filepath.Join(o.Scratch, "old", "mod"), c.Trees[ab.Old].Dir)
	assert.Equal(t, []string{"mod m/a", "mod m/a"}, r.built)
	require.NoError(t, c.Close())

	o.Refs[ab.Old] = empty
	_, err = Prepare(t.Context(), o)
	assert.ErrorContains(t, err, "has no folder mod")
	assert.NoDirExists(t, o.Scratch, "what was made is removed again")
	assert.NotContains(t, r.git("worktree", "list"), "scratch")
}

func TestPrepareRefuses(t *testing.T) {
	r := newRepo(t)
	r.write("a_test.go", "package a")
	r.commit("first")
	_, err := Prepare(t.Context(), r.options("nosuch", WorkingTree))
	assert.ErrorContains(t, err, `--old: "nosuch" names no commit`)
	_, err = Prepare(t.Context(), r.options("--help", WorkingTree))
	assert.ErrorContains(t, err, `"--help" names no commit`)
	_, err = Prepare(t.Context(), r.options("HEAD", "HEAD"))
	assert.ErrorContains(t, err, "no package with benchmarks on either side")
	o := r.options("HEAD", "HEAD")
	o.Dir = t.TempDir()
	_, err = Prepare(t.Context(), o)
	assert.ErrorContains(t, err, "not in a git working tree")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = Prepare(ctx, r.options("HEAD", "HEAD"))
	assert.ErrorIs(t, err, context.Canceled)
}

func TestDefaultOld(t *testing.T) {
	r := newRepo(t)
	old := func() string {
		ref, err := DefaultOld(t.Context(), r.tool, r.dir)
		require.NoError(t, err)
		return ref
	}
	_, err := DefaultOld(t.Context(), r.tool, r.dir)
	assert.ErrorContains(t, err, "no commit")
	r.write("f", "1")
	first := r.commit("first")
	_, err = DefaultOld(t.Context(), r.tool, r.dir)
	assert.ErrorContains(t, err, "name what to compare with")
	r.write("f", "2")
	assert.Equal(t, first, old(), "a change on top of the last commit")
	second := r.commit("second")
	assert.Equal(t, first, old(), "no change: the commit before")
	r.git("checkout", "-q", "-b", "topic")
	assert.Equal(t, first, old(), "a branch without commits is at the default branch")
	r.write("f", "3")
	r.commit("third")
	r.write("f", "4")
	r.commit("fourth")
	assert.Equal(t, second, old(), "where the branch left the default one")
}

// A workspace outside of the worktree lists the user's own modules.
func TestWorkspaceEnv(t *testing.T) {
	for value, want := range map[string][]string{"": nil, "off": nil, "/home/me/go.work": {"GOWORK="}} {
		t.Setenv("GOWORK", value)
		assert.Equal(t, want, workspaceEnv(), value)
	}
}
