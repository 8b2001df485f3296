package ablation

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// A document is a JSON report before its schema is known: the fields of the
// outer object, and the rows once they were decoded.
type document struct {
	fields map[string]json.RawMessage
	rows   []Row
	read   bool // rows holds the field "rows"
}

// ReadJSON reads a report: a file of WriteJSON, or one of the reference study,
// which has no schema field. Rows are decoded as they arrive. Fields that are
// not known are ignored; a value of the wrong kind is an error that names its
// path, such as rows[12].metrics.median.
func ReadJSON(r io.Reader) (*Report, error) {
	doc, err := readDocument(r)
	if err != nil {
		return nil, err
	}
	schema, err := doc.schema()
	if err != nil {
		return nil, err
	}
	if _, ok := doc.fields["rows"]; !ok && !doc.read {
		return nil, errors.New(`no ablation report: the JSON object has no field "rows"`)
	}
	switch schema {
	case 1:
		return readLegacyJSON(doc.fields)
	case Schema:
		return doc.report()
	}
	return nil, fmt.Errorf("schema %d is not known here (this program reads 1 and %d); read it with a newer one", schema, Schema)
}

func readDocument(r io.Reader) (*document, error) {
	dec := json.NewDecoder(r)
	if err := expect(dec, '{'); err != nil {
		return nil, err
	}
	doc := &document{fields: map[string]json.RawMessage{}}
	for dec.More() {
		token, err := dec.Token()
		if err != nil {
			return nil, jsonError("", err)
		}
		key := token.(string) // the decoder lets no other token stand here
		if err := doc.field(dec, key); err != nil {
			return nil, err
		}
	}
	if _, err := dec.Token(); err != nil {
		return nil, jsonError("", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("no ablation report: something follows the JSON object, at byte %d", dec.InputOffset())
	}
	return doc, nil
}

func expect(dec *json.Decoder, want json.Delim) error {
	token, err := dec.Token()
	if err != nil {
		return jsonError("", err)
	}
	if token != want {
		return fmt.Errorf("no ablation report: want a JSON object, found %v", token)
	}
	return nil
}

// field reads one field. Rows of the current schema are decoded at once; those
// that come before the schema is known wait as text.
func (d *document) field(dec *json.Decoder, key string) error {
	if _, twice := d.fields[key]; twice || key == "rows" && d.read {
		return fmt.Errorf("%s: the field stands twice", key)
	}
	if key == "rows" {
		if schema, err := d.schema(); err == nil && schema == Schema {
			d.read = true
			return d.decodeRows(dec)
		}
	}
	var raw json.RawMessage
	if err := dec.Decode(&raw); err != nil {
		return jsonError(key, err)
	}
	d.fields[key] = raw
	return nil
}

// schema returns the schema field; without one the document is of schema 1.
func (d *document) schema() (int, error) {
	raw, ok := d.fields["schema"]
	if !ok {
		return 1, nil
	}
	schema := 1
	if err := json.Unmarshal(raw, &schema); err != nil {
		return 0, jsonError("schema", err)
	}
	return schema, nil
}

func (d *document) decodeRows(dec *json.Decoder) error {
	token, err := dec.Token()
	if err != nil {
		return jsonError("rows", err)
	}
	if token == nil { // null
		return nil
	}
	if token != json.Delim('[') {
		return fmt.Errorf("rows: want an array, found %v", token)
	}
	for dec.More() {
		path := fmt.Sprintf("rows[%d]", len(d.rows))
		var x rowJSON
		if err := dec.Decode(&x); err != nil {
			return jsonError(path, err)
		}
		row, err := x.row()
		if err != nil {
			return fmt.Errorf("%s.%w", path, err)
		}
		d.rows = append(d.rows, row)
	}
	if _, err := dec.Token(); err != nil {
		return jsonError("rows", err)
	}
	return nil
}

// report puts a document of the current schema together.
func (d *document) report() (*Report, error) {
	if raw, waiting := d.fields["rows"]; waiting {
		if err := d.decodeRows(json.NewDecoder(bytes.NewReader(raw))); err != nil {
			return nil, err
		}
	}
	var h headerJSON
	for _, key := range slices.Sorted(maps.Keys(d.fields)) {
		if key == "rows" {
			continue
		}
		// Decoded field by field, so that an error can name the field.
		if err := json.Unmarshal(wrap(key, d.fields[key]), &h); err != nil {
			return nil, jsonError("", err)
		}
	}
	r := h.report()
	r.Rows = d.rows
	return r, r.check()
}

func wrap(key string, value json.RawMessage) []byte {
	name, _ := json.Marshal(key) // a string always encodes
	return bytes.Join([][]byte{{'{'}, name, {':'}, value, {'}'}}, nil)
}

// check refuses what would mislead a reader of the file, and fills what follows
// from the rows.
func (r *Report) check() error {
	r.NFFTs = r.sizes()
	if len(r.Environments) == 0 {
		r.Environments = []Environment{{}}
	}
	for i := range r.Rows {
		if env := r.Rows[i].Env; env < 0 || env >= len(r.Environments) {
			return fmt.Errorf("rows[%d].env: no environment %d; the file has %d", i, env, len(r.Environments))
		}
	}
	return nil
}

// jsonError says in which field a JSON text is wrong, and how.
func jsonError(path string, err error) error {
	var kind *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &kind):
		at := strings.Trim(path+"."+kind.Field, ".")
		return fmt.Errorf("%s: want %s, found %s", at, wanted(kind.Type), kind.Value)
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return errors.New(strings.TrimPrefix(path+": the JSON text ends in the middle", ": "))
	case errors.As(err, &syntax):
		return fmt.Errorf("no valid JSON at byte %d: %w", syntax.Offset, err)
	case path == "":
		return err
	}
	return fmt.Errorf("%s: %w", path, err)
}

// wanted says in JSON's words what a Go type is decoded from.
func wanted(t reflect.Type) string {
	if t == nil {
		return "another kind"
	}
	switch t.Kind() {
	case reflect.Bool:
		return "a boolean"
	case reflect.String:
		return "a string"
	case reflect.Slice:
		return "an array"
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.Float64:
		return "a number"
	}
	return "a whole number"
}
