package circuitjson_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/circuit"
	"github.com/fftstudy/fftstudy/benchx/circuit/circuitjson"
)

// What is read is JSON, can be written and read again as the same circuit, and
// can be asked for its bytes; what is not says why, with a place.
func FuzzRead(f *testing.F) {
	for _, name := range circuitFixtures(f) {
		if t := text(f, name); len(t) < 1<<13 { // the engine takes small steps
			f.Add(t)
		}
	}
	f.Add(`{"schema": 1, "blocks": {"a": {"nodes": [{"id": "n", "op": "x"}]}}, "layout": {"layers": [{"repeat": 3, "layers": [{"count": 2, "blocks": ["a"]}]}]}}`)
	f.Add("{\"schema\": 1, \"arch\": \"\\ud83d\\ude00\\u0000\\n\", \"dims\": {\"\": 1}}")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := circuitjson.Read(strings.NewReader(text))
		if err != nil {
			assert.NotEmpty(t, err.Error())
			return
		}
		assert.True(t, json.Valid([]byte(text)))
		if len(c.Nodes) > 1000 {
			return // spelling out a few lines is tested elsewhere
		}
		var b bytes.Buffer
		if err := circuitjson.Write(&b, c); err != nil {
			t.Fatal(err)
		}
		again, err := circuitjson.Read(&b)
		require.NoError(t, err)
		require.Equal(t, c, again)
		m, err := circuit.Compile(c)
		require.NoError(t, err)
		if r, err := m.Evaluate(circuit.Workload{}); err == nil {
			assert.GreaterOrEqual(t, r.Totals.Device, int64(0))
		}
	})
}

// A configuration gives a circuit that has a size, or says why not.
func FuzzFromConfig(f *testing.F) {
	for _, model := range published {
		f.Add(model.config)
	}
	f.Add(text(f, "small-dense/config.json"))
	f.Fuzz(func(t *testing.T, text string) {
		c, err := circuitjson.FromConfig(strings.NewReader(text), circuitjson.ConfigOptions{ISL: 10, OSL: 5, Memory: 1 << 30, Util: "0.9"})
		if err != nil || len(c.Nodes) > 1000 {
			return
		}
		m, err := circuit.Compile(c)
		require.NoError(t, err)
		if r, err := m.Evaluate(circuit.Workload{}); err == nil {
			assert.Positive(t, r.Params)
		} else {
			assert.ErrorIs(t, err, circuit.ErrOverflow)
		}
	})
}
