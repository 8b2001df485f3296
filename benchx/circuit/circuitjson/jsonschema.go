package circuitjson

import (
	"bytes"
	"encoding/json"
	"slices"
)

// shape is what JSON a member may be, for the JSON Schema.
type shape struct {
	name   string    // of one of the basic shapes
	words  []string  // of a string: all that it may be
	object describes // of an object
	list   bool      // of such
	dict   bool      // of such, by names
}

// describes is a table of any type.
type describes interface {
	describe(defs map[string]any) (name string)
}

// basicShapes are what members other than objects may be.
func basicShapes() map[string]any {
	whole := map[string]any{"type": "integer", "minimum": 0}
	str := map[string]any{"type": "string"}
	return map[string]any{
		"bytes": map[string]any{
			"description": "a number of bytes, or one with a unit: KiB, MiB, GiB … of 1024, kB, MB, GB … of 1000",
			"oneOf":       []any{whole, map[string]any{"type": "string", "pattern": `^\s*[0-9]+(\.[0-9]+)? ?([KMGTPEkmgtpe][Ii]?)?[Bb]?\s*$`}},
		},
		"expression": map[string]any{
			"description": "a sum of products of whole numbers, names and laws, such as \"2*heads*head_dim\"; / rounds up",
			"oneOf":       []any{whole, str},
		},
		"format": map[string]any{
			"description": "how numbers are stored: a plain type such as bf16, or one with scales such as fp8/channel",
			"type":        "string",
		},
		"text": map[string]any{
			"description": "a string, or its lines",
			"oneOf":       []any{str, map[string]any{"type": "array", "items": str}},
		},
	}
}

// of is the schema of a shape.
func (s shape) of(defs map[string]any) map[string]any {
	var one map[string]any
	switch s.name {
	case "":
		one = map[string]any{"$ref": "#/$defs/" + s.object.describe(defs)}
	case "string":
		one = map[string]any{"type": "string"}
		if len(s.words) > 0 {
			one["enum"] = s.words
		}
	case "boolean":
		one = map[string]any{"type": "boolean"}
	case "integer":
		one = map[string]any{"type": "integer", "minimum": 0}
	case "version":
		one = map[string]any{"const": schemaVersion}
	case "utilisation":
		one = map[string]any{"type": "number", "exclusiveMinimum": 0, "maximum": 1}
	default:
		one = map[string]any{"$ref": "#/$defs/" + s.name}
	}
	switch {
	case s.list:
		return map[string]any{"type": "array", "items": one}
	case s.dict:
		return map[string]any{"type": "object", "additionalProperties": one}
	}
	return one
}

// describe adds the schema of the table's objects to defs.
func (t *table[T]) describe(defs map[string]any) string {
	if _, done := defs[t.name]; done {
		return t.name
	}
	properties := map[string]any{noteKey: map[string]any{"type": "string", "description": "for people; means nothing"}}
	var required []string
	defs[t.name] = map[string]any{}
	for i := range t.fields {
		f := &t.fields[i]
		properties[f.key] = f.shape.of(defs)
		if f.required {
			required = append(required, f.key)
		}
	}
	is := map[string]any{"type": "object", "properties": properties, "additionalProperties": false}
	if len(required) > 0 {
		slices.Sort(required)
		is["required"] = required
	}
	defs[t.name] = is
	return t.name
}

// Schema returns the JSON Schema (draft 2020-12) of the files, for editors. It
// says less than [Read] checks: nothing of names, expressions and formats.
func Schema() []byte {
	defs := basicShapes()
	root := map[string]any{
		"$schema": "https://json-schema.org/draft/2020-12/schema",
		"title":   "circuit",
		"$ref":    "#/$defs/" + fileTable.describe(defs),
		"$defs":   defs,
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(root); err != nil {
		return nil // maps of strings, numbers and lists are always encoded
	}
	return b.Bytes()
}
