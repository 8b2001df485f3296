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
)

// Files of a report folder.
const (
	pageFile   = "study.html"
	rowsFile   = "ablation.json"
	runFile    = "run.txt"
	plotFolder = "plots"
)

// folderFiles are the names that benchx writes at the top of a report folder.
func folderFiles() []string {
	return []string{
		pageFile, rowsFile, runFile, plotFolder,
		"ablation_rows.csv", "ablation_meta.csv", "ablation_top5.csv", "ablation_limits.csv",
		"comparison.txt", "comparison.csv", "comparison.json", "comparison.md",
		"memory.txt", "memory.json", "memory.html",
	}
}

// folder is a report folder that benchx may write to.
type folder struct{ dir string }

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
		return &folder{dir}, nil
	case err != nil:
		return nil, usagef("cannot use %s as report folder: %v", dir, err)
	case len(entries) == 0:
		return &folder{dir}, nil
	}
	if foreign := foreignEntry(dir, entries); foreign != "" {
		return nil, usagef("%s is not empty and holds %s, which benchx did not write; name another folder with -o", dir, foreign)
	}
	return &folder{dir}, nil
}

// foreignEntry returns a name that shows the folder is not a report folder.
func foreignEntry(dir string, entries []fs.DirEntry) string {
	ours := map[string]bool{}
	for _, name := range folderFiles() {
		ours[name] = true
	}
	written := false
	for _, e := range entries {
		if !ours[e.Name()] {
			return e.Name()
		}
		written = written || e.Name() == runFile || e.Name() == rowsFile
	}
	if !written {
		return entries[0].Name()
	}
	if rows, err := os.Open(filepath.Join(dir, rowsFile)); err == nil {
		defer rows.Close()
		head := make([]byte, 64)
		n, _ := io.ReadFull(rows, head)
		if !bytes.Contains(head[:n], []byte(`"schema"`)) {
			return rowsFile
		}
	}
	return ""
}

// clear removes what an earlier report left, so that no stale plot or table
// stays beside the new ones.
func (f *folder) clear() error {
	for _, name := range folderFiles() {
		path := filepath.Join(f.dir, name)
		if name == plotFolder {
			if err := clearPlots(path); err != nil {
				return err
			}
			continue
		}
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

func clearPlots(dir string) error {
	plots, err := filepath.Glob(filepath.Join(dir, "*.png"))
	if err != nil {
		return err
	}
	for _, path := range plots {
		if err := os.Remove(path); err != nil {
			return err
		}
	}
	return nil
}

// write makes one file of the folder: whole or not at all.
func (f *folder) write(name string, content func(io.Writer) error) error {
	path := filepath.Join(f.dir, filepath.FromSlash(name))
	if strings.Contains(name, "/") {
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
	}
	var buf bytes.Buffer
	if err := content(&buf); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	partial := path + ".partial"
	if err := os.WriteFile(partial, buf.Bytes(), 0o666); err != nil {
		return err
	}
	return os.Rename(partial, path)
}
