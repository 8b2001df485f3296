package kernels

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"sync"
	"testing"

	"github.com/fftstudy/fftstudy/fftbench/cuda/kernels/shim"
	"github.com/stretchr/testify/require"
)

// hopper has the figures of an H100 or H200; turing is a device with 48 KiB of
// shared memory a block and no more.
var (
	hopper = Device{
		SMs: 132, ThreadsPerBlock: 1024, ThreadsPerSM: 2048, BlocksPerSM: 32, RegistersPerSM: 65536,
		SharedPerBlock: 227 << 10, SharedPerSM: 228 << 10, L2Bytes: 50 << 20,
	}
)

// bench compiles plans once each.
type bench struct {
	workshop  *shim.Workshop
	mu        sync.Mutex
	libraries map[string]*shim.Library
}

var shared = sync.OnceValues(func() (*bench, error) {
	w, err := shim.New(benchDir)
	return &bench{workshop: w, libraries: map[string]*shim.Library{}}, err
})

var benchDir string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "kernels")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(dir)
		benchDir = dir
		return m.Run()
	}())
}

// library compiles a plan's source.
func library(t *testing.T, p *Plan, trace bool) *shim.Library {
	t.Helper()
	b, err := shared()
	if errors.Is(err, shim.ErrNoCompiler) {
		t.Skip(err)
	}
	require.NoError(t, err)
	source := p.Source()
	key := fmt.Sprint(trace, source)
	b.mu.Lock()
	l, n := b.libraries[key], len(b.libraries)
	if l == nil {
		b.libraries[key] = nil
	}
	b.mu.Unlock()
	if l != nil {
		return l
	}
	l, err = b.workshop.Compile(shim.Source{Name: fmt.Sprintf("%s_%d_%t", p.Name, n, trace), Text: source, Trace: trace})
	require.NoError(t, err)
	b.mu.Lock()
	b.libraries[key] = l
	b.mu.Unlock()
	return l
}

// Buffers of a job: input, output, scratch, tables.
const (
	jobInput = iota
	jobOutput
	jobScratch
	jobTables
)

// jobOf lays out a call of a plan. The addresses that the plan sees have the
// buffer's number plus one in their highest byte.
func jobOf(t *testing.T, p *Plan, batch int64, input []byte, order string) shim.Job {
	t.Helper()
	require.Len(t, input, int(p.InBytes(batch)))
	job := shim.Job{Order: order, Buffers: []shim.Buffer{
		{Data: input}, {Bytes: int(p.OutBytes(batch)), Result: true}, {Bytes: int(p.Scratch(batch))},
	}}
	m := Memory{In: address(jobInput), Out: address(jobOutput), Scratch: address(jobScratch)}
	for i, table := range p.Tables {
		data := make([]byte, table.Bytes)
		table.Fill(data)
		job.Buffers = append(job.Buffers, shim.Buffer{Data: data})
		m.Tables = append(m.Tables, address(jobTables+i))
	}
	for _, l := range p.Launches(batch) {
		args := l.Args(m)
		require.Len(t, args, ArgBytes)
		job.Launches = append(job.Launches, shim.Launch{
			Kernel: l.Kernel, Grid: l.Grid[0], Block: l.Block[0], SharedBytes: int(l.SharedBytes),
			Args: args, Addresses: addresses(args),
		})
	}
	return job
}

func address(buffer int) uint64 { return uint64(buffer+1) << 56 }

func addresses(args []byte) []shim.Address {
	var out []shim.Address
	for offset := 0; offset < 40; offset += 8 {
		if v := binary.LittleEndian.Uint64(args[offset:]); v != 0 {
			out = append(out, shim.Address{Offset: offset, Buffer: int(v>>56) - 1, Plus: int64(v << 8 >> 8)})
		}
	}
	return out
}

// run returns the output of a plan.
func run(t *testing.T, p *Plan, batch int64, input []byte, order string) []byte {
	t.Helper()
	r, err := library(t, p, false).Run(jobOf(t, p, batch, input, order))
	require.NoError(t, err, p.Name)
	return r.Buffers[jobOutput]
}

// noise is random numbers, as bytes and as the float64 values of those bytes.
func noise(count int64, p Precision, seed uint64) ([]byte, []float64) {
	r := rand.New(rand.NewPCG(seed, uint64(count)))
	values := make([]float64, count)
	out := make([]byte, count*int64(p.Bytes()))
	w := writer{out, p}
	for i := range values {
		values[i] = r.Float64()*2 - 1
		if p == F32 {
			values[i] = float64(float32(values[i]))
		}
		w.real(values[i])
	}
	return out, values
}

func complexes(values []float64) []complex128 {
	out := make([]complex128, len(values)/2)
	for i := range out {
		out[i] = complex(values[2*i], values[2*i+1])
	}
	return out
}
