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
// fetched into the cache and unpacked there, never installed; a kernel that the
// cache holds is taken as it is.
func kernel(ctx context.Context, cache string) (string, error) {
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return "", err
	}
	if file, err := findKernel(cache); err == nil {
		return file, nil
	}
	packageName, err := kernelPackage(ctx)
	if err != nil {
		return "", err
	}
	if _, err := output(ctx, cache, "apt-get", "download", "-q", packageName); err != nil {
		return "", fmt.Errorf("fetching the kernel (does apt-get update help?): %w", err)
	}
	debs, err := filepath.Glob(filepath.Join(cache, packageName+"_*.deb"))
	if err != nil || len(debs) != 1 {
		return "", fmt.Errorf("apt-get download left %q in %s, not one package", debs, cache)
	}
	if _, err := output(ctx, cache, "dpkg-deb", "-x", debs[0], "."); err != nil {
		return "", err
	}
	if err := os.Remove(debs[0]); err != nil {
		return "", err
	}
	return findKernel(cache)
}

func findKernel(cache string) (string, error) {
	files, err := filepath.Glob(filepath.Join(cache, "boot", "vmlinuz-*"))
	if err != nil {
		return "", err
	}
	if len(files) != 1 {
		return "", fmt.Errorf("%d kernels in %s, want one: remove the folder", len(files), filepath.Join(cache, "boot"))
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
	return "", fmt.Errorf("apt knows no kernel (run apt-get update): %w", errors.Join(tried...))
}
