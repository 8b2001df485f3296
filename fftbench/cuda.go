package fftbench

import (
	"errors"

	"github.com/fftstudy/fftstudy/benchx/circuit"
	"github.com/fftstudy/fftstudy/benchx/wire"
)

type cudaLibrary struct{}

func (cudaLibrary) directions() []string    { return []string{wire.DirForward, wire.DirInverse} }
func (cudaLibrary) precisions() []Precision { return []Precision{F32, F64} }
func (cudaLibrary) built() bool             { return false }
func (cudaLibrary) missing(Precision) bool  { return true }
func (cudaLibrary) plan(string, int, Precision) (Plan, error) {
	return nil, errors.New("not built")
}
func (cudaLibrary) circuit(c Cell) (*circuit.Circuit, error) { return cufftCircuit(c) }
