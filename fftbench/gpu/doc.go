// Package gpu runs operations on batches of rows on one CUDA device, and times
// them there.
//
// In go an [Operation] and the rows of an input, out come rows of results, the
// time of the operation on the device's own clock, and its time from host to
// host. A [Session] is the device in use: it owns the memory that inputs and
// outputs share, the programs that were compiled, and the rate at which the
// device copies, which is what all else is held against.
//
//	s, err := gpu.Open(cuda.Options{})
//	defer s.Close()
//	work, err := s.Bind(gpu.Transform{N: 1024, Kind: cuda.C2C, Dir: cuda.Forward}, 4096) // rows a batch
//	err = work.Load(rows)        // a few, repeated over the batch
//	err = work.Run()
//	err = work.Row(0, result)
//	took, err := work.Time(1000) // of 1000 runs
//
// A session serves one goroutine.
package gpu
