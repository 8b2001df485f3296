package benchx_test

import (
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/perf/benchfmt"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

var okCells = []string{"OK/variant=a/n=16-2", "OK/variant=a/n=64-2", "OK/variant=b/n=16-2", "OK/variant=b/n=64-2"}

func testRounds(t *testing.T, f fixture) {
	for _, tt := range []struct {
		name   string
		args   []string
		rounds int
	}{
		{"as in Options", nil, 2},
		{"-count wins", []string{"-test.count=3"}, 3},
		{"-count 1", []string{"-test.count=1"}, 1},
		{"-shuffle", []string{"-test.shuffle=7"}, 2},
		{"-benchtime is kept", []string{"-test.benchtime=3x"}, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := f.run(t, append([]string{"-test.bench=OK", "-test.cpu=2"}, tt.args...)...)
			require.Equal(t, 0, p.code, p.stdout)
			assert.Equal(t, slices.Repeat(okCells, tt.rounds), names(p.results(t)), "rounds of one sample each")
			assert.Equal(t, []string{"1", "2", "3"}[:tt.rounds], p.lines("# benchx round="))
			assert.Contains(t, p.stdout, "# calls TestOnce 1\n")
			assert.Contains(t, p.stdout, "# calls OK/variant=b/n=64 check 1\n", "a cell is verified once")
			assert.Contains(t, p.stdout, "# calls OK/variant=b/n=64 heap 1\n", "its heap is measured in the first round")
			first := p.results(t)[0].value
			for _, r := range p.results(t) {
				if r.name == okCells[0] {
					assert.Equal(t, first["held-bytes"], r.value["held-bytes"], "and reported in all")
				}
			}
			assert.Len(t, p.lines("# benchx elapsed-ms="), 1)
			if tt.args != nil && tt.args[0] == "-test.benchtime=3x" {
				assert.Equal(t, 3, p.results(t)[0].iters)
			}
		})
	}
}

func testKept(t *testing.T, f fixture) {
	p := f.benchmarks(t, "Keep", "-test.count=3")
	require.Equal(t, 0, p.code, p.stdout)
	// 60 and 40 of the 100 bytes are taken; 50 comes when 40 are left.
	assert.Equal(t, []string{
		"Keep/held=0 close 3", "Keep/held=0 prepare 3",
		"Keep/held=40 close 1", "Keep/held=40 prepare 1",
		"Keep/held=50 close 3", "Keep/held=50 prepare 3",
		"Keep/held=60 close 1", "Keep/held=60 prepare 1",
	}, p.lines("# calls "))
	all := p.results(t)
	assert.Equal(t, all[1].value["plan-ns"], all[5].value["plan-ns"], "plan-ns is that of the one preparation")
}

// testSelection holds which cells run, and the count that Options.Cells makes
// of the same flags, against each other and against what the patterns mean.
func testSelection(t *testing.T, f fixture) {
	for _, tt := range []struct {
		bench, skip string
		want        []string
	}{
		{"OK", "", okCells},
		{"^BenchmarkOK$/variant=b$/n=16$", "", okCells[2:3]},
		{"OK/./n=64", "", []string{okCells[1], okCells[3]}},
		{"OK/variant=(a|b)/n=16", "", []string{okCells[0], okCells[2]}},
		{"OK/variant=a/n=64|OK/variant=b/n=16", "", okCells[1:3]},
		{"OK/variant=[a/]/n=64", "", okCells[1:2]},
		{"OK/variant=a/n=16/batch=8", "", nil},
		{"OK/variant=a/n=16/batch=8|OK/variant=a", "", okCells[1:2]}, // sic: the first that fits decides
		{"OK/x", "", nil},
		{"OK", "OK/variant=a", okCells[2:]},
		{"OK", "OK/variant=a/n=16/x", okCells},
		{"OK", ".", nil},
		{"None", "", nil},
	} {
		p := f.benchmarks(t, tt.bench, "-test.skip="+tt.skip)
		require.Equal(t, 0, p.code, p.stderr)
		assert.Equal(t, tt.want, names(p.results(t)), "-bench %s -skip %s", tt.bench, tt.skip)
		assert.Equal(t, []string{strconv.Itoa(len(tt.want))}, p.lines("# benchx cells="), "-bench %s -skip %s", tt.bench, tt.skip)
		for _, call := range p.lines("# calls ") {
			key, _, _ := strings.Cut(call, " ")
			assert.Contains(t, tt.want, key+"-2", "a cell that is not selected is not prepared")
		}
	}
	for _, skip := range []string{"", "Empty/x|Plain", "Plain"} {
		p := f.benchmarks(t, "Empty", "-test.skip="+skip)
		assert.Equal(t, 0, p.code, p.stderr)
		assert.Empty(t, p.results(t), "a function without cells prints no result; -skip %q", skip)
		assert.NotContains(t, p.lines("# benchx command=")[0], "Empty$", "the user did not skip it")
	}
	p := f.benchmarks(t, "OK", "-test.cpu=1,2,2")
	assert.Equal(t, []string{"12"}, p.lines("# benchx cells="))
	assert.Len(t, p.results(t), 12)
	p = f.benchmarks(t, "(")
	assert.Equal(t, 2, p.code)
	assert.Contains(t, p.stderr, "benchx: -bench or -skip: error parsing regexp")
}

func testFacts(t *testing.T, f fixture) {
	t.Setenv("SOURCE_DATE_EPOCH", "1700000000")
	p := f.run(t, "-test.bench=^BenchmarkOK$/variant=a$", "-test.cpu=2", "-test.count=2", "-test.benchtime=1x", "-test.benchmem")
	facts := map[string]string{}
	var keys []string
	for _, line := range p.lines(strings.TrimSpace(wire.FactPrefix) + " ") {
		read, rest := wire.ParseFacts(line)
		require.Empty(t, rest)
		for _, f := range read {
			facts[f.Key] = f.Value
			keys = append(keys, f.Key)
		}
	}
	assert.Equal(t, []string{
		"go", "date", "cores", "isa", "command", "cells", "rounds", "gpu0", "round", "round", "elapsed-ms",
	}, slices.DeleteFunc(keys, func(k string) bool { return k == "commit" })) // no commit where there is no git
	assert.Equal(t, "2023-11-14T22:13:20Z", facts["date"])
	assert.Equal(t, "avx2", facts["isa"])
	assert.Equal(t, "none at all", facts["gpu0"])
	assert.Equal(t, "2", facts["rounds"])
	assert.Equal(t, "2", facts["cells"])
	assert.Equal(t, "go test '-bench=^BenchmarkOK$/variant=a$' -benchmem -benchtime=1x -count=2 -cpu=2 "+
		"github.com/fftstudy/fftstudy/benchx/testdata/src/cells", facts["command"])

	before, _, _ := strings.Cut(p.stdout, "\nPASS\n")
	assert.NotContains(t, before, "goos:", "facts come before everything that testing prints")
	assert.Contains(t, before, "Unit rows/s better=higher")
	r := benchfmt.NewReader(strings.NewReader(p.stdout), "stdout")
	for r.Scan() {
		if rec, ok := r.Result().(*benchfmt.Result); ok {
			var config []string
			for _, c := range rec.Config {
				config = append(config, c.Key)
			}
			assert.Subset(t, []string{"goos", "goarch", "pkg", "cpu"}, config, "facts split no tables of benchstat")
		}
	}
	for unit, better := range map[string]int{
		"rel-l2-eps": -1, "max-err-eps": -1, "GFLOP/s": 1, "params": -1, "param-bytes": -1, "plan-sec": -1, "rows/s": 1,
		"scratch-bytes": -1, "held-bytes": -1, "peak-bytes": -1,
	} {
		assert.Equal(t, better, r.Units().GetBetter(unit), unit)
	}

	t.Setenv("SOURCE_DATE_EPOCH", "noon")
	p = f.benchmarks(t, "OK")
	assert.Equal(t, 2, p.code)
	assert.Contains(t, p.stderr, "SOURCE_DATE_EPOCH=noon: not a number of seconds")
	t.Setenv("SOURCE_DATE_EPOCH", "")
	p = f.benchmarks(t, "OK", "-cells.bad-fact")
	assert.Equal(t, 2, p.code)
	assert.Contains(t, p.stderr, `benchx: fact "two words"`)
}

func testTestsFirst(t *testing.T, f fixture) {
	p := f.run(t, "-test.bench=OK", "-cells.fail-test")
	assert.Equal(t, 1, p.code)
	assert.Empty(t, p.results(t), "benchmarks wait for the tests to pass, as without benchx")
	assert.Contains(t, p.stdout, "--- FAIL: TestOnce")
	assert.Contains(t, p.stdout, "# benchx elapsed-ms=")
}

func testNoBenchmarks(t *testing.T, f fixture) {
	p := f.run(t)
	assert.Equal(t, printed{"PASS\n# calls TestOnce 1\n", "", 0}, p)
	p = f.run(t, "-test.bench=.", "-test.list=Once|OK")
	assert.Equal(t, printed{"TestOnce\nBenchmarkOK\n", "", 0}, p)
	p = f.run(t, "-cells.fail-test", "-test.count=2")
	assert.Equal(t, 1, p.code)
}

func testVerbose(t *testing.T, f fixture) {
	p := f.run(t, "-test.bench=OK/variant=a/n=16|End/case=prepare_fail", "-test.v", "-test.cpu=2")
	assert.Equal(t, 0, p.code)
	cells := []string{"OK/variant=a/n=16-2", "End/case=prepare_fail-2"}
	assert.Equal(t, slices.Repeat(cells, 2), names(p.results(t)))
	assert.Equal(t, 1, strings.Count(p.stdout, "=== RUN   TestOnce\n"))
	assert.Equal(t, 2, strings.Count(p.stdout, "\nBenchmarkOK/variant=a/n=16\n"))
	assert.Equal(t, 1, strings.Count(p.stdout, "status=prepare_fail"))
}

// TestGoTest goes through the go command, whose view of a run comes from what
// its last lines and its exit code say.
func TestGoTest(t *testing.T) {
	const pkg = "github.com/fftstudy/fftstudy/benchx/testdata/src/cells"
	goTest := func(args ...string) printed {
		return runCommand(t, "go", append([]string{"test", "-count=2", "-cpu=2"}, args...)...)
	}
	t.Run("ok", func(t *testing.T) {
		p := goTest("-bench=OK/variant=a/n=16|End/case=(prepare_fail|prepare_skip)$", pkg)
		assert.Equal(t, 0, p.code, p.stdout)
		assert.Len(t, p.results(t), 6)
		assert.Len(t, p.lines("ok  \t"+pkg), 1)
		assert.NotContains(t, p.stdout, "no tests to run")
	})
	t.Run("failed", func(t *testing.T) {
		p := goTest("-bench=End/case=(check|ok)$", pkg)
		assert.Equal(t, 1, p.code)
		assert.Len(t, p.results(t), 4)
		assert.Len(t, p.lines("FAIL\t"+pkg), 1)
	})
	t.Run("json", func(t *testing.T) {
		p := goTest("-json", "-bench=End/case=(check|ok)$|Plain", pkg)
		assert.Equal(t, 1, p.code)
		end := `"Action":"fail","Package":"` + pkg + `","Elapsed"`
		assert.Equal(t, 1, strings.Count(p.stdout, end), "the package failed although its last round ended on a benchmark that did not")
		assert.Contains(t, p.stdout, " -json "+pkg, "the command to repeat it")
	})
	t.Run("json of a hang", func(t *testing.T) {
		p := goTest("-json", "-bench=Hang", pkg) // after a first m.Run, for TestOnce
		assert.Equal(t, 1, p.code)
		assert.Contains(t, p.stdout, `"Output":"panic: test timed out after 400ms\n"`)
	})
	t.Run("coverage", func(t *testing.T) {
		profile := t.TempDir() + "/cover.out"
		p := goTest("-coverpkg=./wire", "-coverprofile="+profile, "-bench=OK/variant=./n=16", pkg)
		assert.Equal(t, 0, p.code, p.stdout)
		assert.Equal(t, []string{okCells[0], okCells[0], okCells[2], okCells[2]}, names(p.results(t)),
			"with a profile the samples of -count come in a row, in one m.Run")
		out, err := exec.Command("go", "tool", "cover", "-func="+profile).Output()
		require.NoError(t, err)
		assert.Regexp(t, `AppendFacts\s+[1-9]`, string(out), "the profile covers the benchmarks")
	})
}
