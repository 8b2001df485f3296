package main

import (
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the expected files of the scripts")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"benchx": main})
}

// TestScripts runs the command the way its users do. $CASES holds captured
// outputs of go test -bench.
func TestScripts(t *testing.T) {
	cases, err := filepath.Abs("../../../testdata/bench-output")
	require.NoError(t, err)
	goCache, err := exec.Command("go", "env", "GOCACHE").Output()
	require.NoError(t, err)
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("CASES", cases)
			env.Values[forgeKey{}] = new(forge)
			self, err := os.Executable()
			env.Setenv("BINARY", self)
			forRepositories(env, goCache)
			return err
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status": checkStatus, "forge": startForge, "thread": writeThread,
		},
	})
}

// forRepositories lets a script make commits, always the same ones, and build
// what is in them.
func forRepositories(env *testscript.Env, goCache []byte) {
	env.Setenv("GOCACHE", strings.TrimSpace(string(goCache)))
	env.Setenv("GOTOOLCHAIN", "local")
	env.Setenv("XDG_CACHE_HOME", filepath.Join(env.WorkDir, ".cache"))
	env.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	for _, who := range []string{"AUTHOR", "COMMITTER"} {
		env.Setenv("GIT_"+who+"_NAME", "gopher")
		env.Setenv("GIT_"+who+"_EMAIL", "gopher@example.com")
		env.Setenv("GIT_"+who+"_DATE", "2026-01-02T03:04:05Z")
	}
}

// checkStatus runs a program and checks its exit status: status 2 benchx report.
func checkStatus(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N program [args...]")
	}
	err := ts.Exec(args[1], args[2:]...)
	status := 0
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		status = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if strconv.Itoa(status) != args[0] {
		ts.Fatalf("exit status %d, want %s", status, args[0])
	}
}

// TestNoCasePanics feeds every captured output to report: whatever is in a
// file, the command ends with one of its documented statuses.
func TestNoCasePanics(t *testing.T) {
	files, err := filepath.Glob("../../../testdata/bench-output/*.txt")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			s, _, stderr := fakeSession("")
			status := run(t.Context(), []string{"report", "-o", filepath.Join(t.TempDir(), "out"), file}, s)
			require.Contains(t, []int{exitFine, exitUsage, exitIncomplete}, status, stderr.String())
			if status == exitUsage {
				require.NotEmpty(t, stderr.String(), "a refusal says why")
			}
		})
	}
}

// TestNoLayoutPanics compares every captured output under layouts that hardly
// any of them fits.
func TestNoLayoutPanics(t *testing.T) {
	files, err := filepath.Glob("../../../testdata/bench-output/*.txt")
	require.NoError(t, err)
	layouts := [][]string{
		{"-col", "/gomaxprocs"}, {"-col", ".name", "-row", "pkg,/mode"}, {"-table", "", "-row", "", "-col", ""},
		{"-col", "pkg,cpu@alpha", "-table", ".config"}, {"-filter", ".unit:ns/op -.name:/A/"}, {"-row", ".fullname@num", "-ignore", ".config"},
	}
	formats := []string{"text", "csv", "json", "markdown", "html"}
	for i, layout := range layouts {
		for j, file := range files {
			s, stdout, stderr := fakeSession("")
			args := append([]string{"compare", "--verdicts", "-format", formats[(i+j)%len(formats)], file, file}, layout...)
			status := run(t.Context(), args, s)
			require.Contains(t, []int{exitFine, exitUsage, exitIncomplete}, status, "%v: %s", args, stderr.String())
			require.Equal(t, status == exitUsage, stdout.Len() == 0, "%v: %s", args, stderr.String())
		}
	}
}
