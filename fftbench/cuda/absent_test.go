//go:build !(cuda && linux && cgo)

package cuda

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestWithoutCUDA(t *testing.T) {
	_, err := Open(Options{})
	assert.ErrorIs(t, err, ErrMissing)
	assert.ErrorContains(t, err, "-tags cuda")
	_, err = OpenCompiler(Options{})
	assert.ErrorIs(t, err, ErrMissing)
}
