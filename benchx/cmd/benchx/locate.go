package main

import (
	"bufio"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// locator finds where benchmarks are declared in a working tree. It parses the
// tests of each package once.
type locator struct {
	module     string // import path of the module around the starting folder; "" where there is none
	folder     string // that has its go.mod
	repository string // folder that paths are relative to
	packages   map[string]map[string]place
}

// place is a line of a file, by its path from the root of the repository.
type place struct {
	path string
	line int
}

// newLocator returns a locator for the module that the folder start is in.
func newLocator(start string) *locator {
	l := &locator{packages: make(map[string]map[string]place)}
	folder, err := filepath.Abs(start)
	if err != nil {
		return l
	}
	l.folder = above(folder, "go.mod")
	if l.folder == "" {
		return l
	}
	l.module = moduleName(filepath.Join(l.folder, "go.mod"))
	l.repository = above(l.folder, ".git")
	if l.repository == "" {
		l.repository = l.folder
	}
	return l
}

// above returns the nearest folder, from folder upwards, that has the named
// entry; "" where none has.
func above(folder, name string) string {
	for {
		if _, err := os.Stat(filepath.Join(folder, name)); err == nil {
			return folder
		}
		parent := filepath.Dir(folder)
		if parent == folder {
			return ""
		}
		folder = parent
	}
}

var moduleLine = regexp.MustCompile(`^\s*module\s+(\S+)`)

// moduleName reads the name of a module from its go.mod.
func moduleName(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if m := moduleLine.FindStringSubmatch(lines.Text()); m != nil {
			if name, err := strconv.Unquote(m[1]); err == nil {
				return name
			}
			return m[1]
		}
	}
	return ""
}

// benchmark returns the file and line of a benchmark's function, as it is named
// in results: without "Benchmark", perhaps with parts and -GOMAXPROCS. What is
// not found is at line 0 of no file.
func (l *locator) benchmark(pkg, name string) (path string, line int) {
	family, _, whole := strings.Cut(name, "/")
	if !whole {
		family = strings.TrimSuffix(family, procs.FindString(family))
	}
	at := l.in(pkg)["Benchmark"+family]
	return at.path, at.line
}

var procs = regexp.MustCompile(`-[0-9]+$`)

// in returns the benchmarks that a package declares.
func (l *locator) in(pkg string) map[string]place {
	found, known := l.packages[pkg]
	if known {
		return found
	}
	found = make(map[string]place)
	l.packages[pkg] = found
	rest, ok := strings.CutPrefix(pkg+"/", l.module+"/")
	if l.module == "" || !ok || !filepath.IsLocal(filepath.FromSlash("./"+rest)) {
		return found
	}
	files, err := filepath.Glob(filepath.Join(globEscape(filepath.Join(l.folder, filepath.FromSlash(rest))), "*_test.go"))
	if err != nil {
		return found
	}
	for _, file := range files {
		l.parse(file, found)
	}
	return found
}

// parse adds the benchmarks of a file. One that does not parse has none.
func (l *locator) parse(file string, found map[string]place) {
	positions := token.NewFileSet()
	tree, err := parser.ParseFile(positions, file, nil, parser.SkipObjectResolution)
	if err != nil {
		return
	}
	path, err := filepath.Rel(l.repository, file)
	if err != nil {
		return
	}
	for _, d := range tree.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && strings.HasPrefix(f.Name.Name, "Benchmark") {
			found[f.Name.Name] = place{filepath.ToSlash(path), positions.Position(f.Pos()).Line}
		}
	}
}

// globEscape keeps a folder's name from being a pattern.
func globEscape(folder string) string {
	return strings.NewReplacer(`*`, `[*]`, `?`, `[?]`, `[`, `[[]`).Replace(folder)
}
