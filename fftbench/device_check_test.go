//go:build linux

package fftbench

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What the script makes of how its parts end. The parts are scripts of two lines.
func TestGPUCheck(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip(err)
	}
	const device = `case "$*" in *study.device*) echo 'gpu0-arch: sm_90'; exit 0 ;; esac` + "\n"
	const lacking = `case "$*" in *study.device*) echo 'gpu0-arch: sm_90'; exit 2 ;; esac` + "\n"
	for name, c := range map[string]struct {
		test, sanitizer string
		timeout         string // in place of the command
		status          int
		says            string
	}{
		"all is well":                    {test: device, status: 0, says: "done, status 0"},
		"no device":                      {test: "exit 2", status: 2, says: "nothing to check on"},
		"a library is missing":           {test: lacking, status: 1, says: "the study"},
		"a variant is wrong":             {test: device + `case "$*" in *TestDevice*) exit 1 ;; esac`, status: 1, says: "the study"},
		"time runs out":                  {test: device, timeout: `case "$*" in *TestDevice*) exit 124 ;; esac; shift 3; exec "$@"`, status: 3, says: "cut off"},
		"the sanitizer finds nothing":    {test: device, sanitizer: "exit 0", status: 0, says: "racecheck"},
		"the sanitizer finds something":  {test: device, sanitizer: "exit 9", status: 1, says: "racecheck"},
		"the sanitizer does not work":    {test: device, sanitizer: "echo Device not supported; exit 1", status: 0, says: "does not work here"},
		"the sanitizer minds no failure": {test: device, sanitizer: `case "$*" in *"--report-api-errors no"*"_cuda$"*) ;; *) exit 9 ;; esac`, status: 0, says: "racecheck"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			script := func(name, text string) string {
				path := filepath.Join(dir, name)
				require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\n"+text+"\n"), 0o777))
				return path
			}
			test := script("fftbench.test", c.test)
			if c.sanitizer != "" {
				script("compute-sanitizer", c.sanitizer)
			}
			if c.timeout != "" {
				script("timeout", c.timeout)
			}
			command := exec.Command("bash", "gpu-check", "-o", filepath.Join(dir, "out"), test, filepath.Join(dir, "nothing"))
			command.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"))
			out, err := command.CombinedOutput()
			if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
				require.NoError(t, err)
			}
			assert.Equal(t, c.status, command.ProcessState.ExitCode(), "%s", out)
			assert.Contains(t, string(out), c.says)
		})
	}
}
