package machine

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"time"
)

// ticksPerSecond is the unit of times in /proc, which the kernel keeps at 100
// whatever its own is (proc(5), sysconf(_SC_CLK_TCK)).
const ticksPerSecond = 100

// Snapshot is what all programs have used of the processors so far. Two of them
// tell who was at work in between.
type Snapshot struct {
	total, stolen uint64 // ticks of all processors together
	used          map[int]usage
}

// usage is of one process.
type usage struct {
	name  string
	ticks uint64
}

// Take reads a system whose root is given.
func Take(root fs.FS) Snapshot {
	f := files{root}
	s := Snapshot{used: map[int]usage{}}
	s.total, s.stolen = processorTicks(f.text("proc/stat"))
	entries, _ := fs.ReadDir(root, "proc")
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		if u, ok := processUsage(f.text("proc/" + e.Name() + "/stat")); ok {
			s.used[pid] = u
		}
	}
	return s
}

// processorTicks reads the first line of /proc/stat: user, nice, system, idle,
// iowait, irq, softirq, steal, and guests, which user and nice contain.
func processorTicks(text string) (total, stolen uint64) {
	line, _, _ := strings.Cut(text, "\n")
	fields := strings.Fields(line)
	if len(fields) < 9 || fields[0] != "cpu" {
		return 0, 0
	}
	for _, field := range fields[1:9] {
		n, err := strconv.ParseUint(field, 10, 64)
		if err != nil {
			return 0, 0
		}
		total, stolen = total+n, n
	}
	return total, stolen
}

// processUsage reads /proc/PID/stat. The name in its parentheses may contain
// anything, parentheses too.
func processUsage(text string) (u usage, ok bool) {
	open, end := strings.IndexByte(text, '('), strings.LastIndexByte(text, ')')
	if open < 0 || end < open {
		return usage{}, false
	}
	fields := strings.Fields(text[end+1:]) // from the third on
	if len(fields) < 13 {
		return usage{}, false
	}
	user, err1 := strconv.ParseUint(fields[11], 10, 64)
	system, err2 := strconv.ParseUint(fields[12], 10, 64)
	return usage{text[open+1 : end], user + system}, err1 == nil && err2 == nil
}

const (
	// stolenShare is the share of the processors that neighbours may take before
	// it shows in samples.
	stolenShare = 0.01
	// hogShare is what another program takes of one processor to be named.
	hogShare = 0.05
	mostHogs = 3
)

// Between says what others took of the processors from the first to the second
// snapshot, which lie so long apart. Self is the process that is not to be named.
func Between(first, second Snapshot, apart time.Duration, self int) []Finding {
	var found []Finding
	if total := second.total - first.total; second.total > first.total {
		stolen := float64(second.stolen-min(first.stolen, second.stolen)) / float64(total)
		if stolen > stolenShare {
			found = append(found, Finding{
				Subject: "steal", Level: Trouble,
				Says: fmt.Sprintf("neighbours of this virtual machine took %.1f %% of its processors just now", 100*stolen),
				Do:   "measure in turn and often (benchx ab), or on a machine of your own",
			})
		}
	}
	if hogs := hogs(first, second, apart, self); len(hogs) > 0 {
		found = append(found, Finding{
			Subject: "others", Level: Trouble,
			Says: "at work beside: " + strings.Join(hogs, ", "),
			Do:   "stop them, or keep them off the processors of the benchmark: taskset, cgroups",
		})
	}
	return found
}

// hogs names the programs that took most, the busiest first.
func hogs(first, second Snapshot, apart time.Duration, self int) []string {
	type hog struct {
		pid   int
		name  string
		share float64
	}
	var list []hog
	for pid, now := range second.used {
		before := first.used[pid] // nothing of one that began meanwhile
		if pid == self || now.ticks < before.ticks {
			continue
		}
		share := float64(now.ticks-before.ticks) / ticksPerSecond / apart.Seconds()
		if share > hogShare {
			list = append(list, hog{pid, now.name, share})
		}
	}
	slices.SortFunc(list, func(a, b hog) int {
		return cmp.Or(cmp.Compare(b.share, a.share), cmp.Compare(a.pid, b.pid))
	})
	var texts []string
	for _, h := range list[:min(len(list), mostHogs)] {
		texts = append(texts, fmt.Sprintf("%s (process %d, %.0f %% of a processor)", h.name, h.pid, 100*h.share))
	}
	if more := len(list) - mostHogs; more > 0 {
		texts = append(texts, fmt.Sprintf("%d more", more))
	}
	return texts
}
