package sweep

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// childEnv makes this test binary a child with one of the behaviours below.
const childEnv = "SWEEP_TEST_CHILD"

func TestMain(m *testing.M) {
	if name := os.Getenv(childEnv); name != "" {
		if err := Serve(os.Stdin, os.Stdout, childHandler(name)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// childHandler manages batches up to 20; beyond, the named mishap happens.
func childHandler(mishap string) Handler {
	if mishap == "oom" {
		if err := LimitMemory(64 << 20); err != nil {
			panic(err)
		}
	}
	return func(batch int) Outcome {
		if batch <= 20 {
			return Outcome{Status: wire.OK, NsPerOp: 100 * float64(batch), Iters: 7,
				Metrics: []Metric{{wire.UnitParams, 12}}}
		}
		switch mishap {
		case "slow":
			return Outcome{Status: wire.Timeout, OverBudget: true, Note: "over the budget"}
		case "panic":
			panic("index out of reach")
		case "crash":
			go func() { panic("in another goroutine") }()
			select {}
		case "exit":
			fmt.Fprintln(os.Stderr, "cannot go on")
			os.Exit(3)
		case "hang":
			time.Sleep(time.Hour)
		case "oom":
			return Outcome{Status: wire.OK, NsPerOp: float64(len(make([]byte, 8<<30)))}
		case "chatter":
			fmt.Println("hello")
		}
		return Outcome{}
	}
}

func childWorker(mishap string, deadline time.Duration) *Worker {
	return &Worker{
		Deadline: deadline,
		Command: func() *exec.Cmd {
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), childEnv+"="+mishap)
			return cmd
		},
	}
}

// Every mishap beyond batch 20 must leave the search with the right limit,
// though it costs the child each time.
func TestSearchThroughChildren(t *testing.T) {
	cases := []struct {
		mishap   string
		deadline time.Duration
		status   wire.Status
		limiter  wire.Limiter
		note     string
	}{
		{"slow", time.Minute, wire.Timeout, wire.LimitTime, "over the budget"},
		{"panic", time.Minute, wire.Panic, wire.LimitFailure, "index out of reach"},
		{"crash", time.Minute, wire.Panic, wire.LimitFailure, "the child ended with exit status 2: panic: in another goroutine"},
		{"exit", time.Minute, wire.BenchFail, wire.LimitFailure, "the child ended with exit status 3: cannot go on"},
		{"oom", time.Minute, wire.OOM, wire.LimitMemory, "the child ended with exit status 2: fatal error:"},
		{"chatter", time.Minute, wire.BenchFail, wire.LimitFailure, `sweep: the child wrote "hello\n", want an outcome`},
	}
	for _, c := range cases {
		t.Run(c.mishap, func(t *testing.T) {
			if c.mishap == "oom" && runtime.GOOS != "linux" {
				t.Skip("the kernel enforces the memory limit on Linux only")
			}
			w := childWorker(c.mishap, c.deadline)
			defer w.Close()
			r, err := Search(Bounds{Cap: 64}, w.Probe(context.Background()))
			require.NoError(t, err)
			assert.Equal(t, 20, r.Largest.Batch)
			assert.Equal(t, []Metric{{wire.UnitParams, 12}}, r.Largest.Metrics)
			assert.Equal(t, 21, r.Beyond.Batch)
			assert.Equal(t, c.status, r.Beyond.Status)
			assert.Equal(t, c.limiter, r.Limiter)
			assert.Contains(t, r.Beyond.Note, c.note)
		})
	}
}

func TestWorkerKillsAtItsDeadline(t *testing.T) {
	w := childWorker("hang", 50*time.Millisecond)
	defer w.Close()
	o, err := w.Probe(context.Background())(21)
	require.NoError(t, err)
	assert.Equal(t, wire.Timeout, o.Status)
	assert.Equal(t, "no answer within 50ms: killed", o.Note)
}

func TestWorkerStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	w := childWorker("hang", time.Minute)
	defer w.Close()
	probe := w.Probe(ctx)
	_, err := probe(1)
	require.NoError(t, err)
	cancel()
	_, err = probe(21)
	assert.ErrorIs(t, err, context.Canceled)
}

func TestWorkerThatCannotStart(t *testing.T) {
	w := &Worker{Deadline: time.Minute, Command: func() *exec.Cmd { return exec.Command("./no-such-program") }}
	_, err := w.Probe(context.Background())(1)
	assert.ErrorContains(t, err, "sweep: starting a child")
}

func TestServeRefusesNonsense(t *testing.T) {
	var out bytes.Buffer
	err := Serve(strings.NewReader(`{"batch":2} nonsense`), &out, func(int) Outcome { return Outcome{Status: wire.OK} })
	assert.ErrorContains(t, err, "sweep: reading a request")
	assert.Equal(t, `{"batch":2,"status":"ok"}`+"\n", out.String())
}

func TestClassify(t *testing.T) {
	cases := []struct {
		state, stderr string
		want          wire.Status
	}{
		{"exit status 2", "fatal error: runtime: out of memory\n\nruntime stack:\n", wire.OOM},
		{"exit status 2", "runtime: mmap: cannot allocate memory\nfatal error: runtime: cannot allocate memory\n", wire.OOM},
		{"signal: killed", "", wire.OOM},
		{"exit status 2", "log line\npanic: boom [recovered]\n\ngoroutine 1 [running]:", wire.Panic},
		{"exit status 2", "fatal error: all goroutines are asleep - deadlock!\n", wire.Panic},
		{"signal: segmentation fault (core dumped)", "", wire.Panic},
		{"exit status 1", "flag provided but not defined: -x\nUsage:\n", wire.BenchFail},
		{"exit status 0", "", wire.BenchFail},
	}
	for _, c := range cases {
		got, note := classify(c.state, c.stderr)
		assert.Equal(t, c.want, got, "%s: %s", c.state, c.stderr)
		assert.Contains(t, note, c.state)
	}
}
