package main

import (
	"math/rand/v2"

	"github.com/fftstudy/fftstudy/fftbench/peers"
)

// random returns complex numbers with normal parts, the same ones each time.
func random[C peers.Complex](count int) []C {
	r := rand.New(rand.NewPCG(1, uint64(count)))
	s := make([]C, count)
	for i := range s {
		s[i] = C(complex(r.NormFloat64(), r.NormFloat64()))
	}
	return s
}

// randomReal is random for real numbers.
func randomReal[F peers.Float](count int) []F {
	r := rand.New(rand.NewPCG(2, uint64(count)))
	s := make([]F, count)
	for i := range s {
		s[i] = F(r.NormFloat64())
	}
	return s
}
