package kernels

// Residency is how a kernel of a plan fills a multiprocessor.
type Residency struct {
	Kernel    string
	Threads   int    // of a block
	Registers int    // of a thread, at most: the source's launch bounds say so
	Shared    int    // bytes of a block
	Blocks    int    // at once
	Limit     string // what there is not enough of for more: registers, shared memory, threads, blocks
}

// Residencies tells it for each kernel of the plan.
func (p *Plan) Residencies() []Residency {
	var out []Residency
	for _, s := range p.steps {
		k, d := s.kernel, p.device
		r := Residency{
			Kernel: k.name, Threads: k.threads(), Registers: k.registers(p.Spec.Precision),
			Shared: k.sharedBytes(p.Spec.Precision, p.split), Blocks: max(1, p.resident(k)),
		}
		switch {
		case d.RegistersPerSM/(r.Registers*r.Threads) <= r.Blocks:
			r.Limit = "registers"
		case d.SharedPerSM/(r.Shared+sharedReserved) <= r.Blocks:
			r.Limit = "shared memory"
		case d.ThreadsPerSM/r.Threads <= r.Blocks:
			r.Limit = "threads"
		default:
			r.Limit = "blocks"
		}
		out = append(out, r)
	}
	return out
}

// carveout is how many percent of a multiprocessor's memory must be shared for its
// blocks to be resident; the rest caches tables.
func (p *Plan) carveout(k kernel) int {
	need := max(1, p.resident(k)) * (k.sharedBytes(p.Spec.Precision, p.split) + sharedReserved)
	return min(100, ceil(100*need, p.device.SharedPerSM))
}
