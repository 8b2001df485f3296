package ingest

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

const (
	// maxWrapped is how many layers of compression are taken off.
	maxWrapped = 2
	// sniffBuffer is small enough that reads of a lineReader pass it by.
	sniffBuffer = 16 << 10
)

var (
	gzipMagic = []byte{0x1f, 0x8b}
	bomUTF8   = []byte{0xef, 0xbb, 0xbf}
	bomLE     = []byte{0xff, 0xfe}
	bomBE     = []byte{0xfe, 0xff}
)

// decode finds out how r is compressed and encoded and returns its text in
// UTF-8 with the name of what was taken off ("gzip utf-16le", "" for nothing).
// It reads four bytes ahead and so works on a pipe that is still being written.
func decode(r io.Reader) (text io.Reader, encoding string, err error) {
	for layer := 0; ; layer++ {
		br := bufio.NewReaderSize(r, sniffBuffer)
		head, err := br.Peek(4)
		if err != nil && err != io.EOF {
			return br, encoding, nil // reported by whoever reads on
		}
		if !bytes.HasPrefix(head, gzipMagic) || layer == maxWrapped {
			r, name := decodeUTF16(br, head)
			return r, join(encoding, name), nil
		}
		if r, err = gzip.NewReader(br); err != nil {
			return nil, encoding, fmt.Errorf("the input begins like gzip but is not: %w", err)
		}
		encoding = join(encoding, "gzip")
	}
}

// decodeUTF16 transcodes what PowerShell's > writes. Without a byte order mark
// it goes by the zero byte in each of the first two letters.
func decodeUTF16(br *bufio.Reader, head []byte) (r io.Reader, name string) {
	wide := len(head) == 4
	var order unicode.Endianness
	switch {
	case bytes.HasPrefix(head, bomUTF8):
		return br, "utf-8 with BOM"
	case bytes.HasPrefix(head, bomLE),
		wide && head[0] != 0 && head[1] == 0 && head[2] != 0 && head[3] == 0:
		order, name = unicode.LittleEndian, "utf-16le"
	case bytes.HasPrefix(head, bomBE),
		wide && head[0] == 0 && head[1] != 0 && head[2] == 0 && head[3] != 0:
		order, name = unicode.BigEndian, "utf-16be"
	default:
		return br, ""
	}
	return transform.NewReader(br, unicode.UTF16(order, unicode.UseBOM).NewDecoder()), name
}

func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + " " + b
}

// readError says where the input ended and why. Damage to a compressed input is
// told from trouble in reading it.
func readError(file string, line int, encoding string, err error) error {
	damaged := errors.Is(err, gzip.ErrChecksum) || errors.Is(err, gzip.ErrHeader) || errors.Is(err, io.ErrUnexpectedEOF)
	if damaged && strings.Contains(encoding, "gzip") {
		return fmt.Errorf("%s: the compressed input is damaged or cut off after line %d of its text: %w", file, line, err)
	}
	return fmt.Errorf("%s: reading on after line %d: %w", file, line, err)
}
