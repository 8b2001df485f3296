package ab

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// childEnv makes this test binary play a test binary; its value says what
// happens to it.
const childEnv = "AB_TEST_CHILD"

func TestMain(m *testing.M) {
	if fate := os.Getenv(childEnv); fate != "" {
		child(fate)
	}
	os.Exit(m.Run())
}

func child(fate string) {
	fmt.Println("BenchmarkA-2 \t1\t5 ns/op")
	switch fate {
	case "fail":
		fmt.Fprintln(os.Stderr, "to stderr")
		fmt.Println("to stdout")
		os.Exit(3)
	case "hang":
		fmt.Print("BenchmarkB-2 \t")
		time.Sleep(time.Hour)
	case "signal":
		self, _ := os.FindProcess(os.Getpid())
		_ = self.Kill()
		time.Sleep(time.Hour)
	case "flood":
		line := []byte(strings.Repeat("x", 1<<20) + "\n")
		for {
			os.Stdout.Write(line)
		}
	case "litter": // a process of its own that outlives it
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), childEnv+"=hang")
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
		if err := cmd.Start(); err != nil {
			os.Exit(4)
		}
	}
	os.Exit(0)
}

func command(t *testing.T, fate string) Command {
	t.Setenv(childEnv, fate)
	return Command{Path: os.Args[0], Silence: time.Minute}
}

func TestExecEnds(t *testing.T) {
	e, err := Exec(t.Context(), command(t, "ok"))
	require.NoError(t, err)
	assert.Equal(t, Exited, e.Kind)
	assert.Zero(t, e.Code)
	require.Len(t, e.Arrived, 1)
	assert.Equal(t, 1, e.Arrived[0].Line)

	e, err = Exec(t.Context(), command(t, "fail"))
	require.NoError(t, err)
	assert.Equal(t, Exited, e.Kind)
	assert.Equal(t, 3, e.Code)
	assert.Equal(t, "BenchmarkA-2 \t1\t5 ns/op\nto stderr\nto stdout\n", string(e.Output))
}

func TestExecSignal(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no signals")
	}
	e, err := Exec(t.Context(), command(t, "signal"))
	require.NoError(t, err)
	assert.Equal(t, Signaled, e.Kind)
	assert.Equal(t, "killed", e.Signal)
}

// A silent binary says where it hangs before it is killed, and its text reads
// back as a timeout of the benchmark that ran.
func TestExecSilence(t *testing.T) {
	c := command(t, "hang")
	c.Silence = 100 * time.Millisecond
	e, err := Exec(t.Context(), c)
	require.NoError(t, err)
	assert.Equal(t, Silent, e.Kind)
	if runtime.GOOS != "windows" {
		assert.Contains(t, string(e.Output), "SIGQUIT")
		assert.Contains(t, string(e.Output), "ab.child")
	}
	r := read("example.com/p", e)
	require.Len(t, r.Samples, 2)
	assert.Equal(t, "A ok", r.Samples[0].Name+" "+string(r.Samples[0].Status))
	assert.Equal(t, "B timeout", r.Samples[1].Name+" "+string(r.Samples[1].Status))
	assert.Contains(t, r.Samples[1].Note, "no result came")
}

func TestExecFlood(t *testing.T) {
	e, err := Exec(t.Context(), command(t, "flood"))
	require.NoError(t, err)
	assert.Equal(t, Flooded, e.Kind)
	assert.Less(t, len(e.Output), 2*maxOutput)
}

// What a binary leaves running is ended with it, and does not hold us.
func TestExecLitter(t *testing.T) {
	e, err := Exec(t.Context(), command(t, "litter"))
	require.NoError(t, err)
	assert.Equal(t, Exited, e.Kind)
	assert.Zero(t, e.Code)
}

func TestExecCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c := command(t, "hang")
	time.AfterFunc(50*time.Millisecond, cancel)
	_, err := Exec(ctx, c)
	assert.ErrorIs(t, err, context.Canceled)
	_, err = Exec(ctx, c)
	assert.ErrorIs(t, err, context.Canceled)
}

func TestExecCannotStart(t *testing.T) {
	_, err := Exec(t.Context(), Command{Path: filepath.Join(t.TempDir(), "none")})
	assert.ErrorContains(t, err, "cannot start the test binary")
}

func TestFinished(t *testing.T) {
	for text, want := range map[string]bool{
		"":     false,
		"PASS": true,
		"BenchmarkA 1 5 ns/op\nPASS\n# benchx elapsed-ms=3\n": true,
		"BenchmarkA 1 5 ns/op\r\nFAIL\r\n":                    true,
		"PASS\nBenchmarkA 1 5 ns/op\n":                        false,
		"BenchmarkA 1 5 ns/op\npanic: PASS\n":                 false,
	} {
		assert.Equal(t, want, finished([]byte(text)), "%q", text)
	}
}
