package kernels

import (
	"cmp"
	"fmt"
)

// blockThreads is how many threads a block has where a row needs fewer: teams
// within a warp do not wait for each other, so that a block is only to be large
// enough to fill a multiprocessor with the blocks it can hold.
const blockThreads = 128

// rowsKernel is a kernel whose teams take a row each. Teams of more than a warp
// have blocks of their own: they would only wait for each other.
func (p *Plan) rowsKernel(name, file string, n int) (kernel, error) {
	k := kernel{name: name, file: file, length: n, columns: 1}
	k.values = p.tuning.Values
	if k.values == 0 {
		k.values = defaultValues(n, p.Spec.Precision)
		if file == "welch" && p.Spec.Precision == F64 && n < maxRow {
			k.values = min(k.values, 8) // sums of powers need registers too
		}
	}
	if k.values > n {
		return kernel{}, fmt.Errorf("kernels: %d values a thread of rows of %d: %w", k.values, n, ErrSize)
	}
	k.radices = radicesOf(n, k.values)
	k.teams = max(1, p.tuning.Threads/k.team())
	if p.tuning.Threads == 0 && k.team() <= warp {
		k.teams = blockThreads / k.team()
	}
	return p.bounded(k), nil
}

// tileKernel is a kernel whose teams take columns of a matrix side by side: as many
// as fill 128 bytes, or less where a block would have too many threads, but whole
// sectors.
func (p *Plan) tileKernel(name, file string, n int) (kernel, error) {
	element := int(p.Spec.complexBytes())
	k := kernel{name: name, file: file, length: n, teams: 1}
	k.values = cmp.Or(p.tuning.Values, 16)
	k.radices = radicesOf(n, k.values)
	if k.columns = p.tuning.Columns; k.columns > 0 {
		return p.bounded(k), nil
	}
	k.columns = 128 / element
	most := min(p.device.ThreadsPerBlock, p.device.RegistersPerSM/k.registers(p.Spec.Precision))
	for _, limit := range []struct{ threads, bytes int }{{512, 64}, {most, 32}} {
		for k.team() > limit.threads && k.columns*element > limit.bytes {
			k.columns /= 2
		}
	}
	for k.sharedBytes(p.Spec.Precision, true) > p.device.SharedPerBlock && k.columns*element > 32 {
		k.columns /= 2
	}
	return p.bounded(k), nil
}

// bounded sets how many blocks a multiprocessor is to hold, as many as it has
// registers for.
func (p *Plan) bounded(k kernel) kernel {
	threads := k.threads()
	k.blocks = max(1, min(p.device.RegistersPerSM/(k.registers(p.Spec.Precision)*threads),
		p.device.ThreadsPerSM/threads, p.device.BlocksPerSM))
	return k
}

// fit decides how values are exchanged: whole, unless that takes more shared memory
// than there is or leaves fewer blocks on a multiprocessor than its registers do.
func (p *Plan) fit() error {
	p.split = p.tuning.Split == SplitAlways
	if p.tuning.Split == SplitAuto {
		for _, s := range p.steps {
			if shared := s.kernel.sharedBytes(p.Spec.Precision, false); shared > p.device.SharedPerBlock ||
				p.resident(s.kernel) < s.kernel.blocks && !s.kernel.staged() {
				p.split = true
			}
		}
	}
	for i := range p.steps {
		k := &p.steps[i].kernel
		k.streamIn = p.tuning.Stream && p.steps[i].in.where == inInput
		k.streamOut = p.tuning.Stream && p.steps[i].out.where == inOutput && i == len(p.steps)-1
		if len(k.radices) > maxPasses || k.threads() < warp {
			return fmt.Errorf("kernels: %d values a thread and %d columns make %d passes of %d threads of rows of %d: %w",
				k.values, k.columns, len(k.radices), k.threads(), p.Spec.N, ErrSize)
		}
		if k.staged() && p.split {
			return fmt.Errorf("kernels: rows of %d are not split: %w", k.length, ErrSize)
		}
		shared := k.sharedBytes(p.Spec.Precision, p.split)
		if k.threads() > p.device.ThreadsPerBlock || shared > p.device.SharedPerBlock {
			return fmt.Errorf("kernels: rows of %d in %s need %d threads and %d bytes of shared memory a block, the device has %d and %d: %w",
				p.Spec.N, p.Spec.Precision, k.threads(), shared, p.device.ThreadsPerBlock, p.device.SharedPerBlock, ErrSize)
		}
		k.blocks = max(1, min(k.blocks, p.resident(*k)))
	}
	return nil
}
