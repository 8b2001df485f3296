package ingest_test

import (
	"bytes"
	"compress/gzip"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/ingest"
)

func TestTeeGetsTheDecodedText(t *testing.T) {
	const text = "goos: linux\nBenchmarkA-2 10 5 ns/op\nlast words"
	var packed, copied bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, err := w.Write([]byte(text))
	require.NoError(t, err)
	require.NoError(t, w.Close())

	s := ingest.NewScanner(&packed, "packed.txt.gz")
	s.Tee(&copied)
	for s.Scan() {
	}
	require.NoError(t, s.Err())
	assert.Equal(t, text, copied.String())
}
