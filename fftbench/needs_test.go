package fftbench

import (
	"cmp"
	"debug/elf"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// neededLibraries says which C library an ELF file runs with: the newest
// version that a symbol of it asks for, and the libraries it is linked to.
func neededLibraries(path string) (string, error) {
	f, err := elf.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	linked, err := f.ImportedLibraries()
	if err != nil || len(linked) == 0 {
		return "no C library: it is linked statically", err
	}
	symbols, err := f.ImportedSymbols()
	if err != nil {
		return "", err
	}
	newest := ""
	for _, s := range symbols {
		if v, ok := strings.CutPrefix(s.Version, "GLIBC_"); ok && compareVersions(v, newest) > 0 {
			newest = v
		}
	}
	return fmt.Sprintf("glibc %s or newer; links %s", newest, strings.Join(linked, ", ")), nil
}

// compareVersions compares versions such as 2.34 and 2.3.4 number by number.
func compareVersions(a, b string) int {
	numbers := func(v string) (list []int) {
		for _, part := range strings.Split(v, ".") {
			n, _ := strconv.Atoi(part) // no number counts as 0
			list = append(list, n)
		}
		return list
	}
	return cmp.Or(slices.Compare(numbers(a), numbers(b)), strings.Compare(a, b))
}

func TestCompareVersions(t *testing.T) {
	assert.Positive(t, compareVersions("2.34", "2.4"))
	assert.Positive(t, compareVersions("2.34", ""))
	assert.Negative(t, compareVersions("2.2.5", "2.3"))
	assert.Zero(t, compareVersions("2.34", "2.34"))
}

func TestNeededLibraries(t *testing.T) {
	said, err := exec.Command(os.Args[0], "-study.needs").CombinedOutput()
	require.NoError(t, err, "%s", said)
	assert.Regexp(t, `^(glibc 2\.\d+(\.\d+)? or newer; links .*libc\.so\.6.*|no C library: it is linked statically)\n$`, string(said))

	dir := t.TempDir()
	require.NoError(t, os.WriteFile(dir+"/main.go", []byte("package main\n\nfunc main() {}\n"), 0o600))
	build := exec.Command("go", "build", "-o", dir+"/static", dir+"/main.go")
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux")
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)
	needs, err := neededLibraries(dir + "/static")
	require.NoError(t, err)
	assert.Equal(t, "no C library: it is linked statically", needs)
	_, err = neededLibraries(dir + "/main.go")
	assert.Error(t, err)
}
