package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/ablation"
)

// Files of a report folder.
const (
	pageFile   = "study.html"
	runFile    = "run.txt"
	plotFolder = "plots"
)

// folderFiles are the names that benchx writes at the top of a report folder.
func folderFiles() []string {
	names := []string{pageFile, runFile, trainingFile, plotFolder}
	for _, t := range tables() {
		names = append(names, t.file)
	}
	return names
}

// partialSuffix marks a file that is being written. One that stayed behind is of
// a report that was killed.
const partialSuffix = ".partial"

// folder is a report folder that benchx may write to.
type folder struct {
	dir  string
	made bool // by openFolder
}

// path returns the path of a file of the folder, its name with slashes.
func (f *folder) path(name string) string {
	return filepath.Join(f.dir, filepath.FromSlash(name))
}

// partial returns the path of a file of the folder while it is written.
func (f *folder) partial(name string) string { return f.path(name) + partialSuffix }

// openFolder makes the folder, or takes over one that benchx wrote before.
// Any other folder with something in it is refused: nothing of the user's is
// overwritten.
func openFolder(dir string) (*folder, error) {
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return nil, usagef("cannot make the report folder: %v", err)
		}
		return &folder{dir: dir, made: true}, nil
	case err != nil:
		return nil, usagef("cannot use %s as report folder: %v", dir, err)
	case len(entries) == 0:
		return &folder{dir: dir}, nil
	}
	if foreign := foreignEntry(dir, entries); foreign != "" {
		return nil, usagef("%s is not empty and holds %s, which benchx did not write; name another folder with -o", dir, foreign)
	}
	return &folder{dir: dir}, nil
}

// tidy removes what a report that was not finished leaves: the text of its run,
// and the folder if openFolder made it and nothing came into it.
func (f *folder) tidy() {
	_ = os.Remove(f.partial(runFile)) // fails where there is none
	if f.made {
		_ = os.Remove(f.dir) // fails on a folder that holds something, as it should
	}
}

// holdsAny reports whether one of the inputs is the folder or a file in it.
func (f *folder) holdsAny(inputs []string) bool {
	own, err := os.Stat(f.dir)
	if err != nil {
		return false
	}
	for _, input := range inputs {
		_, file := splitLabel(input)
		if file == stdinName {
			continue
		}
		for _, path := range []string{file, filepath.Dir(file)} {
			if info, err := os.Stat(path); err == nil && os.SameFile(info, own) {
				return true
			}
		}
	}
	return false
}

// foreignEntry returns a name that shows the folder is not a report folder.
func foreignEntry(dir string, entries []fs.DirEntry) string {
	ours := map[string]bool{}
	for _, name := range folderFiles() {
		ours[name] = true
	}
	written := false
	for _, e := range entries {
		name, partial := strings.CutSuffix(e.Name(), partialSuffix)
		if !ours[name] {
			return e.Name()
		}
		written = written || partial || name == runFile || name == ablation.JSONFile
	}
	if !written {
		return entries[0].Name()
	}
	if rows, err := os.Open(filepath.Join(dir, ablation.JSONFile)); err == nil {
		defer rows.Close()
		head := make([]byte, 64)
		n, _ := io.ReadFull(rows, head)
		if !bytes.Contains(head[:n], []byte(`"schema"`)) {
			return ablation.JSONFile
		}
	}
	return ""
}

// clear removes what an earlier report left, so that no stale plot or table
// stays beside the new ones, but not the file at path keep.
func (f *folder) clear(keep string) error {
	stale, err := f.plots()
	if err != nil {
		return err
	}
	for _, name := range folderFiles() {
		if name != plotFolder {
			stale = append(stale, f.path(name), f.partial(name))
		}
	}
	for _, path := range stale {
		if path == keep {
			continue
		}
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// plots returns the paths of the figures that are in the folder.
func (f *folder) plots() ([]string, error) {
	entries, err := os.ReadDir(f.path(plotFolder))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var paths []string
	for _, e := range entries {
		if ext := filepath.Ext(strings.TrimSuffix(e.Name(), partialSuffix)); ext == ".png" {
			paths = append(paths, f.path(plotFolder+"/"+e.Name()))
		}
	}
	return paths, err
}

// write makes one file of the folder: whole or not at all.
func (f *folder) write(name string, content func(io.Writer) error) error {
	path := f.path(name)
	if strings.Contains(name, "/") {
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
	}
	var buf bytes.Buffer
	if err := content(&buf); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if err := os.WriteFile(f.partial(name), buf.Bytes(), 0o666); err != nil {
		return err
	}
	return os.Rename(f.partial(name), path)
}
