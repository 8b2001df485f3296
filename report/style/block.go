package style

import (
	"bytes"
	"fmt"
	"strings"
)

// ReplaceBlock returns a Markdown document with the block of that name, which
// stands between the lines "<!-- NAME -->" and "<!-- end of NAME -->", replaced
// by text.
func ReplaceBlock(doc []byte, name, text string) ([]byte, error) {
	begin, end := "<!-- "+name+" -->\n", "<!-- end of "+name+" -->\n"
	head, rest, ok := bytes.Cut(doc, []byte(begin))
	_, tail, ok2 := bytes.Cut(rest, []byte(end))
	if !ok || !ok2 {
		return nil, fmt.Errorf("no lines %q and %q, in this order", strings.TrimSpace(begin), strings.TrimSpace(end))
	}
	return bytes.Join([][]byte{head, []byte(begin), []byte("\n" + text), []byte(end), tail}, nil), nil
}
