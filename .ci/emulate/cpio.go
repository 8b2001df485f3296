//go:build linux

package main

import (
	"fmt"
	"io"
	"os"
	"path"
)

// archive writes a cpio archive in the "newc" format, the one that the kernel
// unpacks as its initial file system
// (Documentation/driver-api/early-userspace/buffer-format.rst).
type archive struct {
	w     io.Writer
	files uint32
	dirs  map[string]bool
	err   error // the first one; nothing is written behind it
}

func newArchive(w io.Writer) *archive { return &archive{w: w, dirs: map[string]bool{".": true}} }

const (
	regular   = 0o100000
	directory = 0o040000
)

// addFile copies a file of the host to a path without a leading slash.
func (a *archive) addFile(name, from string) {
	data, err := os.ReadFile(from)
	if err != nil {
		a.fail(err)
		return
	}
	a.add(name, data)
}

// add adds a file that everyone may run, and the folders it lies in.
func (a *archive) add(name string, data []byte) {
	a.addDir(path.Dir(name))
	a.entry(name, regular|0o755, data)
}

func (a *archive) addDir(name string) {
	if a.dirs[name] {
		return
	}
	a.addDir(path.Dir(name))
	a.dirs[name] = true
	a.entry(name, directory|0o755, nil)
}

// close ends the archive and returns the first error there was.
func (a *archive) close() error {
	a.entry("TRAILER!!!", 0, nil)
	return a.err
}

// entry writes a header of thirteen hexadecimal numbers, the name and the
// data; name and data are filled up to multiples of four bytes.
func (a *archive) entry(name string, mode uint32, data []byte) {
	if a.err != nil {
		return
	}
	a.files++
	const owner, group, links, modified, device = 0, 0, 1, 0, 0
	header := fmt.Sprintf("070701%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x",
		a.files, mode, owner, group, links, modified, len(data), device, device, device, device, len(name)+1, 0)
	head := header + name + "\x00"
	for _, part := range [][]byte{[]byte(head), padding(len(head)), data, padding(len(data))} {
		if _, err := a.w.Write(part); err != nil {
			a.fail(err)
			return
		}
	}
}

func padding(n int) []byte { return make([]byte, -n&3) }

func (a *archive) fail(err error) {
	if a.err == nil {
		a.err = err
	}
}
