// Command goroutines lists the packages of this module that start goroutines,
// in code or in tests: the ones that the race detector is worth running on.
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	dirs, err := startGoroutines(".")
	if err != nil {
		fmt.Fprintln(os.Stderr, "goroutines:", err)
		os.Exit(1)
	}
	for _, dir := range dirs {
		fmt.Println("./" + dir)
	}
}

// startGoroutines returns the folders below root with a Go file that starts
// goroutines, sorted.
func startGoroutines(root string) ([]string, error) {
	var dirs []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			name := d.Name()
			if path != root && (strings.HasPrefix(name, ".") || name == "testdata") {
				return filepath.SkipDir
			}
			return nil
		}
		dir := filepath.ToSlash(filepath.Dir(path))
		if !strings.HasSuffix(path, ".go") || slices.Contains(dirs, dir) {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		if concurrent(file) {
			dirs = append(dirs, dir)
		}
		return nil
	})
	slices.Sort(dirs)
	return dirs, err
}

// concurrent reports whether a file has a go statement, hands functions to a
// group's Go method (sync.WaitGroup, errgroup.Group) or to AfterFunc (time,
// context).
func concurrent(file *ast.File) bool {
	found := false
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			found = true
		case *ast.CallExpr:
			called, ok := n.Fun.(*ast.SelectorExpr)
			found = found || ok && (called.Sel.Name == "Go" || called.Sel.Name == "AfterFunc")
		}
		return !found
	})
	return found
}
