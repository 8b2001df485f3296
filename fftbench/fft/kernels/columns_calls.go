package kernels

import "unsafe"

// calls are those of a transform in columns, each pass over all rows.
func (c *Columns[F]) calls(n int, passes []ColumnsPass[F], last *ColumnsLast) *Calls[F] {
	t := &Calls[F]{n: n, work: 2 * n}
	t.calls.forward = c.passCalls(n, passes, last, false)
	t.calls.inverse = c.passCalls(n, passes, last, true)
	return t
}

func (c *Columns[F]) passCalls(n int, passes []ColumnsPass[F], last *ColumnsLast, inverse bool) []kernelCall {
	p := &passes[0]
	first := kernelCall{kernel: p.entries.first.of(inverse), to: inWork, from: inSrc, words: words(0, 0, p.Count, p.step(), p.step())}
	all := []kernelCall{first.tableAt(5, unsafe.Pointer(&p.Twiddles[:p.used(1)][0]))}
	blocks := p.Radix
	for i := range passes[1:] {
		p := &passes[i+1]
		call := kernelCall{kernel: p.entries.pass, to: inWork, from: none, words: words(0, p.Count, p.step(), blocks)}
		all = append(all, call.tableAt(4, unsafe.Pointer(&p.Twiddles[:p.used(blocks)][0])))
		blocks *= p.Radix
	}
	return append(all, c.lastCalls(n, last, inverse)...)
}

// lastCalls are those of the last pass.
func (c *Columns[F]) lastCalls(n int, l *ColumnsLast, inverse bool) []kernelCall {
	part := 2 * n / c.Lanes * PartBytes[F]()
	call := kernelCall{kernel: c.lastUnevenEntry.of(inverse), to: inDst, from: inWork}
	call.words = words(0, 0, 0, len(l.Starts)/c.Lanes, part)
	if l.Stride > 0 {
		call.kernel = c.lastEntry.of(inverse)
		call.words = words(0, 0, 0, 4*len(l.Starts)/c.Lanes, l.Stride, part)
	}
	calls := []kernelCall{call.tableAt(2, unsafe.Pointer(&l.Starts[0]))}
	if len(l.Tail) > 0 {
		call.words = words((n/c.Lanes-c.Lanes)*2*PartBytes[F](), 0, 0, 1, part)
		calls = append(calls, call.tableAt(2, unsafe.Pointer(&l.Tail[0])))
	}
	return calls
}
