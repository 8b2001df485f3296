package shim

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os/exec"
)

// Buffer is a piece of device memory. It begins at a multiple of 256 bytes, with
// pages that cannot be touched around it.
type Buffer struct {
	Data   []byte // what it holds at first; nil for NaNs
	Bytes  int    // its size where Data is nil
	Result bool   // return what it holds at the end
}

// Launch runs a kernel of the library.
type Launch struct {
	Kernel      string
	Grid, Block uint32 // blocks, and threads of each
	// First and Count: run only so many blocks from a first one on, where Count is
	// not 0. An address may then be that of what the first block has, less what the
	// grid would have before it: indices beyond all memory can be tested.
	First, Count uint32
	SharedBytes  int
	Args         []byte    // the kernel's struct; the addresses in it are set by Places
	Addresses    []Address //
}

// Address says that the struct's eight bytes from Offset on are the address of a
// byte of a buffer.
type Address struct {
	Offset, Buffer int
	Plus           int64
}

// Job is a sequence of launches over buffers.
type Job struct {
	Buffers  []Buffer
	Launches []Launch
	Order    string // of threads and blocks: "", "ascending", "descending", "shuffle:SEED"
}

// Result is what a job leaves.
type Result struct {
	Buffers [][]byte // by buffer, nil where no result was wanted
	Counts  []Counts // by launch, where the library traces
}

// Counts are the accesses of a launch's warps.
type Counts struct {
	Load, Store Access // device memory
	Lookup      Access // tables in it
	Get, Put    Access // shared memory
}

// Access counts accesses of one kind.
type Access struct {
	Requests uint64 // instructions, one for all threads of a warp
	Bytes    uint64 // that the threads of an instruction ask for, the same byte once
	Sectors  uint64 // device memory: pieces of 32 bytes that the instructions touch
	Waves    uint64 // shared memory: passes over its banks that they take
	Ideal    uint64 // and that they would take without conflicts
}

const (
	jobTrace   = 1
	bufferFill = 1
	bufferKeep = 2
)

// Run runs a job on the library's kernels.
func (l *Library) Run(job Job) (*Result, error) {
	cmd := exec.Command(l.workshop.runner, l.path)
	if job.Order != "" {
		cmd.Env = append(cmd.Environ(), "SHIM_ORDER="+job.Order)
	}
	var stdout, stderr bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(l.encode(job)), &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("shim: %w: %s", err, bytes.TrimSpace(stderr.Bytes()))
	}
	return l.decode(job, stdout.Bytes())
}

type encoder struct{ out []byte }

func (e *encoder) word(v uint64) { e.out = binary.LittleEndian.AppendUint64(e.out, v) }

func (e *encoder) padded(data []byte) {
	e.out = append(e.out, data...)
	e.out = append(e.out, make([]byte, -len(data)&7)...)
}

func (l *Library) encode(job Job) []byte {
	var e encoder
	var flags uint64
	if l.trace {
		flags |= jobTrace
	}
	e.word(flags)
	e.word(uint64(len(job.Buffers)))
	for _, b := range job.Buffers {
		e.buffer(b)
	}
	e.word(uint64(len(job.Launches)))
	for _, launch := range job.Launches {
		e.launch(launch)
	}
	return e.out
}

func (b Buffer) size() int { return max(b.Bytes, len(b.Data)) }

func (e *encoder) buffer(b Buffer) {
	var kind uint64
	if b.Result {
		kind |= bufferKeep
	}
	if b.Data == nil {
		e.word(uint64(b.Bytes))
		e.word(kind)
		return
	}
	e.word(uint64(len(b.Data)))
	e.word(kind | bufferFill)
	e.padded(b.Data)
}

func (e *encoder) launch(l Launch) {
	e.word(uint64(len(l.Kernel)))
	e.padded([]byte(l.Kernel))
	e.word(uint64(l.Grid))
	e.word(uint64(l.First))
	e.word(uint64(l.Count))
	e.word(uint64(l.Block))
	e.word(uint64(l.SharedBytes))
	e.word(uint64(len(l.Args)))
	e.padded(l.Args)
	e.word(uint64(len(l.Addresses)))
	for _, a := range l.Addresses {
		e.word(uint64(a.Offset))
		e.word(uint64(a.Buffer))
		e.word(uint64(a.Plus))
	}
}

func (l *Library) decode(job Job, out []byte) (*Result, error) {
	r := &Result{Buffers: make([][]byte, len(job.Buffers))}
	if l.trace {
		counts := make([]Counts, len(job.Launches))
		n, err := binary.Decode(out, binary.LittleEndian, counts)
		if err != nil {
			return nil, fmt.Errorf("shim: the counts of a job: %w", err)
		}
		r.Counts, out = counts, out[n:]
	}
	for i, b := range job.Buffers {
		if !b.Result {
			continue
		}
		size := b.size()
		if len(out) < size {
			return nil, fmt.Errorf("shim: the result of a job ends in buffer %d", i)
		}
		r.Buffers[i], out = out[:size:size], out[size:]
	}
	if len(out) > 0 {
		return nil, fmt.Errorf("shim: the result of a job has %d bytes too many", len(out))
	}
	return r, nil
}
