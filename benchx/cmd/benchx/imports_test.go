package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const module = "github.com/fftstudy/fftstudy/"

// importTable says which packages of this module each package may import; it
// is the table of ARCHITECTURE.md. A package that is not listed fails the test.
func importTable() map[string][]string {
	render := []string{"report/web", "report/style", "benchx/ablation", "benchx/compare", "benchx/training", "benchx/wire", "benchx/ingest"}
	return map[string][]string{
		"benchx/wire":                 {},
		"benchx":                      {"benchx/wire"},
		"benchx/ingest":               {"benchx/wire"},
		"benchx/ablation":             {"benchx/wire", "benchx/ingest"},
		"benchx/compare":              {"benchx/wire", "benchx/ingest", "benchx/ablation"},
		"benchx/machine":              {},
		"benchx/sensitivity":          {"benchx/wire", "benchx/ablation", "benchx/compare"},
		"benchx/ab":                   {"benchx/wire", "benchx/ingest", "benchx/machine"},
		"benchx/ab/checkout":          {"benchx/ab"},
		"benchx/circuit/arena":        {},
		"benchx/training":             {"benchx/wire"},
		"benchx/circuit":              {"benchx/circuit/arena"},
		"benchx/circuit/circuitjson":  {"benchx/circuit", "benchx/circuit/arena"},
		"report/style":                {},
		"report/web":                  {"report/style"},
		"report/plots":                render,
		"report/comparison":           render,
		"report/memory/measured":      render,
		"report/memory":               {"report/style", "report/web", "report/plots", "benchx/circuit", "benchx/circuit/arena", "benchx/ablation", "benchx/compare", "benchx/wire", "benchx/ingest"},
		"report/post":                 {"report/style"},
		"report/comment":              append([]string{"report/comparison"}, render...),
		"report/study":                append([]string{"report/plots", "report/comparison", "report/memory", "report/memory/measured", "benchx/circuit", "benchx/circuit/arena"}, render...),
		"fftbench/fft/kernels":        {},
		"fftbench/fft/archsimd/f32x8": {},
		"fftbench/fft/archsimd/f64x4": {},
		"fftbench/fft":                {"fftbench/fft/kernels", "fftbench/fft/archsimd/f32x8", "fftbench/fft/archsimd/f64x4"},
		"fftbench/truth":              {},
		"fftbench/spectral":           {"fftbench/fft", "fftbench/fft/kernels"},
		"fftbench/learn":              {"benchx/training", "fftbench/fft", "fftbench/fft/kernels", "fftbench/spectral", "fftbench/truth"},
		"fftbench/sweep":              {"benchx/wire"},
		"fftbench": {"benchx", "benchx/wire", "benchx/ablation", "fftbench/fft", "fftbench/spectral", "fftbench/truth", "fftbench/sweep", "fftbench/peers", "benchx/circuit", "benchx/circuit/arena",
			"fftbench/cuda", "fftbench/cuda/kernels", "fftbench/gpu", "fftbench/learn", "benchx/training"},
		"fftbench/cuda":              {},
		"fftbench/cuda/fakecuda":     {"fftbench/cuda/kernels/shim"},
		"fftbench/cuda/kernels":      {},
		"fftbench/cuda/kernels/shim": {},
		"fftbench/cuda/cmd/roofline": {"fftbench/cuda/kernels", "report/style"},
		"fftbench/gpu":               {"fftbench/cuda", "fftbench/cuda/kernels"},
		"fftbench/peers":             {},
		"fftbench/peers/contest":     {},
		"fftbench/peers/results":     {"benchx/wire", "benchx/ingest", "benchx/ablation"},
		"fftbench/peers/tables":      {"fftbench/peers/results", "benchx/wire", "report/style"},
		"fftbench/peers/cmd/peerbench": {"fftbench/peers", "fftbench/peers/contest", "fftbench/peers/results", "benchx/wire",
			"fftbench/fft", "fftbench/spectral", "fftbench/truth"},
		"fftbench/peers/cmd/peertable": {"fftbench/peers/results", "fftbench/peers/tables", "report/style"},
		"benchx/cmd/alarms":            {"benchx/wire", "benchx/ingest", "benchx/ablation", "benchx/compare", "report/style"},
		"benchx/cmd/benchx":            nil, // everything
	}
}

type listedPackage struct {
	ImportPath string
	Imports    []string
	Deps       []string
}

func TestImportTable(t *testing.T) {
	table := importTable()
	for _, p := range listPackages(t) {
		name := strings.TrimPrefix(p.ImportPath, module)
		allowed, known := table[name]
		if !assert.True(t, known, "%s is not in the import table", name) || name == "benchx/cmd/benchx" {
			continue
		}
		for _, dep := range p.Imports {
			inModule, ok := strings.CutPrefix(dep, module)
			if ok {
				assert.Contains(t, allowed, inModule, "%s imports %s", name, inModule)
			}
		}
	}
}

func TestModelsDoNotDependOnTesting(t *testing.T) {
	for _, p := range listPackages(t) {
		switch strings.TrimPrefix(p.ImportPath, module) {
		case "benchx/ablation", "benchx/compare":
			assert.False(t, slices.Contains(p.Deps, "testing"), "%s depends on testing", p.ImportPath)
		case "benchx":
			for _, dep := range p.Deps {
				standard := !strings.Contains(strings.Split(dep, "/")[0], ".")
				assert.True(t, standard || strings.HasPrefix(dep, module), "the harness depends on %s", dep)
			}
		}
	}
}

func listPackages(t *testing.T) []listedPackage {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports,Deps", "./...")
	cmd.Dir = "../../.."
	out, err := cmd.Output()
	require.NoError(t, err)
	var packages []listedPackage
	dec := json.NewDecoder(bytes.NewReader(out))
	for {
		var p listedPackage
		err := dec.Decode(&p)
		if errors.Is(err, io.EOF) {
			return packages
		}
		require.NoError(t, err)
		packages = append(packages, p)
	}
}
