package comment

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/report/style"
)

// carried is what a Run was judged from, so that another policy can judge it
// anew.
type carried struct {
	base, head *ablation.Report
	floors     compare.Floors // of a comparison of equal code; measured as well
}

// fileReports are the samples of a file. Reports are those of benchx/ablation,
// without what no comparison looks at; fields that it does not know are ignored.
type fileReports struct {
	Base   json.RawMessage `json:"base"`
	Head   json.RawMessage `json:"head"`
	Floors []fileFloor     `json:"floors,omitempty"`
}

type fileFloor struct {
	Package   string  `json:"package,omitempty"`
	Benchmark string  `json:"benchmark"`
	Unit      string  `json:"unit"`
	Floor     float64 `json:"floor"`
}

// toFile encodes what was judged; false where that is more than a file may hold,
// or what JSON cannot.
func (c *carried) toFile(room int) (*fileReports, bool) {
	if c == nil || len(c.base.Rows) > Rows || len(c.head.Rows) > Rows || len(c.floors) > Rows {
		return nil, false
	}
	f := &fileReports{}
	for _, side := range []struct {
		to   *json.RawMessage
		from *ablation.Report
	}{{&f.Base, c.base}, {&f.Head, c.head}} {
		var text bytes.Buffer
		if err := ablation.WriteJSON(&text, essence(side.from)); err != nil {
			return nil, false
		}
		*side.to = bytes.TrimSpace(text.Bytes())
		if room -= len(*side.to); room < 0 || bytes.Contains(*side.to, notUTF8) {
			return nil, false
		}
	}
	for key, floor := range c.floors {
		f.Floors = append(f.Floors, fileFloor{key.Package, key.Benchmark, key.Unit, floor})
	}
	slices.SortFunc(f.Floors, func(a, b fileFloor) int {
		return cmp.Or(cmp.Compare(a.Package, b.Package), cmp.Compare(a.Benchmark, b.Benchmark), cmp.Compare(a.Unit, b.Unit))
	})
	return f, true
}

// notUTF8 is what encoding/json writes for a byte that is no UTF-8, and valid text
// at most where it quotes that. Names that differ in such bytes alone would be one.
var notUTF8 = []byte(`\ufffd`)

// essence leaves out of a report what no comparison looks at.
func essence(r *ablation.Report) *ablation.Report {
	return &ablation.Report{
		Command: r.Command, Confidence: r.Confidence, Keys: r.Keys, LimitSweep: r.LimitSweep, Incomplete: r.Incomplete,
		Environments: r.Environments, Units: r.Units, Rows: r.Rows, Problems: problems(r.Problems),
	}
}

// carried reads what the file was judged from.
func (f *fileReports) carried() (*carried, error) {
	c := &carried{}
	for _, side := range []struct {
		name string
		to   **ablation.Report
		from json.RawMessage
	}{{"base", &c.base, f.Base}, {"head", &c.head, f.Head}} {
		r, err := ablation.ReadJSON(bytes.NewReader(side.from))
		if err != nil {
			return nil, fmt.Errorf("reports.%s: %s", side.name, style.Terminal(style.Shorten(err.Error(), nameLimit)))
		}
		if err := checkReport(r); err != nil {
			return nil, fmt.Errorf("reports.%s: %w", side.name, err)
		}
		*side.to = r
	}
	if len(f.Floors) > Rows {
		return nil, fmt.Errorf("number of reports.floors is %d, it must be from 0 to %d", len(f.Floors), Rows)
	}
	for i, floor := range f.Floors {
		if !(floor.Floor >= 0 && floor.Floor <= math.MaxFloat64) {
			return nil, fmt.Errorf("reports.floors[%d].floor is no number of at least 0", i)
		}
		if c.floors == nil {
			c.floors = make(compare.Floors)
		}
		c.floors[compare.Key{Package: floor.Package, Benchmark: floor.Benchmark, Unit: floor.Unit}] = floor.Floor
	}
	return c, nil
}

// checkReport refuses what a run cannot say of itself. All else about a report
// is what was measured, or a name.
func checkReport(r *ablation.Report) error {
	var c checker
	if r.Schema != ablation.Schema {
		return errors.New("schema is of another version")
	}
	c.count("number of rows", len(r.Rows), Rows)
	for _, u := range r.Units {
		c.number("units.better", float64(u.Better), -1, 1)
	}
	for _, p := range r.Problems {
		c.word("problems.severity", p.Severity, "warning", "error")
	}
	return c.err
}

// rejudge compares what the file was judged from by the reader's policy.
func (f *fileRun) rejudge(opt compare.Options) (*Run, error) {
	c, err := f.Reports.carried()
	if err != nil {
		return nil, err
	}
	policy := *opt.Policy
	if policy.Floors == nil {
		policy.Floors = c.floors
	}
	opt.Policy = &policy
	// The labels are the file's, and might be one.
	cols := []compare.Column{{Label: "base", Report: c.base}, {Label: "head", Report: c.head}}
	res, err := compare.Reports(cols, opt)
	if err != nil {
		return nil, err
	}
	m := Meta{Key: f.Key, Pull: f.Pull, Time: f.time(), Base: f.Base.source(), Head: f.Head.source()}
	r := New(res, cols, m)
	r.Base.Label, r.Head.Label = f.Base.Label, f.Head.Label
	if told := f.Policy.policy(); !told.like(&r.Policy) {
		r.Told = &told
	}
	return r, nil
}
