package main

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/fftstudy/fftstudy/fftbench/fft"
	"github.com/fftstudy/fftstudy/fftbench/peers"
	"github.com/fftstudy/fftstudy/fftbench/peers/results"
)

// bed is what the works of one precision share: the libraries, opened.
type bed[F peers.Float, C peers.Complex] struct {
	precision string
	fftw      []build[F, C] // Debian's first, the widest vectors last
	kiss      *peers.KissFFT
	choose    func(lib string) bool
	newReal   func(n int, options ...fft.Option) (*fft.RealPlan[F, C], error)
}

// build is one build of FFTW by its name in the tables.
type build[F peers.Float, C peers.Complex] struct {
	name string
	lib  *peers.FFTW[F, C]
}

// ownBuild is a folder that build-fftw made.
type ownBuild struct{ name, dir string }

// openBed opens the system's FFTW first (see peers.OpenFFTW32), then the own
// builds. Missing is the error of the system's where it is not there.
func openBed[F peers.Float, C peers.Complex](
	precision, file string, own []ownBuild, choose func(string) bool, open func(string) (*peers.FFTW[F, C], error),
) (b *bed[F, C], missing, err error) {
	b = &bed[F, C]{precision: precision, choose: choose}
	for _, o := range append([]ownBuild{{name: results.FFTWDebian}}, own...) {
		if !choose(o.name) {
			continue
		}
		path := ""
		if o.dir != "" {
			path = filepath.Join(o.dir, file)
		}
		lib, err := open(path)
		if errors.Is(err, peers.ErrMissing) && path == "" {
			missing = err
			continue
		}
		if err != nil {
			return nil, nil, errors.Join(err, b.close())
		}
		b.fftw = append(b.fftw, build[F, C]{o.name, lib})
	}
	return b, missing, b.distinct()
}

// distinct finds out that the loader gave one library for two names.
func (b *bed[F, C]) distinct() error {
	seen := map[string]string{}
	for _, f := range b.fftw {
		path := f.lib.Path()
		if seen[path] != "" {
			return fmt.Errorf("%s and %s are both %s", seen[path], f.name, path)
		}
		seen[path] = f.name
	}
	return nil
}

// forget lets FFTW plan anew: what it chose while a neighbour was busy should
// not stand for a whole run.
func (b *bed[F, C]) forget() {
	for _, f := range b.fftw {
		f.lib.Forget()
	}
}

func (b *bed[F, C]) everybody() rivals[F, C] { return rivals[F, C]{b.fftw, true, true} }

// widest is FFTW's build with the widest vectors that this machine has, for
// works where others would only cost minutes of planning.
func (b *bed[F, C]) widest() rivals[F, C] { return rivals[F, C]{fftw: b.fftw[max(0, len(b.fftw)-1):]} }

func (b *bed[F, C]) close() error {
	var errs []error
	for _, f := range b.fftw {
		errs = append(errs, f.lib.Close())
	}
	return errors.Join(errs...)
}
