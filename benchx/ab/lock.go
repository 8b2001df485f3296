package ab

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// lockName is the file of a run's folder that its process holds.
const lockName = ".lock"

// Lock keeps the folder of a run for this process, so that no second one writes
// the same journal and worktrees. Where the process dies, the system lets go.
func Lock(dir string) (release func() error, err error) {
	path := filepath.Join(dir, lockName)
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	if err := lockFile(f); err != nil {
		return nil, errors.Join(fmt.Errorf("another benchx ab is writing to %s", dir), f.Close())
	}
	return func() error { return errors.Join(os.Remove(path), f.Close()) }, nil
}
