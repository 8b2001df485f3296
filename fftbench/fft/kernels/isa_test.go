package kernels

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Whoever runs the tests on a processor of his choice, emulated or with parts
// turned off, says here which kernels he means to test.
func TestISA(t *testing.T) {
	want, set := os.LookupEnv("KERNELS_ISA")
	if !set {
		t.Skip("KERNELS_ISA does not say what to expect")
	}
	assert.Equal(t, want, ISA())
}
