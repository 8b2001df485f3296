package ingest

import (
	"bytes"
	"io"
)

const (
	// maxLine is the longest line that is read; longer ones are skipped with a
	// warning. It bounds memory whatever the input.
	maxLine = 1 << 20
	// firstBuffer holds some five hundred result lines and stays in a core's
	// own cache.
	firstBuffer = 64 << 10
	// maxEmptyReads is how often a reader may return nothing and no error
	// before it is taken for broken, as in package bufio.
	maxEmptyReads = 100
)

// A lineReader cuts a stream into lines. Unlike bufio.Scanner it shows the
// beginning of a line whose end has not arrived yet, and a line beyond the
// limit costs that line only.
type lineReader struct {
	r          io.Reader
	buf        []byte
	start, end int // unread part of buf
	scanned    int // no newline in buf[start:scanned]
	skipped    int // bytes dropped so far of a line that is too long
	escapes    bool
	err        error
}

func newLineReader(r io.Reader) *lineReader {
	return &lineReader{r: r, buf: make([]byte, firstBuffer)}
}

// next returns the next complete line without its newline; ok is false when
// more input must be read first. tooLong is the length of a line that was
// skipped, else 0. The line is valid until the next call of fill.
func (l *lineReader) next() (line []byte, tooLong int, ok bool) {
	i := bytes.IndexByte(l.buf[l.scanned:l.end], '\n')
	if i < 0 {
		l.scanned = l.end
		return nil, 0, false
	}
	line = l.buf[l.start : l.scanned+i]
	l.start = l.scanned + i + 1
	l.scanned = l.start
	if n := l.skipped + len(line); n > maxLine {
		l.skipped = 0
		return nil, n, true
	}
	return line, 0, true
}

// partial returns what has arrived of a line whose end has not.
func (l *lineReader) partial() []byte {
	if l.skipped > 0 {
		return nil
	}
	return l.buf[l.start:l.end]
}

// rest returns the last line, which no newline ends. It is for use after fill
// has returned false.
func (l *lineReader) rest() (line []byte, tooLong int) {
	line = l.buf[l.start:l.end]
	l.start, l.scanned = l.end, l.end
	if n := l.skipped + len(line); n > maxLine {
		return nil, n
	}
	return line, 0
}

// fill reads more input; false means that there is none, and err says why
// unless it was simply the end.
func (l *lineReader) fill() bool {
	if l.err != nil {
		return false
	}
	l.makeRoom()
	for range maxEmptyReads {
		n, err := l.r.Read(l.buf[l.end:])
		fresh := l.buf[l.end : l.end+n]
		l.escapes = l.escapes && bytes.IndexByte(l.buf[l.start:l.end], escape) >= 0
		l.escapes = l.escapes || bytes.IndexByte(fresh, escape) >= 0
		l.end += n
		if err != nil {
			l.err = err
		}
		if n > 0 {
			return true
		}
		if err != nil {
			return false
		}
	}
	l.err = io.ErrNoProgress
	return false
}

// makeRoom frees space at the end of the buffer, by moving the unread part to
// the front, by growing, or by dropping what belongs to a line that is too long.
func (l *lineReader) makeRoom() {
	unread := l.end - l.start
	if unread > maxLine || l.skipped > 0 {
		l.skipped += unread
		l.start, l.end, l.scanned = 0, 0, 0
		return
	}
	to := l.buf
	if unread == len(l.buf) {
		to = make([]byte, 2*len(l.buf))
	}
	if l.start > 0 || unread == len(l.buf) {
		copy(to, l.buf[l.start:l.end])
		l.buf = to
		l.scanned -= l.start
		l.start, l.end = 0, unread
	}
}

// failure returns the error that ended the input, nil for its plain end.
func (l *lineReader) failure() error {
	if l.err == io.EOF {
		return nil
	}
	return l.err
}
