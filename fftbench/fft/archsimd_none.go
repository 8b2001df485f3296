//go:build !goexperiment.simd || !amd64

package fft

import (
	"errors"
	"fmt"
)

// ArchsimdBuilt reports whether this program has StockhamArchsimd.
const ArchsimdBuilt = false

func archsimdPlans() (single func(n int) rowPlan[float32], double func(n int) rowPlan[float64], err error) {
	return nil, nil, fmt.Errorf("fft: this program was not built for amd64 with GOEXPERIMENT=simd: %w", errors.ErrUnsupported)
}
