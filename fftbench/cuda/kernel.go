package cuda

import (
	"fmt"
	"sync"
)

// Attributes of functions (CUfunction_attribute).
const (
	funcMaxThreadsPerBlock = 0
	funcSharedBytes        = 1
	funcLocalBytes         = 3
	funcRegisters          = 4
	funcMaxDynamicShared   = 8
	funcCarveout           = 9
)

// sharedUnasked is how much dynamic and static shared memory a block gets
// without being allowed more (CUDA C++ Programming Guide, Shared memory).
const sharedUnasked = 48 << 10

// A Kernel is a function of a [Module]. It takes one argument: a struct, by
// value.
type Kernel struct {
	module *Module
	h      handle
	name   string
	info   KernelInfo

	mu       sync.Mutex
	allowed  int // bytes of dynamic shared memory
	carveout int // Shape.Carveout in force
}

// KernelInfo is what the compiler made of a kernel.
type KernelInfo struct {
	Registers          int // per thread, of 32 bits
	LocalBytes         int // per thread: registers spilled to memory, and local arrays
	SharedBytes        int // per block, static
	MaxThreadsPerBlock int // that its registers allow
	ArgBytes           int // of the argument; 0 where the driver does not tell (before CUDA 12.4)
}

// Kernel finds a kernel by its name: declare it extern "C", or the name is
// C++'s. One that takes more than one argument is refused where the driver can
// tell.
//
// Source: cuModuleGetFunction (CUDA Driver API: Module management),
// cuFuncGetAttribute, cuFuncGetParamInfo (Execution control).
func (m *Module) Kernel(name string) (*Kernel, error) {
	if m == nil {
		return nil, invalid("nil module")
	}
	if err := m.use(); err != nil {
		return nil, err
	}
	defer m.leave()
	m.mu.Lock()
	defer m.mu.Unlock()
	if k := m.kernels[name]; k != nil {
		return k, nil
	}
	k, err := m.find(name)
	if err == nil {
		m.kernels[name] = k
	}
	return k, err
}

func (m *Module) find(name string) (*Kernel, error) {
	lib, ctx := m.ctx.driver.lib, m.ctx
	what := fmt.Sprintf("kernel %s of %s", name, m.name)
	h, r := lib.moduleGetFunction(ctx.h, m.h, name)
	if err := ctx.check("cuModuleGetFunction", r, what); err != nil {
		return nil, err
	}
	k := &Kernel{module: m, h: h, name: name}
	for _, a := range []struct {
		attribute int32
		to        *int
	}{
		{funcRegisters, &k.info.Registers}, {funcLocalBytes, &k.info.LocalBytes},
		{funcSharedBytes, &k.info.SharedBytes}, {funcMaxThreadsPerBlock, &k.info.MaxThreadsPerBlock},
		{funcMaxDynamicShared, &k.allowed},
	} {
		if *a.to, r = lib.funcAttribute(ctx.h, a.attribute, h); r != 0 {
			return nil, ctx.check("cuFuncGetAttribute", r, what+", attribute %d", int64(a.attribute))
		}
	}
	if err := k.askArguments(what); err != nil {
		return nil, err
	}
	return k, nil
}

// askArguments does without an answer from drivers before CUDA 12.4.
func (k *Kernel) askArguments(what string) error {
	lib, ctx := k.module.ctx.driver.lib, k.module.ctx
	bytes, r := lib.funcParamBytes(ctx.h, k.h, 0)
	if r == codeNotSupported {
		return nil
	}
	if err := ctx.check("cuFuncGetParamInfo", r, what+", which should take one argument"); err != nil {
		return err
	}
	if _, r := lib.funcParamBytes(ctx.h, k.h, 1); r == 0 {
		return invalid("%s takes more than one argument", what)
	}
	k.info.ArgBytes = bytes
	return nil
}

// Name is the kernel's name.
func (k *Kernel) Name() string { return k.name }

// Info is what the compiler made of it.
func (k *Kernel) Info() KernelInfo { return k.info }

// A Dim is a size in up to three dimensions; 0 in the second and third counts
// as 1.
type Dim [3]uint32

func (d Dim) filled() Dim {
	return Dim{d[0], max(d[1], 1), max(d[2], 1)}
}

func (d Dim) product() uint64 { return uint64(d[0]) * uint64(d[1]) * uint64(d[2]) }

// A Shape is how many threads run a kernel.
type Shape struct {
	Grid   Dim // blocks
	Block  Dim // threads of one
	Shared int // bytes of dynamic shared memory a block

	// Carveout is which share of a multiprocessor's memory should be shared, in
	// percent, the rest being cache: a hint. 0 leaves that to the driver.
	Carveout int
}

// Launch queues the kernel. The argument is the kernel's struct as C lays it
// out, and is copied before Launch returns. Shapes that the device cannot run
// are an [ErrUnsupported], found here and not by the device. Buffers that the
// argument holds the addresses of must stay open until the kernel has run.
//
// Source: cuLaunchKernel, cuFuncSetAttribute (CUDA Driver API: Execution
// control).
func (k *Kernel) Launch(s *Stream, shape Shape, argument []byte) error {
	if k == nil {
		return invalid("nil kernel")
	}
	if len(argument) == 0 || k.info.ArgBytes != 0 && len(argument) != k.info.ArgBytes {
		return invalid("%d bytes of argument for kernel %s, which takes %d", len(argument), k.name, k.info.ArgBytes)
	}
	shape.Grid, shape.Block = shape.Grid.filled(), shape.Block.filled()
	if err := k.fits(shape); err != nil {
		return err
	}
	if err := s.with(&k.module.resource); err != nil {
		return err
	}
	defer leave2(&s.resource, &k.module.resource)
	if err := k.allow(shape.Shared); err != nil {
		return err
	}
	if err := k.carve(shape.Carveout); err != nil {
		return err
	}
	lib := s.ctx.driver.lib
	r := lib.launch(s.ctx.h, k.h, shape.Grid, shape.Block, uint32(shape.Shared), s.h, argument)
	if r == 0 {
		return nil
	}
	return s.ctx.check("cuLaunchKernel", r, fmt.Sprintf("kernel %s, grid %v, block %v, %d bytes of shared memory",
		k.name, shape.Grid, shape.Block, shape.Shared))
}

func (k *Kernel) fits(shape Shape) error {
	v := &k.module.ctx.device
	for i := range 3 {
		if shape.Grid[i] == 0 || uint64(shape.Grid[i]) > uint64(v.MaxGrid[i]) {
			return k.unfit(shape, "a grid of %v blocks, %s takes up to %v", shape.Grid, v.Label(), v.MaxGrid)
		}
		if shape.Block[i] == 0 || uint64(shape.Block[i]) > uint64(v.MaxBlock[i]) {
			return k.unfit(shape, "a block of %v threads, %s takes up to %v", shape.Block, v.Label(), v.MaxBlock)
		}
	}
	if most := min(v.MaxThreadsPerBlock, k.info.MaxThreadsPerBlock); shape.Block.product() > uint64(most) {
		return k.unfit(shape, "%d threads a block, it can have %d (%d registers a thread)", shape.Block.product(), most, k.info.Registers)
	}
	if shape.Carveout < 0 || shape.Carveout > 100 {
		return invalid("kernel %s: a carveout of %d %%", k.name, shape.Carveout)
	}
	if most := max(v.SharedPerBlockOptIn, v.SharedPerBlock) - k.info.SharedBytes; shape.Shared < 0 || shape.Shared > most {
		return k.unfit(shape, "%d bytes of shared memory a block, %s has %d", shape.Shared, v.Label(), most)
	}
	return nil
}

func (k *Kernel) unfit(shape Shape, format string, args ...any) error {
	class := ErrUnsupported
	if shape.Grid.product() == 0 || shape.Block.product() == 0 || shape.Shared < 0 {
		class = ErrInvalid
	}
	return fmt.Errorf("cuda: %w: kernel %s: %s", class, k.name, fmt.Sprintf(format, args...))
}

// allow raises the limit of dynamic shared memory where a launch needs it.
func (k *Kernel) allow(bytes int) error {
	if bytes+k.info.SharedBytes <= sharedUnasked {
		return nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if bytes <= k.allowed {
		return nil
	}
	ctx := k.module.ctx
	r := ctx.driver.lib.funcSetAttribute(ctx.h, k.h, funcMaxDynamicShared, bytes)
	if err := ctx.check("cuFuncSetAttribute", r, "%d bytes of shared memory for kernel "+k.name, int64(bytes)); err != nil {
		return err
	}
	k.allowed = bytes
	return nil
}

// carve sets how memory is split between sharing and caching. It is a property
// of the kernel, not of a launch: launches that differ in it should not alternate.
func (k *Kernel) carve(percent int) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if percent == 0 || percent == k.carveout {
		return nil
	}
	ctx := k.module.ctx
	r := ctx.driver.lib.funcSetAttribute(ctx.h, k.h, funcCarveout, percent)
	if r != 0 {
		return ctx.check("cuFuncSetAttribute", r, fmt.Sprintf("%d %% of memory shared for kernel %s", percent, k.name))
	}
	k.carveout = percent
	return nil
}

// Occupancy is how many blocks of a shape a multiprocessor holds at once.
//
// Source: cuOccupancyMaxActiveBlocksPerMultiprocessor (CUDA Driver API:
// Occupancy).
func (k *Kernel) Occupancy(shape Shape) (blocks int, err error) {
	shape.Grid, shape.Block = Dim{1, 1, 1}, shape.Block.filled()
	if err := k.fits(shape); err != nil {
		return 0, err
	}
	if err := k.module.use(); err != nil {
		return 0, err
	}
	defer k.module.leave()
	if err := k.allow(shape.Shared); err != nil {
		return 0, err
	}
	ctx := k.module.ctx
	n, r := ctx.driver.lib.occupancy(ctx.h, k.h, int(shape.Block.product()), shape.Shared)
	return n, ctx.check("cuOccupancyMaxActiveBlocksPerMultiprocessor", r, "kernel "+k.name)
}
