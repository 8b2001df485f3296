package memory

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
)

// Overview writes documents side by side for a terminal, a row each.
func Overview(w io.Writer, docs []*Document, o TextOptions) error {
	p, err := overview(docs, o)
	if err != nil {
		return err
	}
	out := &textWriter{Writer: bufio.NewWriter(w), ascii: o.ASCII}
	out.part(p)
	return out.Flush()
}

// StudyJSON writes what a study says about memory as one object: what measured
// writes, a JSON value, under "measured", and the documents under "circuits".
func StudyJSON(w io.Writer, measured func(io.Writer) error, docs []*Document) error {
	var b bytes.Buffer
	b.WriteString("{\n\"schema\": 2,\n\"measured\": ")
	if err := measured(&b); err != nil {
		return err
	}
	trim(&b)
	b.WriteString(",\n\"circuits\": [")
	for i, d := range docs {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteByte('\n')
		if err := JSON(&b, d); err != nil {
			return err
		}
		trim(&b)
	}
	b.WriteString("]\n}\n")
	_, err := w.Write(b.Bytes())
	return err
}

// ReadStudy reads the documents of what StudyJSON wrote, each as Read does.
func ReadStudy(r io.Reader) ([]*Document, error) {
	var study struct {
		Circuits []json.RawMessage `json:"circuits"`
	}
	if err := json.NewDecoder(r).Decode(&study); err != nil {
		return nil, fmt.Errorf("memory of a study: %w", err)
	}
	docs := make([]*Document, len(study.Circuits))
	for i, text := range study.Circuits {
		var err error
		if docs[i], err = Read(bytes.NewReader(text)); err != nil {
			return nil, fmt.Errorf("circuits[%d]: %w", i, err)
		}
	}
	return docs, nil
}

// trim takes the new lines off the end.
func trim(b *bytes.Buffer) { b.Truncate(len(bytes.TrimRight(b.Bytes(), "\n"))) }
