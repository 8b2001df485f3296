package machine

import (
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// stat is a line of /proc/PID/stat with so many ticks in user mode and in the
// kernel.
func stat(name, user, kernel string) string {
	return "12 (" + name + ") S 1 2 3 4 5 6 7 8 9 10 " + user + " " + kernel + " 0 0 20 0 1 0 100"
}

func TestOthers(t *testing.T) {
	before := Take(system(map[string]string{
		"proc/stat":      "cpu  1000 0 1000 8000 0 0 0 100 55 55\ncpu0 …",
		"proc/1/stat":    stat("init", "5", "5"),
		"proc/20/stat":   stat("a (b) c", "100", "50"),
		"proc/21/stat":   stat("self", "100", "50"),
		"proc/self/stat": stat("self", "100", "50"),
	}))
	after := Take(system(map[string]string{
		"proc/stat":    "cpu  1100 0 1040 8040 0 0 0 120 99 99\ncpu0 …",
		"proc/1/stat":  stat("init", "5", "6"),
		"proc/20/stat": stat("a (b) c", "200", "70"),
		"proc/21/stat": stat("self", "400", "50"),
		"proc/30/stat": stat("new", "0", "40"),
	}))
	found := Between(before, after, 2*time.Second, 21)
	assert.Equal(t, "neighbours of this virtual machine took 10.0 % of its processors just now", find(t, found, "steal").Says)
	assert.Equal(t, "at work beside: a (b) c (process 20, 60 % of a processor), new (process 30, 20 % of a processor)", find(t, found, "others").Says)
	assert.Empty(t, Between(before, before, time.Second, 0))
	assert.Empty(t, Between(after, before, time.Second, 0), "clocks that went backwards")
}

func TestManyOthers(t *testing.T) {
	before, after := map[string]string{}, map[string]string{}
	for _, pid := range []string{"2", "3", "4", "5", "6"} {
		before["proc/"+pid+"/stat"], after["proc/"+pid+"/stat"] = stat("gcc", "0", "0"), stat("gcc", "50", "0")
	}
	found := Between(Take(system(before)), Take(system(after)), time.Second, 0)
	assert.Contains(t, find(t, found, "others").Says, "gcc (process 2, 50 % of a processor), gcc (process 3, 50 % of a processor), gcc (process 4, 50 % of a processor), 2 more")
}

// The system that runs this test can be read, whatever it says.
func TestThisSystem(t *testing.T) {
	root := os.DirFS("/")
	assert.NotEmpty(t, Look(root, 1))
	Between(Take(root), Take(root), time.Millisecond, os.Getpid())
	took, _ := Spin()
	assert.Positive(t, took)
}
