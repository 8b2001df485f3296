//go:build !purego

package kernels

import (
	"sync"

	"golang.org/x/sys/cpu"
)

// useWide reports whether this CPU has what the kernels on 64-byte registers
// are made of.
var useWide = useVectors && cpu.X86.HasAVX512F

// AllColumns are the kernels that this machine can run, the widest first. The
// slice is the same for every call, and not to be changed.
func AllColumns[F Float]() []*Columns[F] {
	if isDouble[F]() {
		return any(columnsF64()).([]*Columns[F])
	}
	return any(columnsF32()).([]*Columns[F])
}

// columnsF32 and columnsF64 are put together once: it takes as long as several
// short transforms.
var (
	columnsF32 = sync.OnceValue(func() (all []*Columns[float32]) {
		if useWide {
			all = append(all, columnsF32AVX512())
		}
		if useVectors {
			all = append(all, columnsF32AVX2(), columnsF32Short())
		}
		return all
	})
	columnsF64 = sync.OnceValue(func() (all []*Columns[float64]) {
		if useWide {
			all = append(all, columnsF64AVX512())
		}
		if useVectors {
			all = append(all, columnsF64AVX2())
		}
		return all
	})
)

// CodeletOf returns the codelet for rows of n numbers, nil without one.
func CodeletOf[F Float](n int) *Codelet[F] {
	if !useVectors {
		return nil
	}
	var c any = codeletF32(n)
	if isDouble[F]() {
		c = codeletF64(n)
	}
	return c.(*Codelet[F])
}

func codeletF32(n int) *Codelet[float32] {
	switch {
	case n == 16:
		return newCodelet(n, 4, codelet16ForwardF32Short, codelet16InverseF32Short)
	case n == 32:
		return newCodelet(n, 4, codelet32ForwardF32Short, codelet32InverseF32Short)
	case n == 64 && useWide:
		return newWideCodelet(n, codelet64ForwardF32AVX512, codelet64InverseF32AVX512)
	case n == 64:
		return newCodelet(n, 8, codelet64ForwardF32AVX2, codelet64InverseF32AVX2)
	case n == 128 && useWide:
		return newWideCodelet(n, codelet128ForwardF32AVX512, codelet128InverseF32AVX512)
	case n == 128:
		return newCodelet(n, 8, codelet128ForwardF32AVX2, codelet128InverseF32AVX2)
	case n == 256 && useWide:
		return newCodelet(n, 16, codelet256ForwardF32AVX512, codelet256InverseF32AVX512)
	case n == 256:
		return newCodelet(n, 8, codelet256ForwardF32AVX2, codelet256InverseF32AVX2)
	}
	return nil
}

func codeletF64(n int) *Codelet[float64] {
	switch {
	case n == 16:
		return newCodelet(n, 4, codelet16ForwardF64AVX2, codelet16InverseF64AVX2)
	case n == 32:
		return newCodelet(n, 4, codelet32ForwardF64AVX2, codelet32InverseF64AVX2)
	case n == 64 && useWide:
		return newCodelet(n, 8, codelet64ForwardF64AVX512, codelet64InverseF64AVX512)
	case n == 64:
		return newCodelet(n, 4, codelet64ForwardF64AVX2, codelet64InverseF64AVX2)
	case n == 128 && useWide:
		return newCodelet(n, 8, codelet128ForwardF64AVX512, codelet128InverseF64AVX512)
	case n == 128:
		return newCodelet(n, 4, codelet128ForwardF64AVX2, codelet128InverseF64AVX2)
	case n == 256 && useWide:
		return newCodelet(n, 8, codelet256ForwardF64AVX512, codelet256InverseF64AVX512)
	case n == 256:
		return newCodelet(n, 4, codelet256ForwardF64AVX2, codelet256InverseF64AVX2)
	}
	return nil
}

// newWideCodelet is a codelet of fewer rows than a vector has lanes.
func newWideCodelet(n int, forward, inverse func(dst, src, twiddles *float32, rows int)) *Codelet[float32] {
	c := newCodelet(n, 16, forward, inverse)
	c.byFour = true
	return c
}

func newCodelet[F Float](n, lanes int, forward, inverse func(dst, src, twiddles *F, rows int)) *Codelet[F] {
	c := &Codelet[F]{N: n, Lanes: lanes}
	c.kernel.forward, c.kernel.inverse = forward, inverse
	return c
}

func columnsF32Short() *Columns[float32] {
	c := &Columns[float32]{Lanes: 4, passes: map[int]columnsPasses[float32]{
		2: {pass: columns2F32Short, passLast: columns2LastF32Short},
		3: {pass: columns3F32Short, passLast: columns3LastF32Short},
		4: {pass: columns4F32Short, passLast: columns4LastF32Short},
		5: {pass: columns5F32Short, passLast: columns5LastF32Short},
		7: {pass: columns7F32Short, passLast: columns7LastF32Short},
		8: {pass: columns8F32Short, passLast: columns8LastF32Short},
	}}
	c.first(2, columns2ForwardF32Short, columns2InverseF32Short, columns2ForwardLastF32Short, columns2InverseLastF32Short)
	c.first(3, columns3ForwardF32Short, columns3InverseF32Short, columns3ForwardLastF32Short, columns3InverseLastF32Short)
	c.first(4, columns4ForwardF32Short, columns4InverseF32Short, columns4ForwardLastF32Short, columns4InverseLastF32Short)
	c.first(5, columns5ForwardF32Short, columns5InverseF32Short, columns5ForwardLastF32Short, columns5InverseLastF32Short)
	c.first(7, columns7ForwardF32Short, columns7InverseF32Short, columns7ForwardLastF32Short, columns7InverseLastF32Short)
	c.first(8, columns8ForwardF32Short, columns8InverseF32Short, columns8ForwardLastF32Short, columns8InverseLastF32Short)
	c.last.forward, c.last.inverse = columnsLastForwardF32Short, columnsLastInverseF32Short
	c.transpose = columnsTransposeF32Short
	c.store.forward, c.store.inverse = columnsStoreForwardF32Short, columnsStoreInverseF32Short
	c.lastUneven.forward, c.lastUneven.inverse = columnsLastUnevenForwardF32Short, columnsLastUnevenInverseF32Short
	return c
}

func columnsF32AVX2() *Columns[float32] {
	c := &Columns[float32]{Lanes: 8, passes: map[int]columnsPasses[float32]{
		2: {pass: columns2F32AVX2, passLast: columns2LastF32AVX2},
		3: {pass: columns3F32AVX2, passLast: columns3LastF32AVX2},
		4: {pass: columns4F32AVX2, passLast: columns4LastF32AVX2},
		5: {pass: columns5F32AVX2, passLast: columns5LastF32AVX2},
		7: {pass: columns7F32AVX2, passLast: columns7LastF32AVX2},
		8: {pass: columns8F32AVX2, passLast: columns8LastF32AVX2},
	}}
	c.first(2, columns2ForwardF32AVX2, columns2InverseF32AVX2, columns2ForwardLastF32AVX2, columns2InverseLastF32AVX2)
	c.first(3, columns3ForwardF32AVX2, columns3InverseF32AVX2, columns3ForwardLastF32AVX2, columns3InverseLastF32AVX2)
	c.first(4, columns4ForwardF32AVX2, columns4InverseF32AVX2, columns4ForwardLastF32AVX2, columns4InverseLastF32AVX2)
	c.first(5, columns5ForwardF32AVX2, columns5InverseF32AVX2, columns5ForwardLastF32AVX2, columns5InverseLastF32AVX2)
	c.first(7, columns7ForwardF32AVX2, columns7InverseF32AVX2, columns7ForwardLastF32AVX2, columns7InverseLastF32AVX2)
	c.first(8, columns8ForwardF32AVX2, columns8InverseF32AVX2, columns8ForwardLastF32AVX2, columns8InverseLastF32AVX2)
	c.last.forward, c.last.inverse = columnsLastForwardF32AVX2, columnsLastInverseF32AVX2
	c.transpose = columnsTransposeF32AVX2
	c.store.forward, c.store.inverse = columnsStoreForwardF32AVX2, columnsStoreInverseF32AVX2
	c.lastUneven.forward, c.lastUneven.inverse = columnsLastUnevenForwardF32AVX2, columnsLastUnevenInverseF32AVX2
	c.mask = columnsMaskF32AVX2
	c.back(4, columnsBack4F32AVX2, columnsBack4JoinF32AVX2, columnsBack4StoreF32AVX2, columnsBack4JoinStoreF32AVX2)
	c.back(8, columnsBack8F32AVX2, columnsBack8JoinF32AVX2, columnsBack8StoreF32AVX2, columnsBack8JoinStoreF32AVX2)
	return c
}

func columnsF64AVX2() *Columns[float64] {
	c := &Columns[float64]{Lanes: 4, passes: map[int]columnsPasses[float64]{
		2: {pass: columns2F64AVX2, passLast: columns2LastF64AVX2},
		3: {pass: columns3F64AVX2, passLast: columns3LastF64AVX2},
		4: {pass: columns4F64AVX2, passLast: columns4LastF64AVX2},
		5: {pass: columns5F64AVX2, passLast: columns5LastF64AVX2},
		7: {pass: columns7F64AVX2, passLast: columns7LastF64AVX2},
		8: {pass: columns8F64AVX2, passLast: columns8LastF64AVX2},
	}}
	c.first(2, columns2ForwardF64AVX2, columns2InverseF64AVX2, columns2ForwardLastF64AVX2, columns2InverseLastF64AVX2)
	c.first(3, columns3ForwardF64AVX2, columns3InverseF64AVX2, columns3ForwardLastF64AVX2, columns3InverseLastF64AVX2)
	c.first(4, columns4ForwardF64AVX2, columns4InverseF64AVX2, columns4ForwardLastF64AVX2, columns4InverseLastF64AVX2)
	c.first(5, columns5ForwardF64AVX2, columns5InverseF64AVX2, columns5ForwardLastF64AVX2, columns5InverseLastF64AVX2)
	c.first(7, columns7ForwardF64AVX2, columns7InverseF64AVX2, columns7ForwardLastF64AVX2, columns7InverseLastF64AVX2)
	c.first(8, columns8ForwardF64AVX2, columns8InverseF64AVX2, columns8ForwardLastF64AVX2, columns8InverseLastF64AVX2)
	c.last.forward, c.last.inverse = columnsLastForwardF64AVX2, columnsLastInverseF64AVX2
	c.transpose = columnsTransposeF64AVX2
	c.store.forward, c.store.inverse = columnsStoreForwardF64AVX2, columnsStoreInverseF64AVX2
	c.lastUneven.forward, c.lastUneven.inverse = columnsLastUnevenForwardF64AVX2, columnsLastUnevenInverseF64AVX2
	c.mask = columnsMaskF64AVX2
	c.back(4, columnsBack4F64AVX2, columnsBack4JoinF64AVX2, columnsBack4StoreF64AVX2, columnsBack4JoinStoreF64AVX2)
	c.back(8, columnsBack8F64AVX2, columnsBack8JoinF64AVX2, columnsBack8StoreF64AVX2, columnsBack8JoinStoreF64AVX2)
	return c
}

func columnsF32AVX512() *Columns[float32] {
	c := &Columns[float32]{Lanes: 16, passes: map[int]columnsPasses[float32]{
		2: {pass: columns2F32AVX512, passLast: columns2LastF32AVX512},
		3: {pass: columns3F32AVX512, passLast: columns3LastF32AVX512},
		4: {pass: columns4F32AVX512, passLast: columns4LastF32AVX512},
		5: {pass: columns5F32AVX512, passLast: columns5LastF32AVX512},
		7: {pass: columns7F32AVX512, passLast: columns7LastF32AVX512},
		8: {pass: columns8F32AVX512, passLast: columns8LastF32AVX512},
	}}
	c.first(2, columns2ForwardF32AVX512, columns2InverseF32AVX512, columns2ForwardLastF32AVX512, columns2InverseLastF32AVX512)
	c.first(3, columns3ForwardF32AVX512, columns3InverseF32AVX512, columns3ForwardLastF32AVX512, columns3InverseLastF32AVX512)
	c.first(4, columns4ForwardF32AVX512, columns4InverseF32AVX512, columns4ForwardLastF32AVX512, columns4InverseLastF32AVX512)
	c.first(5, columns5ForwardF32AVX512, columns5InverseF32AVX512, columns5ForwardLastF32AVX512, columns5InverseLastF32AVX512)
	c.first(7, columns7ForwardF32AVX512, columns7InverseF32AVX512, columns7ForwardLastF32AVX512, columns7InverseLastF32AVX512)
	c.first(8, columns8ForwardF32AVX512, columns8InverseF32AVX512, columns8ForwardLastF32AVX512, columns8InverseLastF32AVX512)
	c.last.forward, c.last.inverse = columnsLastForwardF32AVX512, columnsLastInverseF32AVX512
	c.transpose = columnsTransposeF32AVX512
	c.store.forward, c.store.inverse = columnsStoreForwardF32AVX512, columnsStoreInverseF32AVX512
	c.lastUneven.forward, c.lastUneven.inverse = columnsLastUnevenForwardF32AVX512, columnsLastUnevenInverseF32AVX512
	c.mask = columnsMaskF32AVX512
	c.back(4, columnsBack4F32AVX512, columnsBack4JoinF32AVX512, columnsBack4StoreF32AVX512, columnsBack4JoinStoreF32AVX512)
	c.back(8, columnsBack8F32AVX512, columnsBack8JoinF32AVX512, columnsBack8StoreF32AVX512, columnsBack8JoinStoreF32AVX512)
	return c
}

func columnsF64AVX512() *Columns[float64] {
	c := &Columns[float64]{Lanes: 8, passes: map[int]columnsPasses[float64]{
		2: {pass: columns2F64AVX512, passLast: columns2LastF64AVX512},
		3: {pass: columns3F64AVX512, passLast: columns3LastF64AVX512},
		4: {pass: columns4F64AVX512, passLast: columns4LastF64AVX512},
		5: {pass: columns5F64AVX512, passLast: columns5LastF64AVX512},
		7: {pass: columns7F64AVX512, passLast: columns7LastF64AVX512},
		8: {pass: columns8F64AVX512, passLast: columns8LastF64AVX512},
	}}
	c.first(2, columns2ForwardF64AVX512, columns2InverseF64AVX512, columns2ForwardLastF64AVX512, columns2InverseLastF64AVX512)
	c.first(3, columns3ForwardF64AVX512, columns3InverseF64AVX512, columns3ForwardLastF64AVX512, columns3InverseLastF64AVX512)
	c.first(4, columns4ForwardF64AVX512, columns4InverseF64AVX512, columns4ForwardLastF64AVX512, columns4InverseLastF64AVX512)
	c.first(5, columns5ForwardF64AVX512, columns5InverseF64AVX512, columns5ForwardLastF64AVX512, columns5InverseLastF64AVX512)
	c.first(7, columns7ForwardF64AVX512, columns7InverseF64AVX512, columns7ForwardLastF64AVX512, columns7InverseLastF64AVX512)
	c.first(8, columns8ForwardF64AVX512, columns8InverseF64AVX512, columns8ForwardLastF64AVX512, columns8InverseLastF64AVX512)
	c.last.forward, c.last.inverse = columnsLastForwardF64AVX512, columnsLastInverseF64AVX512
	c.transpose = columnsTransposeF64AVX512
	c.store.forward, c.store.inverse = columnsStoreForwardF64AVX512, columnsStoreInverseF64AVX512
	c.lastUneven.forward, c.lastUneven.inverse = columnsLastUnevenForwardF64AVX512, columnsLastUnevenInverseF64AVX512
	c.mask = columnsMaskF64AVX512
	c.back(4, columnsBack4F64AVX512, columnsBack4JoinF64AVX512, columnsBack4StoreF64AVX512, columnsBack4JoinStoreF64AVX512)
	c.back(8, columnsBack8F64AVX512, columnsBack8JoinF64AVX512, columnsBack8StoreF64AVX512, columnsBack8JoinStoreF64AVX512)
	return c
}

// first adds the first passes of a radix: with twiddles and without.
func (c *Columns[F]) first(radix int, forward, inverse, forwardLast, inverseLast func(y, x *F, count, from int, twiddles *F)) {
	p := c.passes[radix]
	p.first.forward, p.first.inverse = forward, inverse
	p.firstLast.forward, p.firstLast.inverse = forwardLast, inverseLast
	c.passes[radix] = p
}

// back adds the passes back of a radix.
func (c *Columns[F]) back(radix int, pass, join func(x *F, count, blocks int, twiddles *F), store, joinStore func(dst, x *F, count int, twiddles *F)) {
	p := c.passes[radix]
	p.back, p.backJoin = pass, join
	p.backStore, p.backJoinStore = store, joinStore
	c.passes[radix] = p
}
