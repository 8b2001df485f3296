package machine

import (
	"io/fs"
	"os"
	"strconv"
	"strings"
	"time"
)

// spinWork is how many steps of a generator Spin takes: some ten milliseconds.
const spinWork = 10_000_000

// Spin measures how long the machine takes for a fixed amount of work in
// registers, and reads the load average of the last minute, -1 where the system
// has none.
func Spin() (took time.Duration, load float64) { return spin(spinWork), Load() }

func spin(steps int) time.Duration {
	start := time.Now()
	x := uint64(start.UnixNano()) | 1
	for range steps {
		x ^= x << 13 // xorshift: no step can begin before the last one is done
		x ^= x >> 7
		x ^= x << 17
	}
	took := time.Since(start)
	if x == 0 { // it cannot be, but the compiler does not know
		return 0
	}
	return took
}

// Load returns the load average of the last minute, -1 where the system has none.
func Load() float64 { return loadOf(os.DirFS("/")) }

// busyShare of the processors may have work before others are in the way.
const busyShare = 0.2

// Busy reports whether a load average is in the way of who measures on so many
// processors.
func Busy(load float64, cores int) bool { return load > busyShare*float64(cores) }

func loadOf(root fs.FS) float64 {
	text, err := fs.ReadFile(root, "proc/loadavg")
	if err != nil {
		return -1
	}
	word, _, _ := strings.Cut(string(text), " ")
	load, err := strconv.ParseFloat(word, 64)
	if err != nil {
		return -1
	}
	return load
}
