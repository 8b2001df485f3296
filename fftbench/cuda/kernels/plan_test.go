package kernels

import (
	"encoding/binary"
	"math"
	"math/cmplx"
	"testing"

	"github.com/fftstudy/fftstudy/fftbench/truth"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRefusals(t *testing.T) {
	for _, n := range []int{-4, 0, 1, 3, 100, 1000, 1 << 25, 1<<24 + 1} {
		_, err := Transform(Spec{N: n}, hopper)
		assert.ErrorIs(t, err, ErrSize, "%d", n)
		_, err = Filter(Spec{N: n}, nil, hopper)
		assert.ErrorIs(t, err, ErrSize, "%d", n)
		_, err = Welch(Spec{N: n}, 1, hopper)
		assert.ErrorIs(t, err, ErrSize, "%d", n)
	}
	for want, make := range map[string]func() (*Plan, error){
		"precision 7":          func() (*Plan, error) { return Transform(Spec{N: 8, Precision: 7}, hopper) },
		"sampling rate":        func() (*Plan, error) { return Welch(Spec{N: 8}, math.NaN(), hopper) },
		"rate of -1 Hz":        func() (*Plan, error) { return WelchSum(8, F32, -1, hopper) },
		"0 multiprocessors":    func() (*Plan, error) { return Transform(Spec{N: 8}, Device{}) },
		"3 values a thread":    func() (*Plan, error) { return TransformTuned(Spec{N: 8}, hopper, Tuning{Values: 3}) },
		"of rows of 8":         func() (*Plan, error) { return TransformTuned(Spec{N: 8}, hopper, Tuning{Values: 16}) },
		"are not split":        func() (*Plan, error) { return TransformTuned(Spec{N: 8}, hopper, Tuning{Split: SplitAlways}) },
		"2048 threads a block": func() (*Plan, error) { return TransformTuned(Spec{N: 8}, hopper, Tuning{Threads: 2048}) },
		"16 threads a block":   func() (*Plan, error) { return TransformTuned(Spec{N: 8}, hopper, Tuning{Threads: 16}) },
		"make 6 passes":        func() (*Plan, error) { return TransformTuned(Spec{N: 64}, hopper, Tuning{Values: 2}) },
		"of 8 threads":         func() (*Plan, error) { return TransformTuned(Spec{N: 1 << 14}, hopper, Tuning{Columns: 1}) },
		"3 columns":            func() (*Plan, error) { return TransformTuned(Spec{N: 8}, hopper, Tuning{Columns: 3}) },
		"-1 waves":             func() (*Plan, error) { return TransformTuned(Spec{N: 8}, hopper, Tuning{Waves: -1}) },
		"weigh for rows of 0":  func() (*Plan, error) { return Weigh(0, F32, nil, hopper) },
	} {
		_, err := make()
		assert.ErrorContains(t, err, want)
	}
	tiny := hopper
	tiny.SharedPerBlock, tiny.SharedPerSM = 16<<10, 16<<10
	_, err := Transform(Spec{N: MaxLen, Precision: F64}, tiny)
	assert.ErrorIs(t, err, ErrSize)
	assert.ErrorContains(t, err, "bytes of shared memory a block, the device has 1024 and 16384")
}

// By hand: a row of 2²⁰ complex singles is 8 MiB; 132 multiprocessors of 2048 threads
// with 16 values need 33 MiB to be full, five rows in whole ones.
func TestSizes(t *testing.T) {
	short, err := Transform(Spec{N: 4096}, hopper)
	require.NoError(t, err)
	assert.EqualValues(t, 10*32768, short.InBytes(10))
	assert.EqualValues(t, 10*32768, short.OutBytes(10))
	assert.Zero(t, short.Scratch(1<<40))
	assert.EqualValues(t, 8*6*(16+256), short.TableBytes(), "six powers of 16 and of 256 roots")

	long, err := Transform(Spec{N: 1 << 20}, hopper)
	require.NoError(t, err)
	assert.EqualValues(t, 3*8<<20, long.Scratch(3))
	assert.EqualValues(t, 5*8<<20, long.Scratch(1000), "what fills the device")
	assert.Len(t, long.Launches(19), 2*4, "chunks of 5, 5, 5 and 4 rows")
	whole, err := TransformTuned(Spec{N: 1 << 20}, hopper, Tuning{Chunk: -1})
	require.NoError(t, err)
	assert.EqualValues(t, 1000*8<<20, whole.Scratch(1000))

	filter, err := Filter(Spec{N: 1 << 20}, nil, hopper)
	require.NoError(t, err)
	assert.Zero(t, filter.Scratch(1000), "a filter works in its output")

	welch, err := Welch(Spec{N: 1024, Precision: F64}, 1, hopper)
	require.NoError(t, err)
	assert.EqualValues(t, 8*4608, welch.InBytes(1))
	assert.EqualValues(t, 8*513, welch.OutBytes(1))
}

// Sizes are told without what they are of: gains are not asked for.
func TestTablesAreLazy(t *testing.T) {
	asked := false
	gains := func() []float64 { asked = true; return make([]float64, 1<<22) }
	allocated := testing.AllocsPerRun(1, func() {
		p, err := Filter(Spec{N: 1 << 22}, gains, hopper)
		require.NoError(t, err)
		assert.Greater(t, p.TableBytes(), int64(4<<22))
		_ = p.Launches(1 << 10)
	})
	assert.False(t, asked)
	assert.Less(t, allocated, 4000.0)
}

func TestTablesFillTheirBytes(t *testing.T) {
	for _, precision := range precisions {
		for _, n := range []int{2, 64, 512, 8192, 1 << 15} {
			var tables []Table
			for _, make := range []func() (*Plan, error){
				func() (*Plan, error) { return Transform(Spec{N: n, Precision: precision}, hopper) },
				func() (*Plan, error) {
					return Filter(Spec{N: n, Precision: precision}, func() []float64 { return testGains(n) }, hopper)
				},
				func() (*Plan, error) { return Welch(Spec{N: n, Precision: precision}, 1, hopper) },
			} {
				p, err := make()
				require.NoError(t, err)
				tables = append(tables, p.Tables...)
			}
			for _, table := range tables {
				data := make([]byte, table.Bytes+8)
				for i := range data {
					data[i] = 0xff
				}
				table.Fill(data)
				assert.Equal(t, uint64(math.MaxUint64), binary.LittleEndian.Uint64(data[table.Bytes:]), "%s %d: too many", table.Name, n)
				for _, v := range decoded(t, data[:table.Bytes], precision) {
					if math.IsNaN(v) {
						t.Fatalf("%s %d: not filled", table.Name, n)
					}
				}
			}
		}
	}
}

// The transform of an impulse at 1 is all roots.
func TestRoots(t *testing.T) {
	for n := 1; n <= 4096; n *= 2 {
		impulse := make([]complex128, n)
		impulse[1%n] = 1
		want, _ := truth.DFT2(impulse, truth.Forward)
		for k := range n {
			re, im := root(int64(k), int64(n))
			assert.InDelta(t, 0, cmplx.Abs(complex(re, im)-want[k]), 1.6e-16, "%d of %d", k, n)
			// A quarter further is -i times as much, to the last bit.
			if n%4 == 0 {
				qre, qim := root(int64((k+n/4)%n), int64(n))
				assert.Equal(t, [2]float64{im, -re}, [2]float64{qre, qim}, "%d of %d", k, n)
			}
		}
	}
}

// Every launch keeps the limits of CUDA and of the device.
func TestLaunchesKeepLimits(t *testing.T) {
	for _, m := range Machines() {
		plans := Survey(m.Device)
		assert.Len(t, plans, 2*(24*4+3), "all lengths fit %s", m.Name)
		for _, p := range plans {
			for _, l := range p.Launches(1 << 28 / int64(p.Spec.N)) {
				if l.Block[0] > 1024 || int(l.SharedBytes) > m.Device.SharedPerBlock || l.Grid[0] < 1 || l.Grid[0] > 1<<31-1 ||
					l.Grid[1] != 1 || l.Grid[2] != 1 || l.Block[1] != 1 || l.Block[2] != 1 || l.Carveout < 0 || l.Carveout > 100 {
					t.Fatalf("%s on %s: %+v", p.Name, m.Name, l)
				}
			}
		}
	}
}

func TestTuningNames(t *testing.T) {
	assert.Equal(t, "default", Tuning{}.String())
	assert.Equal(t, "values=8 waves=1 chunk=-1 split", Tuning{Values: 8, Waves: 1, Chunk: -1, Split: SplitAlways}.String())
	assert.Equal(t, "threads=256 columns=4 whole stream", Tuning{Threads: 256, Columns: 4, Split: SplitNever, Stream: true}.String())
}

// A launch has blocks with equal shares: 1000 blocks of work on 132·8·4 at once are
// one each, 10000 on 4224 three each.
func TestGrid(t *testing.T) {
	assert.EqualValues(t, 1000, hopper.grid(1000, 8, 4))
	assert.EqualValues(t, 3334, hopper.grid(10000, 8, 4))
	assert.EqualValues(t, 1, hopper.grid(1, 8, 4))
	assert.EqualValues(t, 1<<31-1, hopper.grid(1<<31-1, 8, 1<<40))
}
