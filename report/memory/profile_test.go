package memory_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/pprof/profile"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/fftstudy/fftstudy/report/memory"
)

func profileOf(t require.TestingT, d *memory.Document) []byte {
	var b bytes.Buffer
	require.NoError(t, memory.Profile(&b, d))
	return b.Bytes()
}

func TestProfileSumsToTheDevice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawDocument(t)
		text := profileOf(t, d)
		assert.Equal(t, text, profileOf(t, d), "the same bytes")
		p, err := profile.ParseData(text)
		require.NoError(t, err)
		assert.Zero(t, p.TimeNanos)
		sum := int64(0)
		for _, s := range p.Sample {
			sum += s.Value[0]
			assert.EqualValues(t, 1, s.Value[1])
		}
		assert.Equal(t, d.Totals.Device, sum)
	})
}

func TestProfileStacks(t *testing.T) {
	p, err := profile.ParseData(profileOf(t, servedDocument(t)))
	require.NoError(t, err)
	stacks := map[string][]string{}
	for _, s := range p.Sample {
		var names []string
		for _, l := range s.Location {
			names = append(names, l.Line[0].Function.Name)
		}
		stacks[names[0]] = names
		if names[0] == "weights_derived/head/transposed" {
			leaf := s.Location[0].Line[0]
			assert.Equal(t, "load.go", leaf.Function.Filename)
			assert.EqualValues(t, 29, leaf.Line)
			assert.Equal(t, []string{"bf16"}, s.Label["format"])
		}
	}
	assert.Equal(t, []string{"weights_stored/l1.ffn.up", "l1.ffn.up", "ffn", "main layer 1", "weights stored"}, stacks["weights_stored/l1.ffn.up"])
	assert.Equal(t, []string{"driver/fixed", "driver"}, stacks["driver/fixed"])
	assert.Contains(t, p.Comments, "circuit: toy")
}

func TestGoToolPprofOpensIt(t *testing.T) {
	if testing.Short() {
		t.Skip("starts another program")
	}
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("there is no go command")
	}
	dir := t.TempDir()
	run := func(args ...string) string {
		cmd := exec.Command(goTool, append([]string{"tool", "pprof"}, args...)...)
		cmd.Env = append(os.Environ(), "PPROF_TMPDIR="+dir)
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, string(out))
		return string(out)
	}
	a, b := filepath.Join(dir, "a.pb.gz"), filepath.Join(dir, "b.pb.gz")
	require.NoError(t, os.WriteFile(a, profileOf(t, servedDocument(t)), 0o644))
	c := served()
	c.Outside = 0
	require.NoError(t, os.WriteFile(b, profileOf(t, documentOf(t, c, memory.Header{}, memory.Findings{})), 0o644))

	assert.Regexp(t, `32kB +14\.81% +14\.81% +32kB +14\.81% +weights_derived/head/transposed`, run("-top", a))
	assert.Contains(t, run("-raw", a), "bytes/bytes[dflt] terms/count")
	assert.Regexp(t, `-4kB .*weights_stored/outside the circuit`, run("-top", "-diff_base", a, b))
}
