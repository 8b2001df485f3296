package benchx

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// gitPatience bounds what a run spends on finding out its commit.
const gitPatience = 2 * time.Second

// commit returns the abbreviated git revision checked out in dir, with "+dirty"
// behind it if tracked files were changed, or "" if git cannot tell. Whoever
// starts many runs in a row can tell it by wire.CommitEnv, so that git does not
// run beside the benchmarks.
func commit(dir string) string {
	if told := os.Getenv(wire.CommitEnv); told != "" {
		return told
	}
	ctx, cancel := context.WithTimeout(context.Background(), gitPatience)
	defer cancel()
	rev, err := git(ctx, dir, "rev-parse", "--short=12", "HEAD")
	if err != nil {
		return ""
	}
	if changes, err := git(ctx, dir, "status", "--porcelain", "--untracked-files=no"); err == nil && changes != "" {
		rev += "+dirty"
	}
	return rev
}

func git(ctx context.Context, dir string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", append([]string{"--no-optional-locks", "-C", dir}, args...)...)
	cmd.WaitDelay = gitPatience
	out, err := cmd.Output()
	return strings.TrimSpace(string(out)), err
}
