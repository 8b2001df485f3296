package fakecuda

import (
	"io"
	"os"
	"syscall"
)

func mapFile(path string, size int) (raw []byte, unmap func() error, err error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || info.Size() < int64(size) {
		return nil, nil, io.ErrUnexpectedEOF
	}
	raw, err = syscall.Mmap(int(f.Fd()), 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	return raw, func() error { return syscall.Munmap(raw) }, err
}
