# benchx: see README.md. Every recipe fails when any part of its pipes fails.
SHELL       := bash
.SHELLFLAGS := -o pipefail -ec
.DEFAULT_GOAL := help

GO     ?= go
PRESET ?= demo
OUT    ?= benchx-report
CPU    ?= haswell,nehalem,skylake-x
BENCHX := bin/benchx

.PHONY: help study test generate emulate race lint bench bench-peers peers-table gpu-bundle gpu-check ptx-check roofline decisions cross clean
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-11s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# Built before the run starts: compiling while benchmarks run would be measured.
$(BENCHX): FORCE
	@$(GO) build -o $@ ./benchx/cmd/benchx
FORCE:

study: $(BENCHX) ## measure the FFT variants here and write the study (PRESET=demo|quick|full|limit, OUT=folder)
	@mkdir -p bin && $(BENCHX) train --regimes -o bin/training.json
	$(GO) test -run '^$$' -bench . -timeout 0 ./fftbench -study.preset=$(PRESET) | $(BENCHX) report -o $(OUT) --training bin/training.json

test: ## all tests
	$(GO) vet ./...
	$(GO) test -timeout 10m ./... ./.ci/emulate/...
	$(GO) test -tags purego ./fftbench/fft/... ./fftbench/spectral
	GOEXPERIMENT=simd $(GO) test -short -run 'Archsimd|Catalog|Preset|EveryCPU|/stockham_archsimd' ./fftbench/fft ./fftbench
	GOEXPERIMENT=simd $(GO) test ./fftbench/fft/archsimd/...
	$(GO) test -tags fftw ./fftbench/peers
	$(GO) test -tags cuda -timeout 10m ./fftbench/cuda ./fftbench/gpu
	$(GO) test -tags cuda -timeout 10m -run 'Device|StandIn|Library|InAStudy|Tuning|Preset|Refuses|Catalog' ./fftbench

generate: ## the assembly of the kernels, from their generator, and copies of Go source
	$(GO) generate ./fftbench/fft/kernels ./fftbench/fft/archsimd/f64x4

emulate: ## tests of the kernels on emulated CPUs (CPU=haswell,nehalem,skylake-x; RUN='package test-flags')
	$(GO) run ./.ci/emulate -cpu $(CPU) $(RUN)

race: ## the packages that start goroutines, under the race detector
	$(GO) test -race -short -timeout 15m $$($(GO) run ./.ci/goroutines)
	$(GO) test -race -short -timeout 15m -tags cuda ./fftbench/cuda ./fftbench/gpu

CI := ./.ci/goroutines ./.ci/fakegpu ./.ci/emulate/...

lint: ## gofmt, vet, staticcheck
	@unformatted=$$(gofmt -l $$(git ls-files '*.go')); \
	  if [ -n "$$unformatted" ]; then echo "run gofmt -w on: $$unformatted" >&2; exit 1; fi
	$(GO) vet ./... $(CI)
	$(GO) vet -tags cuda,fftw ./fftbench/... ./benchx/cmd/benchx
	GOEXPERIMENT=simd $(GO) vet ./fftbench/fft/... ./fftbench
	cd fftbench/fft/kernels/gen && $(GO) vet ./...
	$(GO) tool staticcheck ./... $(CI)
	$(GO) tool staticcheck -tags cuda,fftw ./fftbench/...
	GOEXPERIMENT=simd $$($(GO) tool -n staticcheck) ./fftbench/fft ./fftbench/fft/archsimd/...

bench: ## speed of the tool itself: parsing, collecting, comparing, rendering
	$(GO) test -run '^$$' -bench . -count 6 ./benchx/ingest ./benchx/ablation ./benchx/compare ./report/...

PEERBENCH := bin/peerbench -fftw fftbench/peers/.fftw
PEERTABLE := $(GO) run ./fftbench/peers/cmd/peertable

# The samples go where they are kept once a run is complete. A machine with
# AVX-512 runs without it too.
bench-peers: ## our transforms against FFTW and others, into docs/fft-speed.md (QUICK=1: a look, nothing kept)
	fftbench/peers/build-fftw
	GOEXPERIMENT=simd $(GO) build -buildvcs=auto -tags fftw -o bin/peerbench ./fftbench/peers/cmd/peerbench
	rm -rf bin/peers && mkdir bin/peers
	$(PEERBENCH) $(if $(QUICK),-quick) -o bin/peers
	if [ -z "$(QUICK)" ] && grep -qw avx512f /proc/cpuinfo; then \
	  GODEBUG=cpu.avx512f=off $(PEERBENCH) -works c2c,accuracy -batch 1 -o bin/peers; \
	fi
	$(if $(QUICK),,cp bin/peers/*.txt docs/data/fft-speed && $(MAKE) --no-print-directory peers-table)
	@$(PEERTABLE) bin/peers/*.txt

peers-table: ## the tables of docs/fft-speed.md, from the samples in docs/data/fft-speed
	$(PEERTABLE) -w docs/fft-speed.md docs/data/fft-speed/*.txt

GPU := bin/gpu

gpu-bundle: ## what gpu-check needs on a machine without Go: bin/gpu, to be copied there
	$(GO) test -c -tags cuda -o $(GPU)/fftbench.test ./fftbench
	CGO_ENABLED=0 $(GO) build -ldflags '-s -w' -o $(GPU)/benchx ./benchx/cmd/benchx
	cp fftbench/gpu-check $(GPU)/gpu-check
	@echo "$(GPU): run gpu-check there; fftbench.test needs $$($(GPU)/fftbench.test -study.needs)"

gpu-check: gpu-bundle ## the GPU variants on this machine: right? how fast? six minutes at most, into gpu-check/ (QUICK=1: a look)
	$(GPU)/gpu-check $(if $(QUICK),-quick) -o gpu-check

ARCH ?= all
ptx-check: ## the CUDA kernels through NVRTC, where that is installed; no GPU needed (ARCH=sm_80,sm_90)
	PTX_CHECK=$(ARCH) $(GO) test -count 1 -timeout 1h -tags cuda -run '^TestCompilerTakesEveryKernel$$' -v ./fftbench/gpu

roofline: ## the tables of docs/gpu.md, from the plans of the kernels
	$(GO) run ./fftbench/cuda/cmd/roofline -w docs/gpu.md

ALARMS := $(GO) run ./benchx/cmd/alarms -w docs/decisions.md

decisions: ## the tables of docs/decisions.md, from the recorded runs in testdata/aa
	$(ALARMS) -block busy testdata/aa/busy-old.txt.gz testdata/aa/busy-new.txt.gz
	$(ALARMS) -block quiet testdata/aa/quiet-old.txt.gz testdata/aa/quiet-new.txt.gz

cross: ## every package and test compiles for the other platforms
	GOOS=linux   GOARCH=arm64 CGO_ENABLED=0 $(GO) vet ./...
	GOOS=linux   GOARCH=amd64 CGO_ENABLED=0 $(GO) vet -tags cuda ./fftbench/...
	GOOS=linux   GOARCH=arm64 CGO_ENABLED=0 GOEXPERIMENT=simd $(GO) vet ./fftbench/fft/...
	GOOS=darwin  GOARCH=arm64 CGO_ENABLED=0 $(GO) vet ./...
	GOOS=windows GOARCH=amd64 CGO_ENABLED=0 $(GO) vet ./...

clean: ## remove what the targets made
	rm -rf bin benchx-report gpu-check
