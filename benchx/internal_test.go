package benchx

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

func TestClassify(t *testing.T) {
	wrapped := func(err error) error { return fmt.Errorf("plan: %w", err) }
	for _, tt := range []struct {
		at   phase
		err  error
		want wire.Status
	}{
		{inPrepare, errors.New("x"), wire.PrepareFail},
		{inHeap, errors.New("x"), wire.BenchFail},
		{inWarmUp, errors.New("x"), wire.BenchFail},
		{inOp, errors.New("x"), wire.BenchFail},
		{inClose, errors.New("x"), wire.BenchFail},
		{inPrepare, wrapped(ErrSkip), wire.Skip},
		{inOp, ErrSkip, wire.Skip},
		{inPrepare, wrapped(ErrOutOfMemory), wire.OOM},
		{inOp, wrapped(ErrOutOfMemory), wire.OOM},
		{inPrepare, wrapped(context.DeadlineExceeded), wire.Timeout},
		{inOp, lateError(time.Second), wire.Timeout},
		{inPrepare, errors.Join(lateError(time.Second), errors.New("close")), wire.Timeout},
		{inOp, guard(func() error { panic(ErrSkip) }), wire.Panic},
		{inPrepare, guard(func() error { panic("x") }), wire.Panic},
	} {
		got := classify(tt.at, tt.err)
		assert.Equal(t, tt.want, got.status, "%s: %v", tt.at, tt.err)
		assert.NotEmpty(t, got.note)
	}
}

func TestMiddle(t *testing.T) {
	for _, x := range [][3]int64{{1, 2, 3}, {1, 3, 2}, {2, 1, 3}, {2, 3, 1}, {3, 1, 2}, {3, 2, 1}, {2, 2, 9}, {9, 2, 2}, {2, 0, 2}} {
		assert.EqualValues(t, 2, middle(x[0], x[1], x[2]), "%v", x)
	}
}

func TestAccuracyMustBeFinite(t *testing.T) {
	for _, a := range []Accuracy{
		{RelL2: math.NaN()}, {RelL2: math.Inf(1)}, {MaxErr: math.NaN()}, {MaxErr: math.Inf(-1)},
	} {
		assert.Error(t, a.check(), "%v", a)
	}
	assert.NoError(t, Accuracy{RelL2: 1, MaxErr: math.MaxFloat64}.check())
}

// TestPrintedErrors: what testing prints of an error in units of Eps comes back
// to the three digits that a page shows.
func TestPrintedErrors(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := math.Pow(10, rapid.Float64Range(-17, 0).Draw(t, "exponent"))
		line := testing.BenchmarkResult{N: 1, Extra: map[string]float64{wire.UnitRelL2Eps: want / wire.Eps}}.String()
		fields := strings.Fields(line)
		if len(fields) < 3 || fields[len(fields)-1] != wire.UnitRelL2Eps {
			t.Fatalf("printed %q", line)
		}
		got, err := strconv.ParseFloat(fields[len(fields)-2], 64)
		if err != nil || math.Abs(got*wire.Eps-want) > 5e-4*want {
			t.Fatalf("%g came back as %g from %q", want, got*wire.Eps, line)
		}
	})
}

func TestAxes(t *testing.T) {
	axes := []Axis{At("algo", "pdq"), At("n", 1000), At("load", 0.5), At("map", "k=v")}
	require.NoError(t, checkAxes(axes))
	assert.Equal(t, "BenchmarkSort/algo=pdq/n=1000/load=0.5/map=k=v", Name("BenchmarkSort", axes))
	for _, bad := range [][]Axis{
		nil, {{}}, {At("", 1)}, {At("n", "")}, {At("a/b", 1)}, {At("a=b", 1)}, {At("a b", 1)},
		{At("n", "1/2")}, {At("n", "a b")}, {At("n", "a\tb")}, {At("n", "\x00")}, {At("n", "\xff")},
	} {
		assert.Error(t, checkAxes(bad), "%q", bad)
	}
}

func TestMergeFacts(t *testing.T) {
	own := []wire.Fact{{Key: wire.FactGo, Value: "go1"}, {Key: wire.FactCommit, Value: ""}, {Key: wire.FactCommand, Value: "x"}}
	got, err := mergeFacts(own, []wire.Fact{
		{Key: "gpu1", Value: "b"}, {Key: "gpu0", Value: "a"}, {Key: wire.FactCompiled, Value: "c"},
		{Key: wire.FactISA, Value: "avx2"}, {Key: wire.FactCommand, Value: ""}, {Key: wire.FactGo, Value: "go2"},
	})
	require.NoError(t, err)
	assert.Equal(t, []wire.Fact{
		{Key: wire.FactGo, Value: "go2"}, {Key: wire.FactISA, Value: "avx2"}, {Key: wire.FactCompiled, Value: "c"},
		{Key: "gpu1", Value: "b"}, {Key: "gpu0", Value: "a"},
	}, got)
	for _, key := range []string{"", "a b", "a=b", `a"b`, "a\nb"} {
		_, err := mergeFacts(nil, []wire.Fact{{Key: key, Value: "x"}})
		assert.Error(t, err, "%q", key)
	}
}

func TestUnitLines(t *testing.T) {
	assert.Equal(t, "Unit rows/s better=higher", Unit{Name: "rows/s", Better: "higher"}.String())
	assert.Equal(t, "Unit steps assume=exact", Unit{Name: "steps", Exact: true}.String())
	assert.Error(t, Unit{Name: "a b"}.check())
	assert.Error(t, Unit{}.check())
	assert.Error(t, Unit{Name: "x", Better: "more"}.check())
}

// TestShellWord lets a shell read the words back.
func TestShellWord(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no sh to ask")
	}
	for _, word := range []string{"", "plain-1.2/3", "a b", "it's", `"$HOME"`, "a|b(c)*", "`x`", "~", "#", "-bench=^X$/y", "µ", "\n"} {
		out, err := exec.Command(sh, "-c", "printf %s "+shellWord(word)).Output()
		require.NoError(t, err, "%q", word)
		assert.Equal(t, word, string(out))
	}
	assert.Equal(t, "-count=2", shellWord("-count=2"), "what needs no quotes has none")
}

func TestCommit(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	dir := t.TempDir()
	t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(dir))
	assert.Equal(t, "", commit(dir), "not a repository")
	git := func(args ...string) string {
		t.Helper()
		args = append([]string{"-C", dir, "-c", "user.name=a", "-c", "user.email=a@b"}, args...)
		out, err := exec.Command("git", args...).CombinedOutput()
		require.NoError(t, err, "%s", out)
		return strings.TrimSpace(string(out))
	}
	file := filepath.Join(dir, "file")
	require.NoError(t, os.WriteFile(file, []byte("1"), 0o600))
	git("init", "-q")
	git("add", "file")
	git("commit", "-q", "-m", "x")
	head := git("rev-parse", "HEAD")[:12]
	assert.Equal(t, head, commit(dir))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "untracked"), nil, 0o600))
	assert.Equal(t, head, commit(dir), "an untracked file changes nothing that was measured")
	require.NoError(t, os.WriteFile(file, []byte("22"), 0o600))
	assert.Equal(t, head+"+dirty", commit(dir))
	t.Setenv(wire.CommitEnv, "told")
	assert.Equal(t, "told", commit(dir))
}

func TestClosesWhatNoRoundTook(t *testing.T) {
	var closed []string
	s := &Suite{keeping: true, room: 10}
	for _, name := range []string{"b", "a"} {
		inst := &instance{Prepared: &Prepared{HeldBytes: 4, Close: func() error {
			closed = append(closed, name)
			return errors.New("busy")
		}}}
		require.True(t, s.keep(s.cell(cellKey{name, 1}), inst))
	}
	assert.EqualError(t, s.closeKept(), "closing a: busy\nclosing b: busy")
	assert.Equal(t, []string{"a", "b"}, closed)
	assert.NoError(t, s.closeKept(), "once")
}

// TestImports holds the package to the standard library and wire.
func TestImports(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", ".").Output()
	require.NoError(t, err)
	assert.Equal(t, []string{
		"github.com/fftstudy/fftstudy/benchx/wire",
		"github.com/fftstudy/fftstudy/benchx",
	}, strings.Fields(string(out)))
}
