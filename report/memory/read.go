package memory

import (
	"fmt"
	"io"
	"strconv"
)

// Read reads what JSON wrote, or a report of schema 1, and validates it. It
// refuses other schemas, keys that it does not know and sums that do not add up,
// and says where.
func Read(r io.Reader) (*Document, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("memory report: %w", err)
	}
	d, err := read(text)
	if err != nil {
		return nil, fmt.Errorf("memory report: %w", err)
	}
	return d, nil
}

func read(text []byte) (*Document, error) {
	if err := checkSyntax(text); err != nil {
		return nil, err
	}
	schema, err := schemaOf(text)
	if err != nil {
		return nil, err
	}
	switch schema {
	case 1:
		return readSchema1(text)
	case Schema:
	default:
		return nil, fmt.Errorf("schema: %d is unknown, want 1 or %d", schema, Schema)
	}
	var d Document
	if err := decode(text, &d); err != nil {
		return nil, err
	}
	if d.FromSchema != 0 && d.FromSchema != 1 {
		return nil, fmt.Errorf("from_schema: %d is unknown, want 1 or none", d.FromSchema)
	}
	return &d, d.Validate()
}

// schemaOf returns the schema, which need not stand first.
func schemaOf(text []byte) (int64, error) {
	d := decoder{text: text}
	word := d.find("schema")
	if word == "" {
		return 0, fmt.Errorf("no schema: this is no memory report")
	}
	n, err := strconv.ParseInt(word, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("schema: want a whole number, not %.40s", word)
	}
	return n, nil
}
