// Package learn trains butterfly networks: the wiring of the fast Fourier
// transform with weights that are found by gradient descent.
//
// In go the name of a model, a length and a seed; out come weights for
// inference in single precision, and what there is to say about how they came
// about, as a [training.Model]. The package knows nothing of benchmarks, reads
// no clock unless it is given one, and gives the same numbers for the same seed.
//
// # Models
//
//	domain_twiddle     radix-2 decimation in time with 8-bit twiddles; training
//	                   on signals of two tones decides which way each is rounded
//	butterfly_unitary  every butterfly a unitary 2×2 matrix of four angles; begins
//	                   astray and learns the DFT from examples
//	learned_e2e        gates that open or skip each butterfly, twiddle angles, a
//	                   mask over the bins, mel filters and a correction of the
//	                   levels: how many butterflies does a log-mel spectrum need?
//
// Training is in complex128 and float64, inference in complex64 and float32.
//
// [Regimes] trains encoders and decoders, plain networks of free twiddle angles,
// on one length and on several. Their lengths share their angles: the stages of n
// points are those of n/2 and one more.
//
// # Gradients
//
// They are exact and written by hand. A network is linear in its input, so the way
// back through a stage is its conjugate transpose. A call leaves the data before
// every stage on a tape, O(n log n) numbers; nothing is allocated in a step.
// Rows of the tape are one number of every example, so inner loops run over
// examples, which lie one after the other.
//
// # Held-out data
//
// What a model is trained on, what chooses the best of its checks and what it is
// judged by are drawn from three streams of random numbers, none of which makes
// the input of a benchmark.
//
// # Sources
//
// Cooley and Tukey, "An algorithm for the machine calculation of complex Fourier
// series", 1965. Dao, Gu, Eichhorn, Rudra and Ré, "Learning Fast Algorithms for
// Linear Transforms Using Butterfly Factorizations", ICML 2019. Kingma and Ba,
// "Adam", ICLR 2015. Loshchilov and Hutter, "SGDR", ICLR 2017. Bengio, Léonard
// and Courville, "Estimating or Propagating Gradients Through Stochastic
// Neurons", 2013. Nagel et al., "Up or Down? Adaptive Rounding for Post-Training
// Quantization", ICML 2020. Li, Xu, Taylor, Studer and Goldstein, "Visualizing the
// Loss Landscape of Neural Nets", NeurIPS 2018, section 4.
package learn
