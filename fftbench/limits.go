package fftbench

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Limits are the budgets of a capacity search.
type Limits struct {
	Time     time.Duration `json:"time"`      // of one op on the whole batch
	Memory   int64         `json:"memory"`    // bytes of input, output and plan together
	MaxBatch int           `json:"max_batch"` // where a search stops that nothing else ends
	Deadline time.Duration `json:"deadline"`  // of one try, planning included; then it is killed

	// DeviceMemory is Memory for what runs on a device; 0 is what is free there.
	DeviceMemory int64 `json:"device_memory,omitempty"`
}

// DefaultLimits let a search over all variants and sizes end within ten
// minutes on two cores.
func DefaultLimits() Limits {
	return Limits{
		Time:     100 * time.Millisecond,
		Memory:   512 << 20,
		MaxBatch: MaxBatch,
		Deadline: 30 * time.Second,
	}
}

// maxDeviceBatch is where a search on a device stops: its kernels count rows in
// 64 bits, cuFFT's plans do too.
const maxDeviceBatch = 1 << 30

// limitResolution is how finely a search brackets the limit.
const limitResolution = 1.0 / 8

// ParseBytes reads a number of bytes with an optional unit: "300000000",
// "512MiB", "2GiB".
func ParseBytes(text string) (int64, error) {
	number, scale := text, int64(1)
	for i, unit := range []string{"KiB", "MiB", "GiB"} {
		if digits, ok := strings.CutSuffix(text, unit); ok {
			number, scale = digits, 1<<(10*(i+1))
		}
	}
	n, err := strconv.ParseInt(strings.TrimSpace(number), 10, 64)
	if err != nil || n < 1 || n > 1<<50/scale {
		return 0, fmt.Errorf("%q: want a number of bytes such as 512MiB or 2GiB", text)
	}
	return n * scale, nil
}

// spellBytes spells a number of bytes in notes, with four significant digits.
func spellBytes(bytes int64) string {
	value, unit := float64(bytes), "B"
	for _, larger := range []string{"KiB", "MiB", "GiB"} {
		if value < 1024 {
			break
		}
		value, unit = value/1024, larger
	}
	return strconv.FormatFloat(value, 'g', 4, 64) + " " + unit
}

// brief spells nanoseconds in notes, with four significant digits at most.
func brief(ns float64) time.Duration {
	d, step := time.Duration(ns), time.Duration(1)
	for d/step >= 10_000 {
		step *= 10
	}
	return d.Round(step)
}
