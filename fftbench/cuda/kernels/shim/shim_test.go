package shim

import (
	"encoding/binary"
	"errors"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The kernels of these tests, each with the fault that its name says.
const kernels = `
struct args { float *in; float *out; long n; };

/* Blocks of 64 reverse 64 numbers each. */
KERNEL(reverse, struct args)
{
    SHARED(float, s);
    long i = 64L * BLOCK_X + THREAD_X;
    PUT(&s[THREAD_X], LOAD(&a.in[i]));
    BARRIER();
    STORE(&a.out[i], FMAF(2, GET(&s[63 - THREAD_X]), a.n));
}
KERNEL(race, struct args)
{
    SHARED(float, s);
    PUT(&s[THREAD_X], LOAD(&a.in[THREAD_X]));
    STORE(&a.out[THREAD_X], GET(&s[63 - THREAD_X]));
}
KERNEL(block_race, struct args) { STORE(&a.out[0], (float)BLOCK_X); }
KERNEL(diverges, struct args)
{
    if (THREAD_X == 7)
        return;
    BARRIER();
}
KERNEL(parts, struct args)
{
    if (THREAD_X == 7)
        BARRIER();
    else
        { BARRIER(); }
}
KERNEL(overruns, struct args) { SHARED(float, s); PUT(&s[64], 0); }
KERNEL(underruns, struct args) { SHARED(float, s); PUT(&s[-1], 0); }
KERNEL(past_the_end, struct args) { STORE(&a.out[64], 0); }
KERNEL(far_past_the_end, struct args) { STORE(&a.out[1000], 0); }
KERNEL(before, struct args) { a.out[0] = LOAD(&a.in[-1000]); }
KERNEL(strided, struct args) { SHARED(float, s); PUT(&s[2 * THREAD_X], LOAD(&a.in[0])); }
KERNEL(padded, struct args) { SHARED(float, s); PUT(&s[33 * (THREAD_X % 32)], LOAD(&a.in[THREAD_X])); }
KERNEL(pairs, struct args) { SHARED(float2, s); float2 v = {1, 2}; PUT(&s[THREAD_X], v); STORE((float2 *)a.out + 4 * (THREAD_X % 8), v); }
`

func workshop(t *testing.T) *Workshop {
	t.Helper()
	w, err := New(t.TempDir())
	if errors.Is(err, ErrNoCompiler) {
		t.Skip(err)
	}
	require.NoError(t, err)
	return w
}

func floats(v ...float32) []byte {
	out, _ := binary.Append(nil, binary.LittleEndian, v)
	return out
}

func ramp(n int) []byte {
	v := make([]float32, n)
	for i := range v {
		v[i] = float32(i)
	}
	return floats(v...)
}

func job(kernel string, grid uint32) Job {
	const n = 64
	args := make([]byte, 24)
	binary.LittleEndian.PutUint64(args[16:], 1)
	return Job{
		Buffers: []Buffer{{Data: ramp(n * int(grid))}, {Bytes: 4 * n * int(grid), Result: true}},
		Launches: []Launch{{
			Kernel: kernel, Grid: grid, Block: n, SharedBytes: 4 * n, Args: args,
			Addresses: []Address{{Offset: 0, Buffer: 0}, {Offset: 8, Buffer: 1}},
		}},
	}
}

func run(t *testing.T, l *Library, j Job) *Result {
	t.Helper()
	r, err := l.Run(j)
	require.NoError(t, err)
	return r
}

func checkReverse(t *testing.T, l *Library, order string) {
	t.Helper()
	j := job("reverse", 3)
	j.Order = order
	out := run(t, l, j).Buffers[1]
	for i := range 3 * 64 {
		got := math.Float32frombits(binary.LittleEndian.Uint32(out[4*i:]))
		assert.Equal(t, float32(2*(i/64*64+63-i%64)+1), got, "%s element %d", order, i)
	}
}

func TestLaunch(t *testing.T) {
	w := workshop(t)
	l, err := w.Compile(Source{Name: "kernels", Text: kernels})
	require.NoError(t, err)
	for _, order := range []string{"", "ascending", "descending", "shuffle:1", "shuffle:18446744073709551615"} {
		checkReverse(t, l, order)
	}
}

// As those do who call the compiler themselves; with ucontext, for processors that
// the shim's own switch does not know.
func TestArguments(t *testing.T) {
	w, dir := workshop(t), t.TempDir()
	require.NoError(t, Write(dir))
	source, library := filepath.Join(dir, "a.cu"), filepath.Join(dir, "a.so")
	require.NoError(t, os.WriteFile(source, []byte(kernels), 0o600))
	for _, defines := range [][]string{nil, {"SHIM_UCONTEXT"}} {
		require.NoError(t, w.compile("a", Arguments(dir, source, library, defines, false)...))
		checkReverse(t, &Library{workshop: w, path: library}, "shuffle:1")
	}
}

// Block 2³⁰ reads and writes at 2³⁶, which the addresses make up for.
func TestOnlySomeBlocks(t *testing.T) {
	w := workshop(t)
	l, err := w.Compile(Source{Name: "kernels", Text: kernels})
	require.NoError(t, err)
	j, all := job("reverse", 2), job("reverse", 2)
	launch := &j.Launches[0]
	launch.Grid, launch.First, launch.Count = 1<<30+5, 1<<30, 2
	for i := range launch.Addresses {
		launch.Addresses[i].Plus = -4 * 64 << 30
	}
	assert.Equal(t, run(t, l, all), run(t, l, j))
}

func TestRacesShow(t *testing.T) {
	w := workshop(t)
	l, err := w.Compile(Source{Name: "kernels", Text: kernels})
	require.NoError(t, err)
	for _, kernel := range []string{"race", "block_race"} {
		seen := map[string]bool{}
		for _, order := range []string{"ascending", "descending", "shuffle:1"} {
			j := job(kernel, 5)
			j.Order = order
			seen[string(run(t, l, j).Buffers[1])] = true
		}
		assert.Greater(t, len(seen), 1, kernel)
	}
}

func TestFaultsAreErrors(t *testing.T) {
	w := workshop(t)
	l, err := w.Compile(Source{Name: "kernels", Text: kernels})
	require.NoError(t, err)
	for kernel, want := range map[string]string{
		"diverges":         "part at the barriers of lines",
		"parts":            "part at the barriers of lines",
		"overruns":         "outside its 256 bytes of shared memory",
		"underruns":        "outside its 256 bytes of shared memory",
		"past_the_end":     "byte 256 of buffer 1, which has 256",
		"far_past_the_end": "byte 4000 of buffer 1, which has 256",
		"before":           "byte -4000 of buffer 0, which has 256",
		"missing":          "no kernel missing",
	} {
		_, err := l.Run(job(kernel, 1))
		assert.ErrorContains(t, err, want, kernel)
	}
	for name, change := range map[string]func(*Job){
		"threads":    func(j *Job) { j.Launches[0].Block = 1025 },
		"0 thread":   func(j *Job) { j.Launches[0].Block = 0 },
		"a grid of":  func(j *Job) { j.Launches[0].Grid = 0 },
		"struct of":  func(j *Job) { j.Launches[0].Args = make([]byte, 32) },
		"block 3 of": func(j *Job) { j.Launches[0].First, j.Launches[0].Count = 1, 3 },
		"sideways":   func(j *Job) { j.Order = "sideways" },
		"shuffle":    func(j *Job) { j.Order = "shuffle:" },
	} {
		j := job("reverse", 1)
		change(&j)
		_, err := l.Run(j)
		assert.ErrorContains(t, err, name)
	}
}

// By hand: 64 threads are two warps.
func TestTraceCounts(t *testing.T) {
	w := workshop(t)
	l, err := w.Compile(Source{Name: "kernels", Text: kernels, Trace: true})
	require.NoError(t, err)
	for kernel, want := range map[string]Counts{
		"reverse": {
			Load:  Access{Requests: 2, Bytes: 256, Sectors: 8},
			Store: Access{Requests: 2, Bytes: 256, Sectors: 8},
			Get:   Access{Requests: 2, Bytes: 256, Waves: 2, Ideal: 2},
			Put:   Access{Requests: 2, Bytes: 256, Waves: 2, Ideal: 2},
		},
		"strided": { // two threads to a bank; all load the same four bytes
			Load: Access{Requests: 2, Bytes: 8, Sectors: 2},
			Put:  Access{Requests: 2, Bytes: 256, Waves: 4, Ideal: 2},
		},
		"padded": {
			Load: Access{Requests: 2, Bytes: 256, Sectors: 8},
			Put:  Access{Requests: 2, Bytes: 256, Waves: 2, Ideal: 2},
		},
		"pairs": { // 8 bytes a thread go by half warps; stores to 8 places, 32 bytes apart
			Put:   Access{Requests: 2, Bytes: 512, Waves: 4, Ideal: 4},
			Store: Access{Requests: 2, Bytes: 128, Sectors: 16},
		},
	} {
		j := job(kernel, 1)
		j.Launches[0].SharedBytes = 4 * 33 * 32
		assert.Equal(t, []Counts{want}, run(t, l, j).Counts, kernel)
	}
}

func TestCompileErrors(t *testing.T) {
	w := workshop(t)
	_, err := w.Compile(Source{Name: "broken", Text: "KERNEL(broken, struct nothing) {"})
	assert.ErrorContains(t, err, "broken does not compile")
}
