package kernels

import (
	"encoding/binary"
	"math"
)

// Plan is work on batches of rows. It holds no memory but itself.
type Plan struct {
	Name string // what it does, for messages and files: filter_f32_4096
	Spec Spec

	// InElements and OutElements are the numbers of a row of input and output:
	// complex ones, or real where InReal or OutReal says so.
	InElements, OutElements int64
	InReal, OutReal         bool

	// Tables are to be uploaded once.
	Tables []Table

	device  Device
	tuning  Tuning
	split   bool
	steps   []step
	scratch []int64 // bytes of a row in each scratch buffer
	chunk   int64   // rows that go through the steps together; 0: all
}

// Table is numbers that kernels read.
type Table struct {
	Name  string
	Bytes int64
	// Fill writes the table's Bytes bytes as the device wants them.
	Fill func(dst []byte)
}

// Memory says where things are on the device.
type Memory struct {
	In, Out, Scratch uint64
	Tables           []uint64 // of Plan.Tables
}

// Launch is one kernel launch.
type Launch struct {
	Kernel      string
	Grid, Block [3]uint32
	SharedBytes uint32 // dynamic; above 48 KiB MAX_DYNAMIC_SHARED_SIZE_BYTES must be set first
	// Carveout is how much of a multiprocessor's memory should be shared, in
	// percent, for PREFERRED_SHARED_MEMORY_CARVEOUT.
	Carveout int

	args launchArgs
}

// launchArgs are the fields of struct arguments in source/arguments.cu.
type launchArgs struct {
	in, out               place
	roots, turns, weights place
	rows                  int64
	scale                 float64
}

// ArgBytes is the size of the struct that every kernel takes.
const ArgBytes = 56

// place is an address on the device.
type place struct {
	where where
	table int
	plus  int64 // bytes
}

type where int

const (
	nowhere where = iota
	inInput
	inOutput
	inScratch
	inTable
)

// Args returns the bytes of the kernel's one parameter, a struct of ArgBytes bytes:
// cuLaunchKernel's kernelParams has one element, their address.
func (l Launch) Args(m Memory) []byte {
	out := make([]byte, 0, ArgBytes)
	for _, p := range []place{l.args.in, l.args.out, l.args.roots, l.args.turns, l.args.weights} {
		out = binary.LittleEndian.AppendUint64(out, m.address(p))
	}
	out = binary.LittleEndian.AppendUint64(out, uint64(l.args.rows))
	return binary.LittleEndian.AppendUint64(out, math.Float64bits(l.args.scale))
}

func (m Memory) address(p place) uint64 {
	switch p.where {
	case inInput:
		return m.In + uint64(p.plus)
	case inOutput:
		return m.Out + uint64(p.plus)
	case inScratch:
		return m.Scratch + uint64(p.plus)
	case inTable:
		return m.Tables[p.table] + uint64(p.plus)
	}
	return 0
}

// InBytes returns the size of the input of so many rows.
func (p *Plan) InBytes(batch int64) int64 { return batch * p.InElements * p.element(p.InReal) }

// OutBytes returns the size of the output of so many rows.
func (p *Plan) OutBytes(batch int64) int64 { return batch * p.OutElements * p.element(p.OutReal) }

func (p *Plan) element(isReal bool) int64 {
	if isReal {
		return int64(p.Spec.Precision.Bytes())
	}
	return p.Spec.complexBytes()
}

// TableBytes returns the size of all tables.
func (p *Plan) TableBytes() int64 {
	var sum int64
	for _, t := range p.Tables {
		sum += t.Bytes
	}
	return sum
}

// Scratch returns how many bytes of device memory a call of so many rows needs
// beside input, output and tables.
func (p *Plan) Scratch(batch int64) int64 {
	var sum int64
	for _, row := range p.scratch {
		sum += p.scratchBuffer(row, batch)
	}
	return sum
}

// scratchBuffer is the size of one buffer; the next begins at a multiple of 256
// bytes.
func (p *Plan) scratchBuffer(row, batch int64) int64 {
	return ceilDiv(row*min(batch, p.rowsTogether(batch)), 256) * 256
}

func (p *Plan) rowsTogether(batch int64) int64 {
	if p.chunk == 0 {
		return max(batch, 1)
	}
	return p.chunk
}

// MaxSharedBytes returns the most shared memory that a launch asks for.
func (p *Plan) MaxSharedBytes() int {
	most := 0
	for _, s := range p.steps {
		most = max(most, s.kernel.sharedBytes(p.Spec.Precision, p.split))
	}
	return most
}

// Launches returns the launches for so many rows, one after the other on a stream;
// none for no rows.
func (p *Plan) Launches(batch int64) []Launch {
	var launches []Launch
	for first := int64(0); first < batch; first += p.rowsTogether(batch) {
		rows := min(p.rowsTogether(batch), batch-first)
		for _, s := range p.steps {
			launches = append(launches, p.launch(s, first, rows, batch))
		}
	}
	return launches
}

// step is a kernel that all rows of a chunk go through.
type step struct {
	kernel  kernel
	in, out buffer
	teams   int64 // of work in a row
	roots   tableAt
	turns   tableAt
	weights tableAt
	scale   float64
}

// buffer is what a step reads or writes.
type buffer struct {
	where   where
	scratch int // which
	row     int64
}

// tableAt is a place in a table; of none where absent.
type tableAt struct {
	present bool
	table   int
	plus    int64
}

func (p *Plan) launch(s step, first, rows, batch int64) Launch {
	teams := s.teams * rows
	blocks := ceilDiv(teams, int64(s.kernel.teams))
	shared := s.kernel.sharedBytes(p.Spec.Precision, p.split)
	return Launch{
		Kernel:      s.kernel.name,
		Grid:        [3]uint32{p.device.grid(blocks, p.resident(s.kernel), p.tuning.Waves), 1, 1},
		Block:       [3]uint32{uint32(s.kernel.threads()), 1, 1},
		SharedBytes: uint32(shared),
		Carveout:    p.carveout(s.kernel),
		args: launchArgs{
			in: p.at(s.in, first, batch), out: p.at(s.out, first, batch),
			roots: s.roots.place(), turns: s.turns.place(), weights: s.weights.place(),
			rows: teams, scale: s.scale,
		},
	}
}

func (p *Plan) resident(k kernel) int {
	return p.device.resident(k.threads(), k.registers(p.Spec.Precision), k.sharedBytes(p.Spec.Precision, p.split))
}

func (t tableAt) place() place {
	if !t.present {
		return place{}
	}
	return place{inTable, t.table, t.plus}
}

func (p *Plan) at(b buffer, first, batch int64) place {
	if b.where != inScratch {
		return place{where: b.where, plus: first * b.row}
	}
	var plus int64
	for _, row := range p.scratch[:b.scratch] {
		plus += p.scratchBuffer(row, batch)
	}
	return place{where: inScratch, plus: plus}
}
