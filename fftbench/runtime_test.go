package fftbench

import (
	"runtime/metrics"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// idleTask, as -study.child, makes this test binary say what it holds before it
// has done anything.
const idleTask = "idle"

// The driver term of a cell's circuit is what a Go program holds that does
// nothing. This binary links all that a study does.
func TestRuntimeBytes(t *testing.T) {
	out, err := childCommand(idleTask).Output()
	require.NoError(t, err)
	idle, err := strconv.ParseInt(strings.TrimSpace(string(out)), 10, 64)
	require.NoError(t, err)
	t.Logf("an idle program holds %d bytes (%s), circuits count %s", idle, spellBytes(idle), spellBytes(runtimeBytes))
	// Systems, page sizes and numbers of processors differ.
	assert.GreaterOrEqual(t, idle, int64(runtimeBytes/4))
	assert.LessOrEqual(t, idle, int64(runtimeBytes*8))
}

// heldFromSystem is the memory that the Go runtime has and that counts against
// its limit.
func heldFromSystem() int64 {
	s := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64() - s[1].Value.Uint64())
}
