//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// kernelPackages are the packages that depend on the newest kernel for virtual
// machines: Debian's and Ubuntu's.
var kernelPackages = []string{"linux-image-cloud-amd64", "linux-image-virtual"}

// kernel returns the path of a Linux kernel. It is the distribution's own,
// fetched and unpacked into the cache, never installed; a kernel that the cache
// holds is taken as it is.
func kernel(ctx context.Context, cache string) (string, error) {
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return "", err
	}
	if file, err := oneFile(cache, "vmlinuz-*"); err == nil {
		return file, nil
	}
	dir, err := os.MkdirTemp(cache, "unpacking-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	fetched, err := fetchKernel(ctx, dir)
	if err != nil {
		return "", fmt.Errorf("fetching a kernel (does apt-get update help?): %w", err)
	}
	file := filepath.Join(cache, filepath.Base(fetched))
	return file, os.Rename(fetched, file)
}

// fetchKernel returns the path of a kernel that it puts somewhere below dir.
func fetchKernel(ctx context.Context, dir string) (string, error) {
	name, err := kernelPackage(ctx)
	if err != nil {
		return "", err
	}
	if _, err := output(ctx, dir, "apt-get", "download", "-q", name); err != nil {
		return "", err
	}
	deb, err := oneFile(dir, "*.deb")
	if err != nil {
		return "", err
	}
	if _, err := output(ctx, dir, "dpkg-deb", "-x", deb, dir); err != nil {
		return "", err
	}
	return oneFile(dir, filepath.Join("boot", "vmlinuz-*"))
}

// oneFile returns the path of the one file in dir that a pattern matches.
func oneFile(dir, pattern string) (string, error) {
	files, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil {
		return "", err
	}
	if len(files) != 1 {
		return "", fmt.Errorf("%s has %d files %s, not one", dir, len(files), pattern)
	}
	return files[0], nil
}

var kernelDependency = regexp.MustCompile(`(?m)^ *Depends: (linux-image-\S+)`)

// kernelPackage names the package that holds the newest kernel.
func kernelPackage(ctx context.Context) (string, error) {
	var tried []error
	for _, name := range kernelPackages {
		text, err := output(ctx, ".", "apt-cache", "depends", name)
		if err != nil {
			tried = append(tried, err)
			continue
		}
		if found := kernelDependency.FindStringSubmatch(text); found != nil {
			return found[1], nil
		}
		tried = append(tried, fmt.Errorf("%s depends on no kernel: %s", name, strings.TrimSpace(text)))
	}
	return "", fmt.Errorf("apt knows no package of a kernel: %w", errors.Join(tried...))
}
