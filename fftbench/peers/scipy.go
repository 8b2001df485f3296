package peers

import (
	"bufio"
	"bytes"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

//go:embed scipy_welch.py
var scipyWelch string

// SciPy is a Python process that runs scipy.signal.welch on one signal. It
// serves one goroutine.
type SciPy struct {
	version string
	bins    int
	cmd     *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
}

// StartSciPy starts the first of the Python interpreters that has SciPy, and
// gives it a signal at a rate in Hz, to be cut into segments that overlap by
// half. It wraps ErrMissing where none has.
func StartSciPy(interpreters []string, signal []float64, segment int, rate float64) (*SciPy, error) {
	var errs []error
	for _, python := range interpreters {
		s, err := startSciPy(python, signal, segment, rate)
		if err == nil {
			return s, nil
		}
		errs = append(errs, err)
	}
	return nil, fmt.Errorf("peers: SciPy: %w (on Debian: apt-get install python3-scipy): %w", ErrMissing, errors.Join(errs...))
}

func startSciPy(python string, signal []float64, segment int, rate float64) (*SciPy, error) {
	s := &SciPy{bins: segment/2 + 1, cmd: exec.Command(python, "-c", scipyWelch)}
	var complaints bytes.Buffer
	s.cmd.Stderr = &complaints
	var err error
	if s.in, err = s.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	s.out = bufio.NewReader(out)
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	if s.version, err = s.line(); err != nil {
		s.in.Close()
		s.cmd.Wait()
		return nil, fmt.Errorf("%s: %s", python, lastLine(complaints.String()))
	}
	head := fmt.Appendf(nil, "%d %d %g\n", len(signal), segment, rate)
	if _, err := s.in.Write(head); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if err := binary.Write(s.in, binary.LittleEndian, signal); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

func lastLine(text string) string {
	text = strings.TrimSpace(text)
	return text[strings.LastIndexByte(text, '\n')+1:]
}

// Version is "scipy 1.10.1 numpy 1.24.2 python 3.11.2".
func (s *SciPy) Version() string { return s.version }

// Welch estimates the density so many times and returns the CPU time of that
// in the process.
func (s *SciPy) Welch(times int) (time.Duration, error) {
	if _, err := fmt.Fprintf(s.in, "run %d\n", times); err != nil {
		return 0, err
	}
	line, err := s.line()
	if err != nil {
		return 0, err
	}
	ns, err := strconv.ParseInt(line, 10, 64)
	return time.Duration(ns), err
}

// Density returns the estimate.
func (s *SciPy) Density() ([]float64, error) {
	if _, err := fmt.Fprintln(s.in, "density"); err != nil {
		return nil, err
	}
	density := make([]float64, s.bins)
	return density, binary.Read(s.out, binary.LittleEndian, density)
}

func (s *SciPy) line() (string, error) {
	line, err := s.out.ReadString('\n')
	return strings.TrimSpace(line), err
}

// Close ends the process.
func (s *SciPy) Close() error {
	s.in.Close()
	return s.cmd.Wait()
}
