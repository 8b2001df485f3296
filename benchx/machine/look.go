package machine

import (
	"fmt"
	"io/fs"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"
)

// files reads the small files of a system.
type files struct{ root fs.FS }

// text is a file without blanks around it, "" where there is none.
func (f files) text(name string) string {
	data, err := fs.ReadFile(f.root, name)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(data))
}

// field is the value of a line "key : value".
func (f files) field(name, key string) string {
	for line := range strings.Lines(f.text(name)) {
		k, v, found := strings.Cut(line, ":")
		if found && strings.TrimSpace(k) == key {
			return strings.TrimSpace(v)
		}
	}
	return ""
}

// Look says what a system, whose root is given, tells of itself. Cores is how
// many processors the program may use. What a system does not tell is left out.
func Look(root fs.FS, cores int) []Finding {
	f := files{root}
	var found []Finding
	for _, look := range []func() (Finding, bool){
		func() (Finding, bool) { return f.processors(cores) },
		f.virtual,
		func() (Finding, bool) { return f.quota(cores) },
		f.governor,
		f.boost,
		f.siblings,
		func() (Finding, bool) { return f.load(cores) },
		f.memory,
		f.hugePages,
		f.clock,
		f.battery,
	} {
		if finding, ok := look(); ok {
			found = append(found, finding)
		}
	}
	return found
}

func (f files) processors(cores int) (Finding, bool) {
	name := f.field("proc/cpuinfo", "model name")
	if name == "" {
		name = "of an unknown kind"
	}
	return Finding{Subject: "processors", Says: fmt.Sprintf("%d, %s", cores, name)}, true
}

func (f files) virtual() (Finding, bool) {
	if !slices.Contains(strings.Fields(f.field("proc/cpuinfo", "flags")), "hypervisor") {
		return Finding{}, false
	}
	return Finding{
		Subject: "virtual machine", Level: Notice,
		Says: "neighbours whom nobody here sees share the hardware",
		Do:   "measure both versions in turn, never one after the other: benchx ab, or -count in one run",
	}, true
}

// quota is the share of the processors that a control group grants: a program that
// used it up stands still until the next period.
func (f files) quota(cores int) (Finding, bool) {
	granted, ok := f.granted()
	if !ok || granted >= float64(cores) {
		return Finding{}, false
	}
	return Finding{
		Subject: "quota", Level: Trouble,
		Says: fmt.Sprintf("the control group grants %.3g of %d processors: whoever uses more is stopped in the middle of a sample", granted, cores),
		Do:   fmt.Sprintf("raise the limit of the container, or measure with GOMAXPROCS=%d", max(1, int(granted))),
	}, true
}

// granted reads cpu.max of version 2, or the two files of version 1.
func (f files) granted() (processors float64, ok bool) {
	for _, dir := range []string{f.group(), ""} {
		quota, period, found := strings.Cut(f.text(path.Join("sys/fs/cgroup", dir, "cpu.max")), " ")
		if found {
			return ratio(quota, period)
		}
	}
	return ratio(f.text("sys/fs/cgroup/cpu/cpu.cfs_quota_us"), f.text("sys/fs/cgroup/cpu/cpu.cfs_period_us"))
}

// group is this process's control group of version 2.
func (f files) group() string {
	for line := range strings.Lines(f.text("proc/self/cgroup")) {
		if dir, ok := strings.CutPrefix(strings.TrimSpace(line), "0::"); ok {
			return dir
		}
	}
	return ""
}

// ratio of two numbers; ok is false where one is no positive number, as "max" and
// -1 are.
func ratio(quota, period string) (float64, bool) {
	q, err1 := strconv.ParseFloat(quota, 64)
	p, err2 := strconv.ParseFloat(period, 64)
	if err1 != nil || err2 != nil || !(q > 0 && p > 0) || math.IsInf(q, 0) {
		return 0, false
	}
	return q / p, true
}

func (f files) governor() (Finding, bool) {
	names, _ := fs.Glob(f.root, "sys/devices/system/cpu/cpu[0-9]*/cpufreq/scaling_governor")
	var others []string
	for _, name := range names {
		if g := f.text(name); g != "performance" && !slices.Contains(others, g) {
			others = append(others, g)
		}
	}
	switch {
	case len(names) == 0:
		return Finding{}, false
	case len(others) == 0:
		return Finding{Subject: "frequency", Says: "the governor is performance"}, true
	}
	return Finding{
		Subject: "frequency", Level: Trouble,
		Says: "the governor is " + strings.Join(others, ", ") + ": the clock follows the load, so a benchmark begins slow",
		Do:   "sudo cpupower frequency-set -g performance",
	}, true
}

func (f files) boost() (Finding, bool) {
	on := f.text("sys/devices/system/cpu/cpufreq/boost") == "1"
	off := "echo 0 | sudo tee /sys/devices/system/cpu/cpufreq/boost"
	if f.text("sys/devices/system/cpu/intel_pstate/no_turbo") == "0" {
		on, off = true, "echo 1 | sudo tee /sys/devices/system/cpu/intel_pstate/no_turbo"
	}
	if !on {
		return Finding{}, false
	}
	return Finding{
		Subject: "boost", Level: Notice,
		Says: "the clock rises while it is cool and few cores work: the first samples are the fastest",
		Do:   off,
	}, true
}

func (f files) siblings() (Finding, bool) {
	if f.text("sys/devices/system/cpu/smt/active") != "1" {
		return Finding{}, false
	}
	return Finding{
		Subject: "threads", Level: Notice,
		Says: "two processors share a core: what runs beside a benchmark may take half of it",
		Do:   "measure few goroutines on processors of different cores: taskset, lscpu -e",
	}, true
}

func (f files) load(cores int) (Finding, bool) {
	load := loadOf(f.root)
	if !(load >= 0) {
		return Finding{}, false
	}
	says := fmt.Sprintf("%.2f on average over a minute, on %d processors", load, cores)
	if !Busy(load, cores) {
		return Finding{Subject: "load", Says: says}, true
	}
	return Finding{Subject: "load", Level: Trouble, Says: says, Do: "stop what runs beside, or wait: benchx ab --wait-quiet 5m"}, true
}

// memory is trouble where a program that allocates would be swapped.
func (f files) memory() (Finding, bool) {
	size := func(key string) float64 {
		kib, err := strconv.ParseFloat(strings.TrimSuffix(f.field("proc/meminfo", key), " kB"), 64)
		if err != nil {
			return math.NaN()
		}
		return kib / (1 << 20)
	}
	total, available := size("MemTotal"), size("MemAvailable")
	if math.IsNaN(total + available) {
		return Finding{}, false
	}
	finding := Finding{Subject: "memory", Says: fmt.Sprintf("%.3g of %.3g GiB are free to use", available, total)}
	if swapped := size("SwapTotal") - size("SwapFree"); swapped > 0.1 {
		finding.Says += fmt.Sprintf(", %.3g GiB are swapped out", swapped)
	}
	if available < total/10 {
		finding.Level, finding.Do = Trouble, "end what holds memory: programs that allocate will be swapped or killed"
	}
	return finding, true
}

func (f files) hugePages() (Finding, bool) {
	if !strings.Contains(f.text("sys/kernel/mm/transparent_hugepage/enabled"), "[always]") {
		return Finding{}, false
	}
	return Finding{
		Subject: "huge pages", Level: Notice,
		Says: "the kernel gives them to whom it likes: runs of the same program may differ in speed",
		Do:   "take several runs of the program, not only several samples of one: benchx ab does",
	}, true
}

func (f files) clock() (Finding, bool) {
	source := f.text("sys/devices/system/clocksource/clocksource0/current_clocksource")
	switch source {
	case "":
		return Finding{}, false
	case "tsc", "kvm-clock", "arch_sys_counter", "hyperv_clocksource_tsc_page":
		return Finding{Subject: "clock", Says: source + ", read without a system call"}, true
	}
	return Finding{
		Subject: "clock", Level: Trouble,
		Says: source + ": reading it takes a system call, which short benchmarks feel",
		Do:   "echo tsc | sudo tee /sys/devices/system/clocksource/clocksource0/current_clocksource, if the kernel allows it",
	}, true
}

func (f files) battery() (Finding, bool) {
	names, _ := fs.Glob(f.root, "sys/class/power_supply/*/status")
	for _, name := range names {
		if f.text(name) == "Discharging" {
			return Finding{Subject: "power", Level: Trouble, Says: "the machine runs on its battery and saves power", Do: "plug it in"}, true
		}
	}
	return Finding{}, false
}
