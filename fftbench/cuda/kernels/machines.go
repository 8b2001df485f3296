package kernels

// Machine is a GPU with the published figures that bound a kernel's time.
type Machine struct {
	Name      string
	Device    Device
	Bandwidth float64 // bytes/s of device memory
	F32, F64  float64 // operations/s outside tensor cores; a fused one is two
	Source    string
}

// Machines are the GPUs of docs/gpu.md. The limits of a multiprocessor are those of
// its compute capability (CUDA C++ Programming Guide, appendix on compute
// capabilities).
func Machines() []Machine {
	hopper := Device{
		SMs: 132, ThreadsPerBlock: 1024, ThreadsPerSM: 2048, BlocksPerSM: 32, RegistersPerSM: 65536,
		SharedPerBlock: 227 << 10, SharedPerSM: 228 << 10, L2Bytes: 50 << 20,
	}
	return []Machine{
		{
			Name: "H200 SXM", Device: hopper, Bandwidth: 4.8e12, F32: 67e12, F64: 34e12,
			Source: "NVIDIA H200 Tensor Core GPU datasheet",
		},
		{
			Name: "H100 SXM", Device: hopper, Bandwidth: 3.35e12, F32: 67e12, F64: 34e12,
			Source: "NVIDIA H100 Tensor Core GPU datasheet",
		},
		{
			Name: "A100 80GB SXM", Device: Device{
				SMs: 108, ThreadsPerBlock: 1024, ThreadsPerSM: 2048, BlocksPerSM: 32, RegistersPerSM: 65536,
				SharedPerBlock: 163 << 10, SharedPerSM: 164 << 10, L2Bytes: 40 << 20,
			},
			Bandwidth: 2.039e12, F32: 19.5e12, F64: 9.7e12,
			Source: "NVIDIA A100 Tensor Core GPU datasheet",
		},
		{
			Name: "L4", Device: Device{
				SMs: 58, ThreadsPerBlock: 1024, ThreadsPerSM: 1536, BlocksPerSM: 24, RegistersPerSM: 65536,
				SharedPerBlock: 99 << 10, SharedPerSM: 100 << 10, L2Bytes: 48 << 20,
			},
			Bandwidth: 300e9, F32: 30.3e12, F64: 30.3e12 / 64,
			Source: "NVIDIA L4 Tensor Core GPU datasheet; double precision is a 64th of single (compute capability 8.9)",
		},
		{
			Name: "RTX 3080 Ti Laptop", Device: Device{
				SMs: 58, ThreadsPerBlock: 1024, ThreadsPerSM: 1536, BlocksPerSM: 16, RegistersPerSM: 65536,
				SharedPerBlock: 99 << 10, SharedPerSM: 100 << 10, L2Bytes: 4 << 20,
			},
			Bandwidth: 512e9, F32: 2 * 7424 * 1.59e9, F64: 2 * 7424 * 1.59e9 / 64,
			Source: "NVIDIA's laptop GPU comparison: 7424 cores at up to 1590 MHz, 256 bits of GDDR6 at 16 Gbit/s; double precision is a 64th of single (compute capability 8.6)",
		},
	}
}

// Bound is the time of a row below which no machine of these figures gets: that of
// its bytes or that of its operations, in seconds.
func (m Machine) Bound(p *Plan) (seconds float64, limit string) {
	rate, w := m.F32, p.Work()
	if p.Spec.Precision == F64 {
		rate = m.F64
	}
	bytes, operations := float64(w.Read+w.Written)/m.Bandwidth, float64(w.Operations)/rate
	if operations > bytes {
		return operations, "operations"
	}
	return bytes, "memory"
}
