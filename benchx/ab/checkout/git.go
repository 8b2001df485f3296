package checkout

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// WorkingTree is the name of the files as they are, in place of a revision.
const WorkingTree = "."

// repository is the user's git repository.
type repository struct {
	tool Tool
	dir  string // where the user stands
	// prefix is the path from the repository's root to dir, with slashes, "" at
	// the root.
	prefix string
}

func openRepository(ctx context.Context, tool Tool, dir string) (*repository, error) {
	r := &repository{tool: tool, dir: dir}
	prefix, err := r.git(ctx, "rev-parse", "--show-prefix")
	if err != nil {
		var failed *ToolError
		if errors.As(err, &failed) {
			return nil, fmt.Errorf("%s is not in a git working tree, so there is no other version to compare with: %w", dir, err)
		}
		return nil, err
	}
	r.prefix = strings.Trim(prefix, "/")
	return r, nil
}

// git runs git without taking locks for its own convenience.
func (r *repository) git(ctx context.Context, args ...string) (string, error) {
	out, err := r.tool(ctx, r.dir, nil, "git", append([]string{"--no-optional-locks"}, args...)...)
	return strings.TrimSpace(string(out)), err
}

// resolve returns the full commit of a revision.
func (r *repository) resolve(ctx context.Context, ref string) (string, error) {
	commit, err := r.git(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", ref+"^{commit}")
	if err != nil {
		return "", fmt.Errorf("%q names no commit of this repository", ref)
	}
	return commit, nil
}

// short returns the abbreviation that benchmarks print as their commit.
func (r *repository) short(ctx context.Context, commit string) (string, error) {
	return r.git(ctx, "rev-parse", "--short=12", commit)
}

// dirty reports whether tracked files differ from the commit.
func (r *repository) dirty(ctx context.Context) (bool, error) {
	changes, err := r.git(ctx, "status", "--porcelain", "--untracked-files=no")
	return changes != "", err
}

// DefaultOld returns the revision that the working tree is best compared with:
// where its branch left the default branch; if it did not, the last commit,
// where there are changes on top of it, else the one before.
func DefaultOld(ctx context.Context, tool Tool, dir string) (string, error) {
	r, err := openRepository(ctx, tool, dir)
	if err != nil {
		return "", err
	}
	head, err := r.resolve(ctx, "HEAD")
	if err != nil {
		return "", errors.New("the repository has no commit to compare with")
	}
	for _, branch := range []string{"origin/HEAD", "origin/main", "origin/master", "main", "master"} {
		base, err := r.git(ctx, "merge-base", "HEAD", branch)
		if err != nil {
			continue // no such branch
		}
		if base != head {
			return base, nil
		}
		break
	}
	changed, err := r.dirty(ctx)
	if err != nil {
		return "", err
	}
	if changed {
		return head, nil
	}
	before, err := r.resolve(ctx, "HEAD^")
	if err != nil {
		return "", errors.New("there is but one commit and no change; name what to compare with by --old")
	}
	return before, nil
}

// addWorktree checks the commit out at path, without the hooks of the
// repository, which are made for the user's own checkouts.
func (r *repository) addWorktree(ctx context.Context, path, commit string) error {
	r.removeWorktree(ctx, path) // of a run that was killed
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	_, err := r.git(ctx, "-c", "core.hooksPath="+os.DevNull, "worktree", "add", "--detach", "--force", path, commit)
	return err
}

// removeWorktree removes what is at path and git's notes of it. It says nothing
// where there was none.
func (r *repository) removeWorktree(ctx context.Context, path string) {
	_, _ = r.git(ctx, "worktree", "remove", "--force", "--force", path)
	_ = os.RemoveAll(path)
	_, _ = r.git(ctx, "worktree", "prune")
}

// submodules reports whether the checkout at path leaves submodules empty.
func submodules(path string) bool {
	_, err := os.Stat(filepath.Join(path, ".gitmodules"))
	return err == nil
}
