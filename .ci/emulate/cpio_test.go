//go:build linux

package main

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestArchive holds the writer to the format as the kernel documents it,
// spelled out: a header of 110 characters, names and data filled up to four.
func TestArchive(t *testing.T) {
	var b bytes.Buffer
	a := newArchive(&b)
	a.add("d/hello", []byte("hi there"))
	a.add("d/x", nil)
	require.NoError(t, a.close())
	want := strings.Join([]string{
		"070701" + "00000001" + "000041ed" + "00000000" + "00000000" + "00000001" + "00000000" + "00000000" + strings.Repeat("0", 32) + "00000002" + "00000000" + "d\x00",
		"070701" + "00000002" + "000081ed" + "00000000" + "00000000" + "00000001" + "00000000" + "00000008" + strings.Repeat("0", 32) + "00000008" + "00000000" + "d/hello\x00\x00\x00hi there",
		"070701" + "00000003" + "000081ed" + "00000000" + "00000000" + "00000001" + "00000000" + "00000000" + strings.Repeat("0", 32) + "00000004" + "00000000" + "d/x\x00\x00\x00",
		"070701" + "00000004" + "00000000" + "00000000" + "00000000" + "00000001" + "00000000" + "00000000" + strings.Repeat("0", 32) + "0000000b" + "00000000" + "TRAILER!!!\x00\x00\x00\x00",
	}, "")
	assert.Equal(t, want, b.String())
}

func TestArchiveKeepsTheFirstError(t *testing.T) {
	full := errors.New("disk full")
	a := newArchive(failing{full})
	a.add("x", nil)
	a.addFile("y", "no such file")
	assert.ErrorIs(t, a.close(), full)
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
