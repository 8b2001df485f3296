package main

import (
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
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
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("CASES", cases)
			self, err := os.Executable()
			env.Setenv("BINARY", self)
			return err
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"status": checkStatus},
	})
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
