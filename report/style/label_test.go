package style

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestFileLabels(t *testing.T) {
	for _, c := range []struct{ in, want []string }{
		{[]string{"old.txt", "new.txt"}, []string{"old.txt", "new.txt"}},
		{[]string{"runs/a/old.txt", "runs/a/new.txt"}, []string{"old.txt", "new.txt"}},
		{[]string{"runs/old/x.txt", "runs/new/x.txt"}, []string{"old/x.txt", "new/x.txt"}},
		{[]string{"/r/a/x", "/r/b/x", "/r/a/y"}, []string{"a/x", "b/x", "a/y"}},
		{[]string{"/x", "/y"}, []string{"x", "y"}},
		{[]string{"runs/a", "-"}, []string{"runs/a", "-"}},
		{[]string{"runs/", "runs/a"}, []string{"runs/", "runs/a"}},
		{[]string{"a/b", "a/b"}, []string{"b", "b"}},
		{[]string{"", "a/b"}, []string{"", "a/b"}},
		{[]string{"dir/only.txt"}, []string{"dir/only.txt"}},
		{nil, nil},
	} {
		assert.Equal(t, c.want, FileLabels(c.in), "%q", c.in)
	}
}
