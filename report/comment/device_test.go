package comment_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/report/comment"
)

func deviceRun(t testing.TB) *comment.Run {
	t.Helper()
	return newRun(t, compare.Options{}, meta(), readColumn(t, shared+"devices/run.txt"))
}

// What ran on a device goes through the file of a run, and reads the same.
func TestDevicesThroughTheFile(t *testing.T) {
	run := deviceRun(t)
	require.Len(t, run.Alone.Devices, 23)
	back, err := comment.ReadJSON(bytes.NewReader(fileOf(t, run)), compare.Options{})
	require.NoError(t, err)
	assert.Equal(t, string(comment.Markdown(run, comment.Options{})), string(comment.Markdown(back, comment.Options{})))
	assert.Equal(t, "Synthetic X1 (sm_90)", back.Head.Machines[0].GPU)
	checkStructure(t, string(comment.Markdown(back, comment.Options{Size: 3_000})))
}

// Batches that are chosen by their elements are told by them.
func TestDevicesFilledByElements(t *testing.T) {
	run := newRun(t, compare.Options{}, meta(), readColumn(t, shared+"devices/filled.txt"))
	text := string(comment.Markdown(run, comment.Options{}))
	assert.Contains(t, text, "| n, n·batch → | 4096 | 16384 |\n|--:|--:|--:|\n"+
		"| 64 | 1.999 ▲ | 1.999 ▲ |\n| 256 | 1.000 | 1.000 |\n| 1024 | 0.500 ▼ | 0.500 ▼ |\n")
}

func TestFileRefusesDevices(t *testing.T) {
	whole := fileOf(t, deviceRun(t))
	for name, c := range map[string]struct {
		falsify func(device object)
		want    string
	}{
		"a field more":         {func(d object) { d["html"] = "<b>" }, "unknown field"},
		"a variant too long":   {func(d object) { d["variant"] = strings.Repeat("x", 201) }, "alone.devices has 201"},
		"no time":              {func(d object) { d["sec"] = nil }, "alone.devices.sec"},
		"a ratio below 0":      {func(d object) { d["ratio"] = -1 }, "a number of alone.devices"},
		"a ratio to nothing":   {func(d object) { delete(d, "reference") }, "without the others"},
		"an interval alone":    {func(d object) { delete(d, "ratio"); delete(d, "reference") }, "without the others"},
		"an open lower bound":  {func(d object) { delete(d, "lo") }, "without the others"},
		"a batch below 0":      {func(d object) { d["batch"] = -1 }, "alone.devices.batch"},
		"copies in the future": {func(d object) { d["e2e"] = -1e-6 }, "a number of alone.devices"},
	} {
		var file object
		require.NoError(t, json.Unmarshal(whole, &file))
		device := file["alone"].(object)["devices"].([]any)[0].(object)
		require.Contains(t, device, "ratio")
		c.falsify(device)
		text, err := json.Marshal(file)
		require.NoError(t, err)
		_, err = comment.ReadJSON(bytes.NewReader(text), compare.Options{})
		assert.ErrorContains(t, err, c.want, name)
	}
}
