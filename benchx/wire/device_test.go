package wire_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

func TestDeviceKeys(t *testing.T) {
	for key, want := range map[string]struct {
		i        int
		property string
	}{
		"gpu0":           {0, ""},
		"gpu12-driver":   {12, wire.DeviceDriver},
		"gpu0-copy-MB/s": {0, wire.DeviceCopy},
		"gpu1-own-thing": {1, "own-thing"},
	} {
		i, property, ok := wire.ParseDeviceKey(key)
		assert.True(t, ok, key)
		assert.Equal(t, want.i, i, key)
		assert.Equal(t, want.property, property, key)
		assert.Equal(t, key, wire.DeviceKey(i, property))
	}
	for _, key := range []string{"gpu", "gpu-driver", "gpus0", "gpu00", "gpu+1", "gpu-1", "gpu0-", "gpu1e3", "gpu1000", "cpu0", ""} {
		_, _, ok := wire.ParseDeviceKey(key)
		assert.False(t, ok, key)
	}
}

func TestDeviceLabels(t *testing.T) {
	i, ok := wire.ParseDeviceLabel("cuda:7")
	assert.True(t, ok)
	assert.Equal(t, 7, i)
	assert.Equal(t, "cuda:7", wire.DeviceLabel(7))
	for _, label := range []string{"cpu", "cuda", "cuda:", "cuda:x", "cuda:-1", "cuda:01", "wgpu:0", ""} {
		_, ok := wire.ParseDeviceLabel(label)
		assert.False(t, ok, label)
	}
}
