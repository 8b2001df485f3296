package circuitjson_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/benchx/circuit/circuitjson"
)

func TestSchemaFile(t *testing.T) {
	path := filepath.Join("..", "..", "..", "docs", "circuit.schema.json")
	if *update {
		require.NoError(t, os.WriteFile(path, circuitjson.Schema(), 0o644))
	}
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, string(circuitjson.Schema()), string(b))
}

// validator checks a value by the part of JSON Schema that ours uses; a keyword
// beyond that fails the test.
type validator struct {
	t    *testing.T
	defs map[string]any
}

func newValidator(t *testing.T) (validator, map[string]any) {
	var root map[string]any
	require.NoError(t, json.Unmarshal(circuitjson.Schema(), &root))
	return validator{t, root["$defs"].(map[string]any)}, map[string]any{"$ref": root["$ref"]}
}

// fault returns what is wrong with v, "" if nothing is.
func (val validator) fault(schema map[string]any, v any, path string) string {
	for _, keyword := range slices.Sorted(maps.Keys(schema)) {
		if says := val.keyword(keyword, schema, v, path); says != "" {
			return says
		}
	}
	return ""
}

func (val validator) keyword(keyword string, schema map[string]any, v any, path string) string {
	is := schema[keyword]
	object, _ := v.(map[string]any)
	switch keyword {
	case "$ref":
		return val.fault(val.defs[strings.TrimPrefix(is.(string), "#/$defs/")].(map[string]any), v, path)
	case "type":
		if !hasType(is.(string), v) {
			return fmt.Sprintf("%s is no %s", path, is)
		}
	case "const":
		if n, ok := v.(json.Number); !ok || n.String() != fmt.Sprint(is) {
			return path + " is another constant"
		}
	case "enum":
		if !slices.Contains(is.([]any), v) {
			return path + " is none of the words"
		}
	case "pattern":
		if s, ok := v.(string); ok && !regexp.MustCompile(is.(string)).MatchString(s) {
			return path + " does not match"
		}
	case "minimum", "maximum", "exclusiveMinimum":
		if n, ok := v.(json.Number); ok {
			f, _ := n.Float64()
			if bound := is.(float64); keyword == "minimum" && f < bound || keyword == "maximum" && f > bound || keyword == "exclusiveMinimum" && f <= bound {
				return path + " is out of bounds"
			}
		}
	case "oneOf":
		n := 0
		for _, option := range is.([]any) {
			if val.fault(option.(map[string]any), v, path) == "" {
				n++
			}
		}
		if n != 1 {
			return path + " is none of the choices"
		}
	case "items":
		list, _ := v.([]any)
		for i := range list {
			if says := val.fault(is.(map[string]any), list[i], fmt.Sprintf("%s[%d]", path, i)); says != "" {
				return says
			}
		}
	case "required":
		for _, key := range is.([]any) {
			if _, ok := object[key.(string)]; object != nil && !ok {
				return fmt.Sprintf("%s: %s is missing", path, key)
			}
		}
	case "properties":
		for key, member := range object {
			if p, ok := is.(map[string]any)[key]; ok {
				if says := val.fault(p.(map[string]any), member, path+"."+key); says != "" {
					return says
				}
			}
		}
	case "additionalProperties":
		known, _ := schema["properties"].(map[string]any)
		for key, member := range object {
			if _, ok := known[key]; ok {
				continue
			}
			if is == false {
				return path + "." + key + " is unknown"
			}
			if says := val.fault(is.(map[string]any), member, path+"."+key); says != "" {
				return says
			}
		}
	case "description":
	default:
		val.t.Fatalf("the test does not know the keyword %s", keyword)
	}
	return ""
}

func hasType(want string, v any) bool {
	switch v := v.(type) {
	case map[string]any:
		return want == "object"
	case []any:
		return want == "array"
	case string:
		return want == "string"
	case bool:
		return want == "boolean"
	case json.Number:
		return want == "number" || want == "integer" && !strings.ContainsAny(v.String(), ".eE")
	}
	return false
}

func decode(t *testing.T, text string) any {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	require.NoError(t, d.Decode(&v))
	return v
}

// What Read takes the schema takes; what the schema refuses Read refuses.
func TestSchemaHoldsAgainstRead(t *testing.T) {
	val, root := newValidator(t)
	for _, name := range circuitFixtures(t) {
		assert.Empty(t, val.fault(root, decode(t, text(t, name)), "$"), name)
	}
	assert.Empty(t, val.fault(root, decode(t, write(t, everything())), "$"))

	r := rand.New(rand.NewSource(1))
	sources := []string{text(t, "toy.json"), write(t, everything())}
	refused := 0
	for i := range 600 {
		v := decode(t, sources[i%2])
		mutate(r, v)
		b, err := json.Marshal(v)
		require.NoError(t, err)
		says := val.fault(root, v, "$")
		_, err = circuitjson.Read(strings.NewReader(string(b)))
		if says != "" {
			refused++
			assert.Error(t, err, says)
		} else if err != nil {
			// Beyond the schema are names, formats, expressions, members together;
			// a key or a type is not.
			assert.NotContains(t, err.Error(), "unknown key")
			assert.NotContains(t, err.Error(), "want a string")
			assert.NotContains(t, err.Error(), "want an array")
			assert.NotContains(t, err.Error(), "want an object")
			assert.NotContains(t, err.Error(), "is missing:")
		}
	}
	assert.Greater(t, refused, 200)
}

// mutate changes one thing somewhere in a value.
func mutate(r *rand.Rand, v any) {
	switch v := v.(type) {
	case map[string]any:
		keys := slices.Sorted(maps.Keys(v))
		if len(keys) == 0 {
			v["x"] = true
			return
		}
		key := keys[r.Intn(len(keys))]
		switch r.Intn(7) {
		case 0:
			delete(v, key)
		case 1:
			v[key+"s"] = v[key]
			delete(v, key)
		case 2:
			v[key] = []any{json.Number("1"), "x", true, nil, json.Number("-2"), map[string]any{}, []any{}, json.Number("1.5")}[r.Intn(8)]
		default:
			mutate(r, v[key])
		}
	case []any:
		if len(v) > 0 {
			mutate(r, v[r.Intn(len(v))])
		}
	}
}
