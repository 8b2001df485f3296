package training_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The JSON Schema for people and editors lists what Write writes, and no more.
func TestSchemaFile(t *testing.T) {
	text, err := os.ReadFile("../../docs/training.schema.json")
	require.NoError(t, err)
	var schema map[string]any
	require.NoError(t, json.Unmarshal(text, &schema))
	dec := json.NewDecoder(strings.NewReader(written(t, full())))
	var document any
	require.NoError(t, dec.Decode(&document))
	sameFields(t, "", schema, document)
}

// sameFields walks through a schema and a document that has every field.
func sameFields(t *testing.T, at string, schema map[string]any, document any) {
	switch v := document.(type) {
	case map[string]any:
		properties, ok := schema["properties"].(map[string]any)
		require.True(t, ok, "%s is no object in the schema", at)
		for name, part := range v {
			if assert.Contains(t, properties, name, "%s: not in the schema", at) {
				sameFields(t, at+"."+name, properties[name].(map[string]any), part)
			}
		}
		for name := range properties {
			assert.Contains(t, v, name, "%s: only in the schema", at)
		}
		required, _ := schema["required"].([]any)
		for _, name := range required {
			assert.Contains(t, properties, name, "%s: required", at)
		}
	case []any:
		items, ok := schema["items"].(map[string]any)
		require.True(t, ok, "%s is no array in the schema", at)
		for _, part := range v {
			sameFields(t, at+"[]", items, part)
		}
	case float64:
		if want, ok := schema["const"]; ok {
			assert.Equal(t, want, v, at)
			return
		}
		assert.Subset(t, []any{"number", "integer"}, kinds(schema)[:1], at)
	case nil:
		assert.Contains(t, kinds(schema), "null", at)
	case string:
		assert.Equal(t, []any{"string"}, kinds(schema), at)
	case bool:
		assert.Equal(t, []any{"boolean"}, kinds(schema), at)
	}
}

// kinds are the types that a schema allows.
func kinds(schema map[string]any) []any {
	if list, ok := schema["type"].([]any); ok {
		return list
	}
	return []any{schema["type"]}
}
