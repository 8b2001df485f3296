package main

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/circuit"
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/fftbench"
	"github.com/fftstudy/fftstudy/report/memory"
)

// prediction is what a study's variants take by their circuits.
type prediction struct {
	documents []*memory.Document // a variant each, at the largest n × batch it ran
	figures   []memory.Figure    // of the document that takes most
	remarks   []string
}

// predict describes every variant of a study that this program knows, and holds
// the description to what the run measured. The plans are those of the machine
// that ran, whichever this is.
func predict(s *ablation.Study, bytes int64) (*prediction, error) {
	p := new(prediction)
	var most *memory.Document
	var mostOf *subject
	for _, c := range largestConfigs(s) {
		sub, err := configSubject(s, c)
		if errors.Is(err, fftbench.ErrUnsuited) {
			continue // it ran, but is none of this program's
		}
		if err != nil {
			p.remarks = append(p.remarks, fmt.Sprintf("the memory of %s is not described: %v", c.Variant, err))
			continue
		}
		sub.workload.Budget = bytes
		r, err := sub.model.Evaluate(sub.workload)
		if err != nil {
			return nil, err
		}
		doc := memory.New(r, sub.header, memory.Findings{Measured: measuredOf(c)})
		p.documents = append(p.documents, doc)
		if most == nil || doc.Totals.Device > most.Totals.Device {
			most, mostOf = doc, sub
		}
	}
	if most == nil {
		return p, nil
	}
	return p, p.draw(most, mostOf)
}

// draw draws the figures of the document that takes most.
func (p *prediction) draw(doc *memory.Document, sub *subject) error {
	curve := memory.Curve{Knob: fftbench.CountBatch, Asked: int64(sub.cell.Cell.Batch)}
	if doc.Totals.Budget > 0 {
		a, err := sub.model.Largest(sub.workload, fftbench.LargestBatch())
		if err != nil {
			return err
		}
		curve.Largest = a.Value
	}
	var err error
	if curve.Points, err = sub.model.Curve(sub.workload, curve.Knob, circuit.Values(curve.Asked, curve.Largest)); err != nil {
		return err
	}
	var failures []error
	p.figures, failures = memory.Draw(doc, []memory.Curve{curve})
	for _, err := range failures {
		p.remarks = append(p.remarks, fmt.Sprintf("a figure is missing: %v", err))
	}
	return nil
}

// largestConfigs returns the largest n × batch that each variant ran without
// failing, in the order of the study; one direction stands for a variant.
func largestConfigs(s *ablation.Study) (list []*ablation.Config) {
	index := map[string]int{}
	for i := range s.Configs {
		c := &s.Configs[i]
		if !c.OK() || c.N < 1 || c.Batch < 1 {
			continue
		}
		key := c.Variant + "\x00" + c.Precision + "\x00" + c.Device
		at, ok := index[key]
		switch {
		case !ok:
			index[key] = len(list)
			list = append(list, c)
		case before(c, list[at]):
			list[at] = c
		}
	}
	return list
}

// before reports whether a configuration stands for its variant rather than
// another: of the directions forward, then by name, then of the sizes the larger.
func before(c, other *ablation.Config) bool {
	if c.Direction != other.Direction {
		forward := func(c *ablation.Config) int {
			if strings.EqualFold(c.Direction, wire.DirForward) {
				return 0
			}
			return 1
		}
		return cmp.Or(forward(c)-forward(other), cmp.Compare(c.Direction, other.Direction)) < 0
	}
	return c.N*c.Batch > other.N*other.Batch
}

// configSubject is the circuit of a configuration on the machine that ran it.
func configSubject(s *ablation.Study, c *ablation.Config) (*subject, error) {
	if c.GPU && fftbench.OnHeap(c.Variant) { // a variant of the CPU under another label
		return nil, fmt.Errorf("on %s: %w", c.Device, fftbench.ErrUnsuited)
	}
	cell := fftbench.Cell{
		Variant: c.Variant, Dir: strings.ToLower(c.Direction), N: c.N, Batch: c.Batch, Precision: fftbench.Precision(c.Precision),
	}
	if cell.Precision == "" {
		cell.Precision = fftbench.F32
	}
	if _, _, err := fftbench.Offers(c.Variant); err != nil {
		return nil, fmt.Errorf("%w: %w", fftbench.ErrUnsuited, err)
	}
	env := &s.Report.Environments[c.Row.Env]
	if env.ISA == "" && !c.GPU {
		return nil, fmt.Errorf("it ran on a machine that did not tell its instruction set: %w", fftbench.ErrUnsuited)
	}
	sizing := fftbench.Sizing{Cell: cell, ISA: env.ISA}
	m, err := sizing.Model()
	if err != nil {
		return nil, err
	}
	ran := memory.Line{Key: "isa", Value: env.ISA}
	if c.GPU {
		ran = memory.Line{Key: "device", Value: c.Device}
	}
	return &subject{
		model: m, cell: &cellSubject{Sizing: sizing},
		header: memory.Header{Circuit: m.Circuit().Description, Go: env.Go, Lines: []memory.Line{ran}},
	}, nil
}

// measuredOf is what a run measured of a configuration.
func measuredOf(c *ablation.Config) (list []memory.Measurement) {
	what := "plan and scratch"
	if c.GPU {
		what += " on the device"
	}
	if held := c.HeldBytes; !math.IsNaN(held) && (c.GPU || fftbench.OnHeap(c.Variant)) {
		list = append(list, memory.Measurement{
			Of: memory.OfPlan, What: what, Bytes: int64(held), Source: "held-bytes of the run", Tolerance: planTolerance(int64(held)),
		})
	}
	return list
}
