package checkout

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// A Tool runs git or go and returns what it printed to standard output. The
// error holds what it printed to standard error.
type Tool func(ctx context.Context, dir string, env []string, name string, args ...string) ([]byte, error)

// Run is the Tool of real processes. env is added to the environment.
func Run(ctx context.Context, dir string, env []string, name string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	if env != nil {
		cmd.Env = append(cmd.Environ(), env...)
	}
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if err == nil {
		return stdout.Bytes(), nil
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	said := strings.TrimSpace(stderr.String())
	if said == "" {
		said = strings.TrimSpace(stdout.String())
	}
	return stdout.Bytes(), &ToolError{Command: name + " " + verb(args), Output: said, Err: err}
}

// verb returns the first argument that is no flag.
func verb(args []string) string {
	for _, arg := range args {
		if !strings.HasPrefix(arg, "-") {
			return arg
		}
	}
	return ""
}

// A ToolError is a tool that ran and failed.
type ToolError struct {
	Command string // "git worktree"
	Output  string
	Err     error
}

// Error implements error.
func (e *ToolError) Error() string {
	if e.Output == "" {
		return e.Command + ": " + e.Err.Error()
	}
	return e.Command + ": " + e.Output
}

// Unwrap returns the error of the process.
func (e *ToolError) Unwrap() error { return e.Err }

// workspaceEnv keeps a workspace file that GOWORK names from reaching into a
// worktree: it lists modules of the user's own tree. One that is committed is
// found by the go command itself.
func workspaceEnv() []string {
	switch os.Getenv("GOWORK") {
	case "", "off":
		return nil
	}
	return []string{"GOWORK="}
}
