package ab

import (
	"os"
	"os/exec"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// The way that counters are opened counts what a child does and nothing before.
// Where there is no counter of instructions, the kernel's clock of a task shows
// it, which is a counter, too.
func TestCounterCountsAChild(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	c, err := openEvent(unix.PERF_TYPE_SOFTWARE, unix.PERF_COUNT_SW_TASK_CLOCK)
	if err != nil {
		t.Skip(err)
	}
	defer c.close()
	for x := 1.0; x < 1e7; x++ { // not to be counted
		runtime.KeepAlive(x)
	}
	before, err := c.read()
	require.NoError(t, err)
	assert.Zero(t, before)
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childEnv+"=ok")
	require.NoError(t, cmd.Run())
	after, err := c.read()
	require.NoError(t, err)
	assert.Positive(t, after)
}
