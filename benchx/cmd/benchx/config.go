package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"github.com/fftstudy/fftstudy/benchx/ablation"
)

// configFile is read from the working directory when it is there.
const configFile = ".benchx.toml"

// config is the project's standing choice of flags.
type config struct {
	// Keys maps the study's axes to the project's: variant = "algo".
	Keys map[string]string `toml:"keys"`
	// Reference overrides the catalog's reference variant.
	Reference string `toml:"reference"`
	Title     string `toml:"title"`
	// Alpha is the level of tests.
	Alpha float64 `toml:"alpha"`
	// Gate is the policy of comparisons.
	Gate gateConfig `toml:"gate"`
}

// configName is what to call the configuration file in errors.
func configName(path string) string { return cmp.Or(path, configFile) }

// loadConfig reads the configuration file; a missing default file is no error.
func loadConfig(path string) (config, error) {
	var c config
	required := path != ""
	if !required {
		path = configFile
	}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) && !required {
		return c, nil
	}
	if err != nil {
		return c, err
	}
	meta, err := toml.Decode(string(text), &c)
	if err != nil {
		var parse toml.ParseError
		if errors.As(err, &parse) {
			return c, fmt.Errorf("%s:%d: %s", path, parse.Position.Line, parse.Message)
		}
		return c, fmt.Errorf("%s: %w", path, err)
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		return c, fmt.Errorf("%s: unknown key %q; known keys: keys, reference, title, alpha, gate (limit, correction, error-factor, rules)", path, unknown[0].String())
	}
	if _, err := c.keys(); err != nil {
		return c, fmt.Errorf("%s: %w", path, err)
	}
	if meta.IsDefined("alpha") && !isLevel(c.Alpha) {
		return c, fmt.Errorf("%s: alpha = %v: want a number between 0 and 1", path, c.Alpha)
	}
	return c, nil
}

// keys checks the table of keys by the rules of --keys.
func (c config) keys() (map[string]string, error) {
	words := make([]string, 0, len(c.Keys))
	for _, axis := range slices.Sorted(maps.Keys(c.Keys)) {
		words = append(words, axis+"="+c.Keys[axis])
	}
	return ablation.ParseKeys(strings.Join(words, ","))
}
