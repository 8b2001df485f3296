package study

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/wire"
	"github.com/fftstudy/fftstudy/report/style"
)

// deviceCommand is a run with the variants for devices.
const deviceCommand = "go test -tags cuda -bench . ./fftbench | benchx report"

// maxDeviceCards is how many devices have a card.
const maxDeviceCards = 8

// devicesView is what ran on GPUs: the devices, per direction their variants
// beside each other, beside the CPU and beside a plain copy; or why nothing did.
type devicesView struct {
	section
	Cards   []cardView
	Reasons []reasonView
	Missing *missing
	Groups  []deviceGroup
	Figures []figureView
}

// reasonView is why rows did not work, said once for all of them.
type reasonView struct{ Status, Why, Who string }

// gpu is a device with its rows.
type gpu struct {
	ablation.Device
	label string
	env   int
	told  bool // by the facts of its run
	ok    int
	bad   map[wire.Status]int
}

// devices returns nil where the run has to do with no device: it has no row for
// one, and tells of none.
func (b *builder) devices() *devicesView {
	if !b.isStudy() {
		return nil
	}
	rows, ok := b.deviceRows()
	devices := b.gpus(rows)
	if len(rows) == 0 && len(devices) == 0 {
		return nil
	}
	v := &devicesView{section: section{ID: "gpu", Nav: "GPU", Title: "GPU"}}
	for _, d := range devices {
		if d.told && !d.Absent && len(v.Cards) < maxDeviceCards {
			v.Cards = append(v.Cards, b.deviceCard(d))
		}
	}
	v.Reasons = b.deviceReasons(rows, devices, ok > 0)
	v.Figures = b.figures("gpu")
	if ok == 0 {
		v.Say = []string{sayNoDevice(rows)}
		v.Missing = &missing{Text: "To fill this section, run it where there are an NVIDIA GPU and its driver:", Command: deviceCommand}
		return v
	}
	v.Say = sayDevices(rows, ok)
	if len(v.Cards) == 0 {
		v.Say = append(v.Say, "The run tells nothing of its devices.")
	}
	v.Groups = b.deviceGroups()
	if len(v.Groups) > 0 && v.Groups[0].Grid == nil {
		v.Say = append(v.Say, "Too many for tables here: all rows have one.")
	}
	return v
}

// deviceRows returns the rows on GPUs, and how many of them worked.
func (b *builder) deviceRows() (rows []config, ok int) {
	for i := range b.Study.Configs {
		c := &b.Study.Configs[i]
		if !c.GPU {
			continue
		}
		rows = append(rows, c)
		if c.OK() {
			ok++
		}
	}
	return rows, ok
}

// gpus returns the devices that the run tells of or that rows name, by
// environment and label.
func (b *builder) gpus(rows []config) []*gpu {
	type key struct {
		env   int
		label string
	}
	at := map[key]*gpu{}
	var all []*gpu
	get := func(k key, device ablation.Device) *gpu {
		if at[k] == nil {
			at[k] = &gpu{Device: device, label: k.label, env: k.env, bad: map[wire.Status]int{}}
			all = append(all, at[k])
		}
		return at[k]
	}
	for env := range b.Study.Report.Environments {
		for _, d := range b.Study.Report.Environments[env].Devices() {
			get(key{env, d.Label()}, d).told = true
		}
	}
	for _, c := range rows {
		d := get(key{c.Row.Env, c.Device}, ablation.Device{CopyBytesPerSec: math.NaN()})
		if c.OK() {
			d.ok++
		} else if c.Row.Status.Failed() {
			d.bad[c.Row.Status]++
		}
	}
	slices.SortStableFunc(all, func(x, y *gpu) int { return cmp.Compare(x.env, y.env) })
	return all
}

func (d *gpu) failures() int {
	n := 0
	for _, k := range d.bad {
		n += k
	}
	return n
}

func (b *builder) deviceCard(d *gpu) cardView {
	title := showOr(d.label)
	if b.varies.env {
		title += ", " + environmentName(d.env)
	}
	c := cardView{Title: title, Class: wideClass(3)}
	c.Lines = append(c.Lines, cardLine{Main: showOr(d.Name), Label: "device", Value: showOr(d.Arch), Sub: versions(&d.Device)})
	if d.Memory > 0 {
		c.Lines = append(c.Lines, cardLine{Label: "memory", Value: style.Bytes(float64(d.Memory))})
	}
	if finite(d.CopyBytesPerSec) {
		c.Lines = append(c.Lines, cardLine{Label: "copy bandwidth", Value: style.Bandwidth(d.CopyBytesPerSec), Main: "measured",
			Sub: "bytes read and written by a copy on the device"})
	}
	rows := cardLine{Label: "rows", Value: whole0(d.ok), Main: "of " + count(d.ok+d.failures(), "row") + " worked", Sub: byStatus(d.bad)}
	if d.failures() > 0 {
		rows.Class = "worse"
	}
	c.Lines = append(c.Lines, rows)
	return c
}

// versions words the software of a device: "driver for CUDA 12.8, cuFFT 11.3.3".
func versions(d *ablation.Device) string {
	var parts []string
	for _, v := range []struct{ word, version string }{
		{"driver for CUDA", d.Driver}, {"cuFFT", d.CUFFT}, {"NVRTC", d.NVRTC},
	} {
		if v.version != "" {
			parts = append(parts, v.word+" "+show(v.version))
		}
	}
	return strings.Join(parts, ", ")
}

// deviceWords is a device in one line.
func deviceWords(d *ablation.Device) string {
	if d.Absent {
		return strings.TrimSuffix("none: "+note(d.Reason), ": ")
	}
	parts := []string{showOr(d.Name)}
	if d.Arch != "" {
		parts = append(parts, show(d.Arch))
	}
	if d.Memory > 0 {
		parts = append(parts, style.Bytes(float64(d.Memory)))
	}
	if v := versions(d); v != "" {
		parts = append(parts, v)
	}
	if finite(d.CopyBytesPerSec) {
		parts = append(parts, "copies "+style.Bandwidth(d.CopyBytesPerSec))
	}
	return strings.Join(parts, ", ")
}

// deviceReasons lists why rows on devices did not work, each reason once with the
// variants that it kept from it, then why devices are not there. What is skipped
// for lack of sense is told only where nothing else worked.
func (b *builder) deviceReasons(rows []config, devices []*gpu, worked bool) []reasonView {
	type reason struct {
		status wire.Status
		why    string
	}
	who := map[reason][]config{}
	var order []reason
	said := map[string]bool{}
	for _, c := range rows {
		if c.Row.Status == wire.OK || worked && c.Row.Status == wire.Skip {
			continue
		}
		r := reason{c.Row.Status, strings.TrimSpace(c.Row.Note)}
		if who[r] == nil {
			order = append(order, r)
		}
		who[r] = append(who[r], c)
		said[r.why] = true
	}
	var out []reasonView
	for _, r := range order[:min(len(order), maxLines)] {
		out = append(out, reasonView{string(r.status), cmp.Or(note(r.why), "no reason was given"), b.whoFailed(who[r])})
	}
	for _, d := range devices {
		if why := strings.TrimSpace(d.Reason); d.Absent && why != "" && !said[why] && len(out) < maxLines {
			said[why] = true
			out = append(out, reasonView{"no device", note(why), ""})
		}
	}
	if more := len(order) - maxLines; more > 0 {
		out = append(out, reasonView{"more", count(more, "more reason") + ", see the failures below", ""})
	}
	return out
}

// whoFailed names the variants of rows, and of a single row its place.
func (b *builder) whoFailed(rows []config) string {
	if len(rows) == 1 {
		return show(rows[0].Variant) + ", " + configPlace(rows[0])
	}
	seen := map[string]int{}
	for _, c := range rows {
		seen[c.Variant]++
	}
	var names []string
	for _, v := range b.Study.Variants {
		switch n := seen[v]; {
		case n == 1:
			names = append(names, show(v))
		case n > 1:
			names = append(names, fmt.Sprintf("%s (%s)", show(v), count(n, "row")))
		}
	}
	return list(names)
}

func sayNoDevice(rows []config) string {
	variants := map[string]bool{}
	for _, c := range rows {
		variants[c.Variant] = true
	}
	switch len(variants) {
	case 0:
		return "Nothing ran on a GPU: the run has no row for one."
	case 1:
		return "Nothing ran on a GPU: the variant for one did not work."
	}
	return fmt.Sprintf("Nothing ran on a GPU: none of the %s for one worked.", count(len(variants), "variant"))
}

func sayDevices(rows []config, ok int) []string {
	return []string{fmt.Sprintf("%s of %s on GPUs worked.", whole0(ok), count(len(rows), "row")) + " Times are the device's own; host to host adds the copies both ways and the launches, which is what a program on the CPU waits for."}
}
