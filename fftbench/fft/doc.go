// Package fft holds FFT algorithms and plans.
package fft
