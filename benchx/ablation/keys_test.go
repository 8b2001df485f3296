package ablation

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestParseKeys(t *testing.T) {
	keys, err := ParseKeys("batch=rows, variant=algo,n=/2")
	require.NoError(t, err)
	assert.Equal(t, map[string]string{"variant": "algo", "n": "/2", "batch": "rows"}, keys)
	assert.Equal(t, "variant=algo,n=/2,batch=rows", FormatKeys(keys))

	for text, message := range map[string]string{
		"algo":                `key "algo": want axis=name, such as variant=algo`,
		"variant=":            `want axis=name`,
		"size=n":              `no study axis "size"; there are variant, dir, n, batch, device, precision`,
		"n=a,n=b":             `axis n is already a`,
		"n=a,batch=a":         `a is already the axis n`,
		"variant=algo,,n=x,y": `key "y"`,
	} {
		_, err := ParseKeys(text)
		assert.ErrorContains(t, err, message, text)
	}
}

func TestAxisReader(t *testing.T) {
	read := func(keys, name string) axes {
		m, err := ParseKeys(keys)
		require.NoError(t, err)
		r := row(name)
		return newAxisReader(m).read(&r)
	}
	t.Run("the study's own axes", func(t *testing.T) {
		assert.Equal(t,
			axes{name: "FFT", variant: "gonum", dir: "forward", n: 64, batch: 8, device: "cpu", precision: "f64"},
			read("", "FFT/variant=gonum/dir=forward/n=64/batch=8/device=cpu/precision=f64"))
	})
	t.Run("another project's axes", func(t *testing.T) {
		assert.Equal(t, axes{name: "Sort", variant: "quick", n: 100, batch: 4, extra: "dist=uniform"},
			read("variant=algo,n=size,batch=rows", "Sort/algo=quick/dist=uniform/size=100/rows=4"))
	})
	t.Run("a mapped axis gives up its own name", func(t *testing.T) {
		assert.Equal(t, axes{name: "Sort", n: 100, extra: "n=7"}, read("n=size", "Sort/n=7/size=100"))
		assert.Equal(t, axes{name: "Sort", batch: 7}, read("batch=n", "Sort/n=7"))
	})
	t.Run("parts without keys, and the family", func(t *testing.T) {
		assert.Equal(t, axes{variant: "Radix2", n: 1024, extra: "warm"}, read("variant=.name,n=/2", "Radix2/warm/1024"))
		assert.Equal(t, axes{name: "Sort", variant: "quick"}, read("variant=/algo", "Sort/algo=quick"), "benchstat's spelling")
	})
	t.Run("what is no value of an axis stays an axis of its own", func(t *testing.T) {
		assert.Equal(t, axes{name: "X", n: 4, extra: "n=big/n=0/n=8/batch=-1"}, read("", "X/n=big/n=0/n=4/n=8/batch=-1"))
	})
}

func TestUnusedKeys(t *testing.T) {
	r := reportOf(nil,
		row("Sort/quick/size=8", exactly(1)),
		row("Encode/mode=fast", exactly(1)),
	)
	r.Keys = map[string]string{"variant": "/1", "n": "size", "batch": "rows", "dir": "/2", "device": KeyFamily}
	assert.Equal(t, map[string]string{"batch": "rows", "dir": "/2"}, UnusedKeys(r))
	assert.Empty(t, UnusedKeys(reportOf(nil)))
}
