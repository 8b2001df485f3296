package measured

import (
	"encoding/json"
	"io"
	"math"
)

// The JSON has lower-case keys, bytes as integers and null for what is unknown
// or not finite.
type (
	jsonReport struct {
		Schema     int          `json:"schema"`
		SideBySide *jsonTable   `json:"side_by_side"`
		Largest    *jsonTable   `json:"largest"` // null where it would repeat side_by_side
		Base       string       `json:"base,omitempty"`
		Changes    []jsonChange `json:"changes,omitempty"`
	}
	jsonTable struct {
		N       int         `json:"n"`     // 0: differs, or none
		Batch   int         `json:"batch"` // 0: differs, or none
		Entries []jsonEntry `json:"entries"`
		Absent  []string    `json:"absent,omitempty"`
	}
	jsonEntry struct {
		Variant    string        `json:"variant"`
		Tier       string        `json:"tier,omitempty"`
		Package    string        `json:"package,omitempty"`
		Direction  string        `json:"direction,omitempty"`
		Device     string        `json:"device,omitempty"`
		Precision  string        `json:"precision,omitempty"`
		N          int           `json:"n"`
		Batch      int           `json:"batch"`
		Params     Amount        `json:"params"`
		ParamBytes Amount        `json:"param_bytes"`
		Scratch    Amount        `json:"scratch_bytes"`
		Held       Amount        `json:"held_bytes"`
		Peak       Amount        `json:"peak_bytes"`
		DataBytes  Amount        `json:"data_bytes"`
		AllocBytes Amount        `json:"bytes_per_op"`
		Allocs     Amount        `json:"allocs_per_op"`
		Total      Amount        `json:"total_bytes"`
		Reference  string        `json:"reference,omitempty"`
		Ratio      *float64      `json:"ratio"`
		Against    []jsonAgainst `json:"against_reference,omitempty"`
	}
	jsonAgainst struct {
		Unit    string   `json:"unit"`
		Delta   *float64 `json:"delta"` // null from 0
		P       float64  `json:"p"`     // 0: exact
		Verdict string   `json:"verdict"`
	}
	jsonChange struct {
		Column  string   `json:"column"`
		Package string   `json:"package,omitempty"`
		Name    string   `json:"name"`
		Unit    string   `json:"unit"`
		Was     float64  `json:"was"`
		Is      float64  `json:"is"`
		Delta   *float64 `json:"delta"` // null from 0
		P       float64  `json:"p"`     // 0: exact
		Verdict string   `json:"verdict"`
	}
)

// JSON writes the report as one object.
func JSON(w io.Writer, r *Report) error {
	out := jsonReport{Schema: r.Schema, SideBySide: tableJSON(r.SideBySide), Largest: tableJSON(r.Largest), Base: r.Base}
	for _, c := range r.Changes {
		out.Changes = append(out.Changes, jsonChange{
			c.Column, c.Package, c.Name, c.Unit, c.Was, c.Is, finite(c.Delta), c.P, c.Verdict,
		})
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}

func tableJSON(t *Table) *jsonTable {
	if t == nil {
		return nil
	}
	out := &jsonTable{N: t.N, Batch: t.Batch, Absent: t.Absent, Entries: []jsonEntry{}}
	for _, e := range t.Entries {
		var against []jsonAgainst
		for _, a := range e.Against {
			against = append(against, jsonAgainst{a.Unit, finite(a.Delta), a.P, a.Verdict})
		}
		out.Entries = append(out.Entries, jsonEntry{
			e.Variant, e.Tier, e.Package, e.Direction, e.Device, e.Precision, e.N, e.Batch,
			e.Params, e.ParamBytes, e.ScratchBytes, e.HeldBytes, e.PeakBytes, e.DataBytes, e.AllocBytes, e.Allocs, e.Total,
			e.Reference, finite(e.Ratio), against,
		})
	}
	return out
}

func finite(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}
