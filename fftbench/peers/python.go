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

//go:embed python_serve.py
var pythonServe string

// python is a Python process that does one piece of work on one signal as often
// as it is asked to, and times itself: neither the pipe nor the start of Python
// counts. python_serve.py says how one talks with it.
type python struct {
	version string
	cmd     *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
}

// needs says what a script asks of an interpreter: a module and the package that
// has it.
type needs struct{ module, debian string }

// startPython starts a script in the first of the interpreters that has what it
// needs. It wraps ErrMissing where none has.
func startPython(interpreters []string, script string, n needs) (*python, error) {
	var errs []error
	for _, name := range interpreters {
		p, err := startScript(name, script)
		if err == nil {
			return p, nil
		}
		errs = append(errs, err)
	}
	return nil, fmt.Errorf("peers: %s: %w (on Debian: apt-get install %s): %w", n.module, ErrMissing, n.debian, errors.Join(errs...))
}

func startScript(interpreter, script string) (*python, error) {
	p := &python{cmd: exec.Command(interpreter, "-c", pythonServe+script)}
	var complaints bytes.Buffer
	p.cmd.Stderr = &complaints
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.out = bufio.NewReader(out)
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	if p.version, err = p.line(); err != nil {
		p.in.Close()
		p.cmd.Wait()
		return nil, fmt.Errorf("%s: %s", interpreter, lastLine(complaints.String()))
	}
	return p, nil
}

func lastLine(text string) string {
	text = strings.TrimSpace(text)
	return text[strings.LastIndexByte(text, '\n')+1:]
}

// give sends the line of parameters and the signal; on an error the process
// ends.
func (p *python) give(parameters string, signal any) error {
	if _, err := io.WriteString(p.in, parameters+"\n"); err != nil {
		return errors.Join(err, p.Close())
	}
	if err := binary.Write(p.in, binary.LittleEndian, signal); err != nil {
		return errors.Join(err, p.Close())
	}
	return nil
}

// Version says what runs: "scipy 1.10.1 numpy 1.24.2 python 3.11.2".
func (p *python) Version() string { return p.version }

// Run does the work so many times and returns the CPU time that it took in the
// process.
func (p *python) Run(times int) (time.Duration, error) {
	if _, err := fmt.Fprintf(p.in, "run %d\n", times); err != nil {
		return 0, err
	}
	line, err := p.line()
	if err != nil {
		return 0, err
	}
	ns, err := strconv.ParseInt(line, 10, 64)
	return time.Duration(ns), err
}

// result fills a slice of numbers with what the work gives.
func (p *python) result(numbers any) error {
	if _, err := fmt.Fprintln(p.in, "result"); err != nil {
		return err
	}
	return binary.Read(p.out, binary.LittleEndian, numbers)
}

func (p *python) line() (string, error) {
	line, err := p.out.ReadString('\n')
	return strings.TrimSpace(line), err
}

// Close ends the process.
func (p *python) Close() error {
	p.in.Close()
	return p.cmd.Wait()
}
