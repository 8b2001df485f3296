//go:build linux

package main

import (
	"regexp"
	"strings"
)

// cpu is a processor to run tests on.
type cpu struct {
	name     string
	emulator emulator
	isa      string         // what the kernels must choose on it
	features string         // what the probe must find on it, out of what it knows
	godebug  string         // what Go programs must not use on it
	skips    *regexp.Regexp // reasons for which a test may skip itself on it
	suites   []suite
}

const (
	probe    = ".ci/emulate/probe"
	kernels  = "fftbench/fft/kernels"
	fft      = "fftbench/fft"
	spectral = "fftbench/spectral"
)

// environment is what tests find on a processor, and what the user adds to it.
func (c cpu) environment(more []string) []string {
	env := []string{isaVariable + "=" + c.isa, featuresVariable + "=" + c.features, "GODEBUG=" + c.godebug}
	for _, setting := range more {
		if value, ok := strings.CutPrefix(setting, "GODEBUG="); ok && c.godebug != "" {
			setting = "GODEBUG=" + c.godebug + "," + value
		}
		env = append(env, setting)
	}
	return env
}

// cpus returns all processors. QEMU emulates those without AVX-512, 20 to 50
// times slower than this machine, Bochs the other, ten times slower than QEMU.
// So the suites leave out what takes long and says little about vectors.
func cpus(cache string) []cpu {
	short := []string{"-test.short"}
	slow := []string{
		"TestEveryLengthTo512", "TestOtherLengths", "TestErrorGrowth",
		"TestRealEveryLengthTo512", "TestRealOtherLengths", "TestTeamsTransform",
	}
	return []cpu{
		{
			name:     "haswell",
			emulator: qemu{model: "Haswell-noTSX,-tsc-deadline,-invpcid,-pcid,-x2apic,enforce"},
			isa:      "AVX2+FMA",
			features: "avx2 fma",
			skips:    regexp.MustCompile(`^takes seconds$|^this CPU has no .*AVX-512`),
			suites: []suite{
				{dir: probe},
				{dir: kernels, flags: short},
				{dir: fft, flags: short, without: slow},
				{dir: spectral, flags: short},
			},
		},
		{
			name:     "nehalem",
			emulator: qemu{model: "Nehalem,enforce"},
			isa:      "Go",
			features: "",
			skips:    regexp.MustCompile(`^takes seconds$|^this CPU has no `),
			suites: []suite{
				{dir: probe},
				{dir: kernels, flags: short, without: []string{"TestFirstPassesByStrips"}},
				{dir: fft, flags: short, without: append([]string{"TestSignals"}, slow...)},
				{dir: spectral, flags: short},
			},
		},
		{
			name:     "skylake-x",
			emulator: bochs{model: "corei7_skylake_x", cache: cache},
			isa:      "AVX-512",
			features: "avx2 fma avx512f avx512dq avx512bw avx512vl",
			// Bochs 2.7 gets ADCX and ADOX wrong, which math/big would use. (Its
			// fused multiply-add of float64 rounds residuals below 2⁻⁶² of the
			// product to zero: too small to show in a transform, but tests of
			// double-double arithmetic fail.)
			godebug: "cpu.adx=off",
			skips:   regexp.MustCompile(`^takes seconds$|^this CPU has no AVX-512 VBMI$`),
			suites: []suite{
				{dir: probe},
				{dir: kernels, flags: short, without: []string{"TestStockhamFirstPasses", "TestFirstPassesByStrips", "TestLogSums"}},
				{dir: fft, flags: short, only: []string{
					"TestPowersOfTwo", "TestEveryWay", "TestColumns", "TestFrames", "TestProperties", "TestInverseIsForwardReversed",
					"TestBatchesInAnyLayout", "TestAgainstGonum", "TestInPlace", "TestRealProperties", "TestQ8FollowsItsNetwork",
					"TestDescriptionsAreFootprints",
				}},
				{dir: spectral, flags: short},
			},
		},
	}
}
