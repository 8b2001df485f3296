package main

import (
	"bytes"
	"strings"
)

// fakeSession is a session without terminals, fed with stdin.
func fakeSession(stdin string) (s *session, stdout, stderr *bytes.Buffer) {
	stdout, stderr = new(bytes.Buffer), new(bytes.Buffer)
	return &session{stdin: strings.NewReader(stdin), stdout: stdout, stderr: stderr}, stdout, stderr
}
