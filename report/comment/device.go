package comment

import (
	"cmp"
	"math"
	"slices"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
)

// OnDevice is a row that was measured on a GPU, beside the reference of its cell
// there and beside the fastest on the CPU. What was not measured is NaN.
type OnDevice struct {
	Direction, Precision, Variant, Device string

	Reference     string // "" where the row is the reference, or has none
	N, Batch      int
	Sec           float64 // per op, the device's own time
	Ratio, Lo, Hi float64 // reference time / this time, with its interval; unbounded with too few samples
	E2E           float64 // per op from host to host, with the copies
	CopyShare     float64 // of the device's copy bandwidth
	OverCPU       float64 // least time on the CPU in the same cell / E2E
	RelL2         float64
}

// deviceRows bounds the rows on devices that a run holds.
const deviceRows = 1000

// onDevices gathers the rows on GPUs by direction, precision, n, batch and time,
// and counts those that there is no room for.
func onDevices(s *ablation.Study, opt compare.Options) (rows []OnDevice, omitted int) {
	if !s.Shape.GPUs {
		return nil, 0
	}
	against := map[*ablation.Config]compare.Against{}
	for _, a := range compare.Within(s, opt) {
		against[a.Config] = a
	}
	cpu := map[ablation.Cell]float64{}
	for i := range s.Contests {
		if c := &s.Contests[i]; !c.Cell.GPU {
			cpu[c.Cell] = c.Winner().Sec
		}
	}
	for i := range s.Contests {
		contest := &s.Contests[i]
		if !contest.Cell.GPU {
			continue
		}
		same := contest.Cell
		same.GPU = false
		host, measured := cpu[same]
		if !measured {
			host = math.NaN()
		}
		for _, c := range contest.Configs {
			rows = append(rows, onDevice(c, against[c], host))
		}
	}
	// Contests come by direction and precision; the sizes within are ordered here.
	slices.SortStableFunc(rows, func(a, b OnDevice) int {
		if a.Direction != b.Direction || a.Precision != b.Precision {
			return 0
		}
		return cmp.Or(cmp.Compare(a.N, b.N), cmp.Compare(a.Batch, b.Batch))
	})
	omitted = max(0, len(rows)-deviceRows)
	return rows[:len(rows)-omitted], omitted
}

func onDevice(c *ablation.Config, a compare.Against, host float64) OnDevice {
	d := OnDevice{
		Direction: name(c.Direction), Precision: name(c.Precision), Variant: name(c.Variant), Device: name(c.Device),
		N: c.N, Batch: c.Batch, Sec: c.Sec, Ratio: math.NaN(), Lo: math.NaN(), Hi: math.NaN(),
		E2E: positive(c.E2ESec), CopyShare: positive(c.CopyShare), RelL2: positive(c.RelL2),
	}
	d.OverCPU = positive(host / d.E2E)
	if a.Config != nil && positive(a.Ratio) > 0 {
		d.Reference, d.Ratio, d.Lo, d.Hi = name(a.Reference.Variant), a.Ratio, a.Lo, a.Hi
	}
	return d
}

// positive returns x where it is a finite number and not below 0, else NaN.
func positive(x float64) float64 {
	if x >= 0 && x <= math.MaxFloat64 {
		return x
	}
	return math.NaN()
}

// devicesOf names the GPUs of an environment: "NVIDIA H200 (sm_90)".
func devicesOf(e *ablation.Environment) string {
	text := ""
	for _, d := range e.Devices() {
		if d.Absent || d.Name == "" {
			continue
		}
		if text != "" {
			text += ", "
		}
		text += d.Name
		if d.Arch != "" {
			text += " (" + d.Arch + ")"
		}
	}
	return text
}
