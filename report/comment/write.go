package comment

import (
	"bytes"
	"encoding/json"
	"io"

	"github.com/fftstudy/fftstudy/benchx/compare"
)

// FileSize is the largest file that ReadJSON takes and WriteJSON makes.
const FileSize = 8 << 20

// WriteJSON writes the run as one object, one row a line: with the samples, from
// which ReadJSON judges it anew, or where those would make it larger than FileSize
// with the findings. Findings that would still do so are counted and left out, the
// least important first.
func WriteJSON(w io.Writer, r *Run) error {
	f := fileRun{
		Schema: Schema, Tool: "benchx", Key: r.Key, Pull: r.Pull, Time: timeToFile(r.Time),
		Base: sideToFile(r.Base), Head: sideToFile(&r.Head), Notes: r.Notes, Problems: problemsToFile(r.Problems),
	}
	write := jsonWriter{room: FileSize}
	if r.Alone != nil {
		write.alone(f, r.Alone)
	} else {
		f.Policy = policyToFile(&r.Policy)
		if !write.reports(f, r) {
			write.comparison(f, r)
		}
	}
	if write.err != nil {
		return write.err
	}
	_, err := w.Write(write.text.Bytes())
	return err
}

// jsonWriter writes a file within a number of bytes and keeps the first error.
type jsonWriter struct {
	text bytes.Buffer
	room int
	err  error
}

func (w *jsonWriter) marshal(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil && w.err == nil {
		w.err = err
	}
	return b
}

// frame is what a file takes beside its head and its rows, plenty: brackets and
// the counts of rows that are left out.
const frame = 1 << 10

// reports writes the file with the samples; false where there are none, or no room
// for them.
func (w *jsonWriter) reports(f fileRun, r *Run) bool {
	reports, ok := r.carried.toFile(w.room)
	if !ok {
		return false
	}
	f.Notes, f.Problems = nil, nil // the reports tell
	for _, s := range []**fileSide{&f.Base, &f.Head} {
		*s = &fileSide{Label: (*s).Label, Ref: (*s).Ref, SHA: (*s).SHA, Dirty: (*s).Dirty}
	}
	all := jsonWriter{}
	all.open(all.marshal(f))
	all.text.WriteString(`,"reports":{"base":`)
	all.text.Write(reports.Base)
	all.text.WriteString(`,"head":`)
	all.text.Write(reports.Head)
	if len(reports.Floors) > 0 {
		rows := make([][]byte, len(reports.Floors))
		for i := range rows {
			rows[i] = all.marshal(reports.Floors[i])
		}
		all.list("floors", rows)
	}
	all.text.WriteString("}}\n")
	if all.err != nil || all.text.Len() > w.room {
		return false
	}
	w.text = all.text
	return true
}

func (w *jsonWriter) comparison(f fileRun, r *Run) {
	left := fileOmitted{
		Unclear: r.Judgement.Unclear, CouldNot: r.Judgement.CouldNot,
		Incomparable: r.Judgement.Incomparable, Withheld: r.Judgement.Withheld,
	}
	w.room -= len(w.marshal(f)) + frame
	var rows [][]byte
	lists := r.lists()
	fileLists := []*int{&left.Worse, &left.Removed, &left.Changed, &left.Better, &left.Added, nil}
	for i, l := range lists {
		kept := 0
		for k := range *l.findings {
			finding := &(*l.findings)[k]
			row := w.marshal(findingToFile(finding))
			if w.room < len(row)+len(",\n") {
				w.room = 0 // what is smaller and less important does not slip in
				break
			}
			w.room -= len(row) + len(",\n")
			rows = append(rows, row)
			kept++
			if fileLists[i] == nil {
				left.named(finding)
			}
		}
		if fileLists[i] != nil {
			*fileLists[i] = *l.omitted + len(*l.findings) - kept
		}
	}
	if left != (fileOmitted{}) {
		f.Omitted = &left
	}
	w.open(w.marshal(f))
	w.list("findings", rows)
	w.text.WriteString("}\n")
}

// named takes a row that the file has from the counts of those it has not.
func (o *fileOmitted) named(f *compare.Finding) {
	d := f.Cell.Decision
	if f.Verdict == compare.Unclear {
		o.Unclear--
		if d.CouldNot(f.Base, f.Cell) {
			o.CouldNot--
		}
		return
	}
	o.Incomparable--
	if d.Why == compare.WhyOtherCPU {
		o.Withheld--
	}
}

func (w *jsonWriter) alone(f fileRun, a *Alone) {
	all := aloneToFile(a)
	head := *all
	head.Failures, head.Measured = nil, nil
	w.room -= len(w.marshal(f)) + len(w.marshal(head)) + frame
	failures := fitting(w, all.Failures)
	measured := fitting(w, all.Measured)
	head.Omitted += len(all.Failures) - len(failures) + len(all.Measured) - len(measured)
	w.open(w.marshal(f))
	w.text.WriteString(`,"alone":`)
	w.open(w.marshal(head))
	w.list("failures", failures)
	w.list("measured", measured)
	w.text.WriteString("}}\n")
}

// fitting encodes as many items as there is room for.
func fitting[T any](w *jsonWriter, items []T) (rows [][]byte) {
	for i := range items {
		row := w.marshal(items[i])
		if w.room < len(row)+len(",\n") {
			w.room = 0
			return rows
		}
		w.room -= len(row) + len(",\n")
		rows = append(rows, row)
	}
	return rows
}

// open writes an object without its closing brace.
func (w *jsonWriter) open(object []byte) {
	w.text.Write(bytes.TrimSuffix(object, []byte("}")))
}

// list adds a list to an open object that is not empty, one element a line.
func (w *jsonWriter) list(name string, rows [][]byte) {
	if !bytes.HasSuffix(w.text.Bytes(), []byte("{")) {
		w.text.WriteByte(',')
	}
	w.text.WriteString(`"` + name + `":[`)
	for i, row := range rows {
		if i > 0 {
			w.text.WriteByte(',')
		}
		w.text.WriteByte('\n')
		w.text.Write(row)
	}
	w.text.WriteString("\n]")
}
