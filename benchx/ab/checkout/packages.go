package checkout

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
)

// listed is what the go command says of a package.
type listed struct {
	ImportPath   string
	Dir          string
	Incomplete   bool
	TestGoFiles  []string
	XTestGoFiles []string
	Error        *struct{ Err string }
}

// list returns the packages of a tree that have benchmarks, and what is wrong
// with the patterns. Build flags matter: tags decide which files there are.
func (t *Tree) list(ctx context.Context, o *Options) (packages []listed, problems []string, err error) {
	args := append([]string{"list", "-e", "-json=ImportPath,Dir,Incomplete,TestGoFiles,XTestGoFiles,Error"}, o.BuildFlags...)
	args = append(args, "--")
	out, err := o.Tool(ctx, t.Dir, t.env, "go", append(args, o.Packages...)...)
	if err != nil {
		return nil, nil, err
	}
	dec := json.NewDecoder(bytes.NewReader(out))
	for {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return packages, problems, nil
		} else if err != nil {
			return nil, nil, fmt.Errorf("go list: %w", err)
		}
		if p.Error != nil && len(p.TestGoFiles)+len(p.XTestGoFiles) == 0 {
			problems = append(problems, p.Error.Err)
			continue
		}
		if p.hasBenchmarks() {
			packages = append(packages, p)
		}
	}
}

var benchmarkFunc = regexp.MustCompile(`(?m)^func Benchmark`)

// hasBenchmarks looks for benchmark functions, so that packages without any need
// not be linked. A file that cannot be read counts as having some: the build
// will tell.
func (p *listed) hasBenchmarks() bool {
	for _, name := range append(p.TestGoFiles, p.XTestGoFiles...) {
		text, err := os.ReadFile(filepath.Join(p.Dir, name))
		if err != nil || benchmarkFunc.Match(text) {
			return true
		}
	}
	return false
}
