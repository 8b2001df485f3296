package machine

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func system(files map[string]string) fstest.MapFS {
	fs := fstest.MapFS{}
	for name, text := range files {
		fs[name] = &fstest.MapFile{Data: []byte(text + "\n")}
	}
	return fs
}

const cpuinfo = "processor\t: 0\nmodel name\t: Fast CPU 3000\nflags\t\t: fpu avx2 %s\n\nprocessor\t: 1\nmodel name\t: Fast CPU 3000"

func find(t *testing.T, findings []Finding, subject string) Finding {
	t.Helper()
	for _, f := range findings {
		if f.Subject == subject {
			return f
		}
	}
	require.Fail(t, "no finding", "on %q in %v", subject, findings)
	return Finding{}
}

func TestQuietServer(t *testing.T) {
	found := Look(system(map[string]string{
		"proc/cpuinfo": cpuinfo,
		"proc/loadavg": "0.08 0.30 0.25 1/900 4242",
		"proc/meminfo": "MemTotal:       32000000 kB\nMemAvailable:   24000000 kB\nSwapTotal: 0 kB\nSwapFree: 0 kB",
		"sys/devices/system/cpu/cpu0/cpufreq/scaling_governor":            "performance",
		"sys/devices/system/cpu/cpu1/cpufreq/scaling_governor":            "performance",
		"sys/devices/system/cpu/cpufreq/boost":                            "0",
		"sys/devices/system/cpu/smt/active":                               "0",
		"sys/devices/system/clocksource/clocksource0/current_clocksource": "tsc",
		"sys/kernel/mm/transparent_hugepage/enabled":                      "always [madvise] never",
		"sys/fs/cgroup/cpu.max":                                           "max 100000",
	}), 2)
	assert.Equal(t, Fine, Worst(found), "%v", found)
	assert.Equal(t, "2, Fast CPU 3000", find(t, found, "processors").Says)
	assert.Equal(t, "0.08 on average over a minute, on 2 processors", find(t, found, "load").Says)
	assert.Equal(t, "22.9 of 30.5 GiB are free to use", find(t, found, "memory").Says)
}

func TestTroubles(t *testing.T) {
	for name, c := range map[string]struct {
		subject string
		level   Level
		says    string
		files   map[string]string
	}{
		"load":      {"load", Trouble, "3.5", map[string]string{"proc/loadavg": "3.50 1 1 2/3 4"}},
		"virtual":   {"virtual machine", Notice, "neighbours", map[string]string{"proc/cpuinfo": "flags : fpu hypervisor avx"}},
		"governor":  {"frequency", Trouble, "powersave, schedutil", map[string]string{"sys/devices/system/cpu/cpu0/cpufreq/scaling_governor": "powersave", "sys/devices/system/cpu/cpu1/cpufreq/scaling_governor": "schedutil", "sys/devices/system/cpu/cpu2/cpufreq/scaling_governor": "performance"}},
		"boost":     {"boost", Notice, "rises", map[string]string{"sys/devices/system/cpu/cpufreq/boost": "1"}},
		"turbo":     {"boost", Notice, "rises", map[string]string{"sys/devices/system/cpu/intel_pstate/no_turbo": "0"}},
		"threads":   {"threads", Notice, "share a core", map[string]string{"sys/devices/system/cpu/smt/active": "1"}},
		"clock":     {"clock", Trouble, "hpet", map[string]string{"sys/devices/system/clocksource/clocksource0/current_clocksource": "hpet"}},
		"pages":     {"huge pages", Notice, "differ in speed", map[string]string{"sys/kernel/mm/transparent_hugepage/enabled": "[always] madvise never"}},
		"battery":   {"power", Trouble, "battery", map[string]string{"sys/class/power_supply/AC/status": "?", "sys/class/power_supply/BAT0/status": "Discharging"}},
		"memory":    {"memory", Trouble, "0.954 of 30.5 GiB are free to use, 1.91 GiB are swapped out", map[string]string{"proc/meminfo": "MemTotal: 32000000 kB\nMemAvailable: 1000000 kB\nSwapTotal: 4000000 kB\nSwapFree: 2000000 kB"}},
		"quota 2":   {"quota", Trouble, "grants 1.5 of 2 processors", map[string]string{"proc/self/cgroup": "0::/pod/x", "sys/fs/cgroup/pod/x/cpu.max": "150000 100000"}},
		"quota 2 /": {"quota", Trouble, "grants 0.5 of 2 processors", map[string]string{"sys/fs/cgroup/cpu.max": "50000 100000"}},
		"quota 1":   {"quota", Trouble, "grants 1 of 2 processors", map[string]string{"sys/fs/cgroup/cpu/cpu.cfs_quota_us": "100000", "sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000"}},
	} {
		got := find(t, Look(system(c.files), 2), c.subject)
		assert.Equal(t, c.level, got.Level, name)
		assert.Contains(t, got.Says, c.says, name)
		assert.NotEmpty(t, got.Do, name)
	}
}

// Files of another shape than expected say nothing, and do no harm.
func TestOddFiles(t *testing.T) {
	names := []string{
		"proc/cpuinfo", "proc/loadavg", "proc/meminfo", "proc/self/cgroup", "proc/stat", "proc/1/stat", "proc/2/stat",
		"sys/fs/cgroup/cpu.max", "sys/devices/system/cpu/cpufreq/boost", "sys/devices/system/cpu/smt/active",
	}
	for _, text := range []string{"", ":", "max", "-1 -1", "0::/../..", "1 (a", ") 1 (", "1 (a b) R 1", "NaN Inf"} {
		files := map[string]string{}
		for _, name := range names {
			files[name] = text
		}
		fs := system(files)
		assert.Equal(t, Fine, Worst(Look(fs, 8)), "%q", text)
		assert.Empty(t, Between(Take(fs), Take(fs), 1, 0), "%q", text)
	}
	assert.Len(t, Look(fstest.MapFS{}, 4), 1, "nothing but the count of processors is known")
}

func TestLevelsAsText(t *testing.T) {
	for level, want := range map[Level]string{Fine: "fine", Notice: "notice", Trouble: "trouble"} {
		text, err := level.MarshalText()
		require.NoError(t, err)
		assert.Equal(t, want, string(text))
	}
}
