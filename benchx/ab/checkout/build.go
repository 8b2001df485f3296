package checkout

import (
	"context"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"

	"github.com/fftstudy/fftstudy/benchx/ab"
)

// build compiles the test binary of one package. failed is what the go command
// said where the package does not build; err is anything else.
func (t *Tree) build(ctx context.Context, o *Options, p *listed, path string) (b ab.Binary, failed string, err error) {
	args := append([]string{"test", "-c", "-o", path}, o.BuildFlags...)
	_, err = o.Tool(ctx, t.Dir, t.env, "go", append(args, p.ImportPath)...)
	var tool *ToolError
	if errors.As(err, &tool) {
		return b, tool.Output, nil
	}
	if err != nil {
		return b, "", err
	}
	b = ab.Binary{Path: path, Dir: p.Dir}
	if b.Hash, err = hashFile(path); err != nil {
		return ab.Binary{}, "", fmt.Errorf("go test -c wrote no binary for %s: %w", p.ImportPath, err)
	}
	if info, err := buildinfo.ReadFile(path); err == nil {
		b.Go = info.GoVersion
	}
	return b, "", nil
}

func hashFile(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// copyBinary makes a second copy, in other pages of memory and disk.
func copyBinary(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o755)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// binaryPath names the n-th package's binary of a side.
func binaryPath(scratch, side string, n int) string {
	name := fmt.Sprintf("%s-%d.test", side, n)
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return filepath.Join(scratch, "bin", name)
}
