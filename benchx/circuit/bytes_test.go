package circuit_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/circuit"
)

func TestParseBytes(t *testing.T) {
	for text, want := range map[string]int64{
		"0": 0, "1048576": 1 << 20, "12B": 12, "512KiB": 512 << 10, "8GiB": 8 << 30, "8 gib": 8 << 30, "8g": 8 << 30,
		"1.5 TiB": 3 << 39, "80GB": 80e9, "1kB": 1000, "0.1KiB": 102, "7EiB": 7 << 60,
	} {
		got, err := circuit.ParseBytes(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, got, text)
	}
	for text, want := range map[string]string{
		"": "no size", "8 Gi B": "no size", "-1": "no size", "1e9": "no size", ".5G": "no size", "8EiB": "does not fit 63 bits",
		"3XiB": `unknown unit "XiB"`, "3iB": `unknown unit "iB"`, "3KMB": `unknown unit "KMB"`, "99999999999999999999": "does not fit 63 bits",
	} {
		_, err := circuit.ParseBytes(text)
		assert.ErrorContains(t, err, want, text)
	}
}

func TestShare(t *testing.T) {
	got, err := circuit.Share(130_663_886_848, "0.85")
	require.NoError(t, err)
	assert.EqualValues(t, 111_064_303_820, got)
	got, err = circuit.Share(1<<62+1, "1")
	require.NoError(t, err)
	assert.EqualValues(t, 1<<62+1, got)
	for _, part := range []string{"", "0", "1.01", "-0.5", "1/2", "85%", "1e-1", "NaN", "0x1p-1"} {
		_, err := circuit.Share(100, part)
		assert.ErrorContains(t, err, "no part of a whole", part)
	}
}

func TestReads(t *testing.T) {
	m, err := circuit.Compile(pool())
	require.NoError(t, err)
	assert.Equal(t, []string{"concurrency", "conv_steps", "h_steps", "isl", "length", "osl", "slots", "verify_slots"}, m.Reads())
	m, err = circuit.Compile(toy(1))
	require.NoError(t, err)
	assert.Equal(t, []string{"batch"}, m.Reads())
}

func TestSettings(t *testing.T) {
	c := stateful(
		circuit.State{ID: "kv", Kind: circuit.PagedKV, Setting: "kv_cache_dtype", Elements: circuit.Number(8)},
		circuit.State{ID: "h", Kind: circuit.Recurrent, Format: circuit.MustFormat("f32"), Elements: circuit.Number(8)},
	)
	c.Copies = []circuit.CopyRule{{When: map[string]string{"copies": "kept"}}}
	c.Workload.Settings = map[string]string{"also": "this"}
	m, err := circuit.Compile(c)
	require.NoError(t, err)
	assert.Equal(t, []string{"also", "copies", "kv_cache_dtype"}, m.Settings())
}
