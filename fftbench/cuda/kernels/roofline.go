package kernels

import (
	"fmt"
	"slices"
	"strings"
)

// Roofline returns the tables of docs/gpu.md: for each kind of work and length what
// a row costs, counted, and the least time for 2^20 values (of input, where a frame
// of a density counts as four rows) that follows on the machines of [Machines].
// Shared memory, threads and blocks are those of plans for the first of them, one
// figure for each kernel or one for all.
func Roofline() (string, error) {
	var b strings.Builder
	machines := Machines()
	writeMachines(&b, machines)
	for _, kind := range rooflineKinds() {
		fmt.Fprintf(&b, "\n### %s\n\n", kind.title)
		writeHead(&b, machines)
		for n := 64; n <= 1<<22; n *= 2 {
			if n > 1<<16 && log2(n)%2 == 1 {
				continue
			}
			if err := kind.row(&b, n, machines); err != nil {
				return "", err
			}
		}
	}
	return b.String(), nil
}

func writeMachines(b *strings.Builder, machines []Machine) {
	b.WriteString("| machine | GB/s | TFLOP/s f32 | TFLOP/s f64 | shared KiB/SM | SMs | source |\n|---|---:|---:|---:|---:|---:|---|\n")
	for _, m := range machines {
		fmt.Fprintf(b, "| %s | %.0f | %.1f | %.3g | %d | %d | %s |\n", m.Name, m.Bandwidth/1e9, m.F32/1e12, m.F64/1e12,
			m.Device.SharedPerSM>>10, m.Device.SMs, m.Source)
	}
}

// rooflineKind is a table.
type rooflineKind struct {
	title string
	plan  func(n int, d Device) (*Plan, error)
}

func rooflineKinds() []rooflineKind {
	return []rooflineKind{
		{"Transforms, f32", func(n int, d Device) (*Plan, error) { return Transform(Spec{N: n}, d) }},
		{"Transforms, f64", func(n int, d Device) (*Plan, error) { return Transform(Spec{N: n, Precision: F64}, d) }},
		{"Filters, f32", func(n int, d Device) (*Plan, error) { return Filter(Spec{N: n}, nil, d) }},
		{"Welch densities, f32", func(n int, d Device) (*Plan, error) { return Welch(Spec{N: n}, 1, d) }},
	}
}

func writeHead(b *strings.Builder, machines []Machine) {
	b.WriteString("| n | kernels | bytes/row | operations/row | operations/byte | threads/block | shared bytes/block | blocks/SM and their limit |")
	for _, m := range machines {
		fmt.Fprintf(b, " %s, µs/2^20 |", m.Name)
	}
	b.WriteString("\n|---:|---:|---:|---:|---:|---:|---:|---|" + strings.Repeat("---:|", len(machines)) + "\n")
}

// row writes one length. Times bounded by operations are marked.
func (k rooflineKind) row(b *strings.Builder, n int, machines []Machine) error {
	p, err := k.plan(n, machines[0].Device)
	if err != nil {
		return err
	}
	w := p.Work()
	var threads, shared, blocks []string
	for _, r := range p.Residencies() {
		threads = append(threads, fmt.Sprint(r.Threads))
		shared = append(shared, fmt.Sprint(r.Shared))
		blocks = append(blocks, fmt.Sprintf("%d %s", r.Blocks, r.Limit))
	}
	fmt.Fprintf(b, "| %d | %d | %d | %d | %.2f | %s | %s | %s |", n, w.Kernels, w.Read+w.Written, w.Operations, w.Intensity(),
		each(threads), each(shared), each(blocks))
	for _, m := range machines {
		p, err := k.plan(n, m.Device)
		if err != nil {
			return fmt.Errorf("%s: %w", m.Name, err)
		}
		seconds, limit := m.Bound(p)
		mark := ""
		if limit == "operations" {
			mark = " ops"
		}
		values := float64(n)
		if p.InReal {
			values *= Segments / 2
		}
		fmt.Fprintf(b, " %.3g%s |", seconds*1e6*(1<<20)/values, mark)
	}
	b.WriteString("\n")
	return nil
}

// each lists what kernels have, once where all have the same.
func each(of []string) string {
	if len(slices.Compact(slices.Clone(of))) == 1 {
		return of[0]
	}
	return strings.Join(of, ", ")
}
