//go:build amd64

package probe

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/cpu"
)

// Variables that make the tests stricter on an emulated processor.
const (
	featuresVariable = "PROBE_FEATURES" // the features it must have: no more, no less
	emulatorVariable = "PROBE_EMULATOR" // the command that emulates a program that a test starts
	childVariable    = "PROBE_CHILD"    // the feature that a test's child uses
)

// feature is an extension of the instruction set.
type feature struct {
	name    string // in environment variables
	written string
	claimed bool // by the processor and the system
	probe   func(dst, a, b *register)
	want    func(a, b *register) register
}

func features() []feature {
	x := &cpu.X86
	return []feature{
		{"avx2", "AVX2", x.HasAVX2, probeAVX2, addLower},
		{"fma", "FMA", x.HasFMA, probeFMA, addProducts},
		{"avx512f", "AVX-512 F", x.HasAVX512F, probeAVX512F, addEven},
		{"avx512dq", "AVX-512 DQ", x.HasAVX512DQ, probeAVX512DQ, multiply},
		{"avx512bw", "AVX-512 BW", x.HasAVX512BW, probeAVX512BW, addEvenBytes},
		{"avx512vl", "AVX-512 VL", x.HasAVX512VL, probeAVX512VL, addEvenLower},
		{"avx512vbmi", "AVX-512 VBMI", x.HasAVX512VBMI, probeAVX512VBMI, permuteBytes},
	}
}

func TestMain(m *testing.M) {
	if name := os.Getenv(childVariable); name != "" {
		useFeature(name)
		return
	}
	os.Exit(m.Run())
}

// useFeature executes a feature's instructions, claimed or not.
func useFeature(name string) {
	for _, f := range features() {
		if f.name == name {
			var dst, a, b register
			f.probe(&dst, &a, &b)
			fmt.Println("executed", name)
		}
	}
}

func TestFeaturesAreTheExpectedOnes(t *testing.T) {
	want, set := os.LookupEnv(featuresVariable)
	if !set {
		t.Skip("only on an emulated CPU: it is known what that has")
	}
	var got []string
	for _, f := range features() {
		if f.claimed {
			got = append(got, f.name)
		}
	}
	assert.Equal(t, strings.Fields(want), append([]string{}, got...))
}

func TestClaimedFeaturesWork(t *testing.T) {
	for _, f := range features() {
		t.Run(f.name, func(t *testing.T) {
			if !f.claimed {
				t.Skip("this CPU has no " + f.written)
			}
			a, b := operands()
			var got register
			f.probe(&got, &a, &b)
			assert.Equal(t, f.want(&a, &b), got)
		})
	}
}

// An emulator that executed what its processor does not have would prove
// nothing about the code that ran on it.
func TestUnclaimedFeaturesAreRefused(t *testing.T) {
	if _, set := os.LookupEnv(featuresVariable); !set {
		t.Skip("only on an emulated CPU: a virtual machine may hide features that work")
	}
	self, err := os.Executable()
	require.NoError(t, err)
	command := append(strings.Fields(os.Getenv(emulatorVariable)), self)
	for _, f := range features() {
		if f.claimed {
			continue
		}
		t.Run(f.name, func(t *testing.T) {
			cmd := exec.Command(command[0], command[1:]...)
			cmd.Env = append(cmd.Environ(), childVariable+"="+f.name)
			out, err := cmd.CombinedOutput()
			assert.Error(t, err)
			assert.Contains(t, string(out), "SIGILL: illegal instruction")
			assert.NotContains(t, string(out), "executed")
		})
	}
}

// The system must save all registers when it lets another thread or a signal
// handler run: here threads that hold other numbers in them.
func TestSystemKeepsAVX512Registers(t *testing.T) {
	if x := &cpu.X86; !x.HasAVX512F || !x.HasAVX512DQ || !x.HasAVX512BW || !x.HasAVX512VL {
		t.Skip("this CPU has no AVX-512 F, DQ, BW and VL together")
	}
	const threads, rounds = 4, 1 << 23
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(threads))
	var all sync.WaitGroup
	for i := range uint64(threads) {
		all.Go(func() {
			assert.Zero(t, holdAVX512(0x0123456789abcdef+i<<32, rounds), "thread %d", i)
		})
	}
	all.Wait()
}

// operands are bytes that neither repeat nor add up to a multiple of 256, and
// that are ordinary numbers if read as float64.
func operands() (a, b register) {
	for i := range a {
		a[i] = math.Float64bits(math.Pi + float64(i))
		b[i] = math.Float64bits(math.Sqrt2 * float64(i+1))
	}
	return a, b
}

func addLower(a, b *register) (r register) {
	for i := range r[:4] {
		r[i] = a[i] + b[i]
	}
	return r
}

func addProducts(a, b *register) (r register) {
	for i := range r[:4] {
		x, y := math.Float64frombits(a[i]), math.Float64frombits(b[i])
		r[i] = math.Float64bits(math.FMA(x, y, x))
	}
	return r
}

func addEven(a, b *register) (r register) {
	for i := 0; i < len(r); i += 2 {
		r[i] = a[i] + b[i]
	}
	return r
}

func addEvenLower(a, b *register) register {
	r := addEven(a, b)
	clear(r[4:])
	return r
}

func multiply(a, b *register) (r register) {
	for i := range r {
		r[i] = a[i] * b[i]
	}
	return r
}

func addEvenBytes(a, b *register) register {
	x, y := bytesOf(a), bytesOf(b)
	var sum [64]byte
	for i := 0; i < len(sum); i += 2 {
		sum[i] = x[i] + y[i]
	}
	return fromBytes(sum)
}

func permuteBytes(a, b *register) register {
	x, y := bytesOf(a), bytesOf(b)
	var taken [64]byte
	for i := range taken {
		taken[i] = y[x[i]%64]
	}
	return fromBytes(taken)
}

func bytesOf(r *register) (b [64]byte) {
	for i, word := range r {
		binary.LittleEndian.PutUint64(b[8*i:], word)
	}
	return b
}

func fromBytes(b [64]byte) (r register) {
	for i := range r {
		r[i] = binary.LittleEndian.Uint64(b[8*i:])
	}
	return r
}
