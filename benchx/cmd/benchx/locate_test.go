package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestLocator(t *testing.T) {
	root := t.TempDir()
	write := func(path, text string) {
		path = filepath.Join(root, path)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	require.NoError(t, os.Mkdir(filepath.Join(root, ".git"), 0o755))
	write("go/[mod]/go.mod", "// comment\nmodule example.com/m // with another\n\ngo 1.26\n")
	write("go/[mod]/root_test.go", "package m\n\nimport \"testing\"\n\nfunc BenchmarkRoot(b *testing.B) {}\nfunc (t) BenchmarkMethod(b *testing.B) {}\n")
	write("go/[mod]/fft/a_test.go", "package fft_test\n\n// BenchmarkFFT is one.\nfunc BenchmarkFFT(b *testing.B) {}\n")
	write("go/[mod]/fft/b_test.go", "package fft\nfunc BenchmarkB(")
	write("go/[mod]/fft/c.go", "package fft\nfunc BenchmarkNoTest() {}\n")
	write("outside/o_test.go", "package o\nfunc BenchmarkO() {}\n")
	write("go/[mod]/../../secret_test.go", "package s\nfunc BenchmarkS() {}\n")

	l := newLocator(filepath.Join(root, "go", "[mod]", "fft"))
	for _, c := range []struct {
		pkg, name, path string
		line            int
	}{
		{"example.com/m", "Root-2", "go/[mod]/root_test.go", 5},
		{"example.com/m/fft", "FFT/n=64/batch=8-2", "go/[mod]/fft/a_test.go", 4},
		{"example.com/m/fft", "FFT/n=64-8", "go/[mod]/fft/a_test.go", 4},
		{"example.com/m/fft", "FFT", "go/[mod]/fft/a_test.go", 4},
		{"example.com/m/fft", "Missing-2", "", 0},
		{"example.com/m/fft", "NoTest-2", "", 0},
		{"example.com/m", "Method", "", 0},
		{"example.com/m/none", "FFT", "", 0},
		{"example.com/more", "Root", "", 0},
		{"example.com/m/../..", "S", "", 0},
		{"example.com/m/../../outside", "O", "", 0},
		{"", "Root", "", 0},
	} {
		path, line := l.benchmark(c.pkg, c.name)
		assert.Equal(t, c.path, path, "%s %s", c.pkg, c.name)
		assert.Equal(t, c.line, line, "%s %s", c.pkg, c.name)
	}
	path, line := newLocator(t.TempDir()).benchmark("example.com/m", "Root")
	assert.Empty(t, path)
	assert.Zero(t, line)
}
