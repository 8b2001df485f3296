package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/fftbench/peers/results"
)

// describeMachine writes what holds for all samples.
func describeMachine(w *results.Writer, command string) {
	w.Fact(wire.FactGo, runtime.Version())
	if revision := revision(); revision != "" {
		w.Fact(wire.FactCommit, revision)
	}
	w.Fact(wire.FactDate, time.Now().UTC().Format(time.RFC3339))
	w.Fact(wire.FactCores, strconv.Itoa(runtime.NumCPU()))
	if caches := caches(); caches != "" {
		w.Fact(results.FactCaches, caches)
	}
	w.Fact(wire.FactISA, fft.ISA())
	w.Fact(wire.FactCommand, command)
	w.Config("goos", runtime.GOOS)
	w.Config("goarch", runtime.GOARCH)
	if cpu := cpuName(); cpu != "" {
		w.Config("cpu", cpu)
	}
}

// revision is the commit that this program was built from, with a + where the
// tree had changes.
func revision() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	revision := settings["vcs.revision"]
	if len(revision) > 12 {
		revision = revision[:12]
	}
	if settings["vcs.modified"] == "true" {
		revision += "+"
	}
	return revision
}

// cpuName is the model as Linux knows it. Virtual machines hide the name but
// not the family.
func cpuName() string {
	info, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return ""
	}
	fields := map[string]string{}
	for lines := bufio.NewScanner(bytes.NewReader(info)); lines.Scan(); {
		key, value, ok := strings.Cut(lines.Text(), ":")
		if key = strings.TrimSpace(key); ok && fields[key] == "" {
			fields[key] = strings.TrimSpace(value)
		}
	}
	if fields["model name"] == "" || fields["cpu family"] == "" {
		return fields["model name"]
	}
	return fmt.Sprintf("%s, family %s model %s", fields["model name"], fields["cpu family"], fields["model"])
}

// caches are the sizes of the first core's caches, e.g. "L1 32K, L2 512K".
func caches() string {
	var levels []string
	for i := range 8 {
		read := func(file string) string {
			text, _ := os.ReadFile(fmt.Sprintf("/sys/devices/system/cpu/cpu0/cache/index%d/%s", i, file))
			return strings.TrimSpace(string(text))
		}
		if kind := read("type"); kind == "Data" || kind == "Unified" {
			levels = append(levels, "L"+read("level")+" "+read("size"))
		}
	}
	return strings.Join(levels, ", ")
}

// load is the load average of the last minute.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return ""
	}
	first, _, _ := strings.Cut(string(text), " ")
	return first
}
