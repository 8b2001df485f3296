package style

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestReplaceBlock(t *testing.T) {
	doc := "# Title\n<!-- peers avx2 -->\nold\n<!-- end of peers avx2 -->\nrest\n"
	got, err := ReplaceBlock([]byte(doc), "peers avx2", "new\n")
	require.NoError(t, err)
	assert.Equal(t, "# Title\n<!-- peers avx2 -->\n\nnew\n<!-- end of peers avx2 -->\nrest\n", string(got))
	again, err := ReplaceBlock(got, "peers avx2", "new\n")
	require.NoError(t, err)
	assert.Equal(t, string(got), string(again))

	for _, bad := range []string{"", "<!-- peers avx2 -->\n", strings.ReplaceAll(doc, "avx2", "avx512"),
		"<!-- end of peers avx2 -->\n<!-- peers avx2 -->\n"} {
		_, err := ReplaceBlock([]byte(bad), "peers avx2", "")
		assert.EqualError(t, err, `no lines "<!-- peers avx2 -->" and "<!-- end of peers avx2 -->", in this order`)
	}
}
