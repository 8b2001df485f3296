package sweep

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// request is one line from parent to child; the answer is one line with an
// Outcome.
type request struct {
	Batch int `json:"batch"`
}

// A Handler tries one batch size in the child.
type Handler func(batch int) Outcome

// Serve is the child's side of a [Worker]: it answers the requests on in, one
// JSON line each, until in ends. A panic of the handler becomes an outcome.
func Serve(in io.Reader, out io.Writer, h Handler) error {
	requests := json.NewDecoder(in)
	answers := json.NewEncoder(out)
	for {
		var r request
		switch err := requests.Decode(&r); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("sweep: reading a request: %w", err)
		}
		if err := answers.Encode(safely(h, r.Batch)); err != nil {
			return fmt.Errorf("sweep: writing an answer: %w", err)
		}
	}
}

func safely(h Handler, batch int) (o Outcome) {
	defer func() {
		if p := recover(); p != nil {
			o = Outcome{Batch: batch, Status: wire.Panic, Note: fmt.Sprint(p)}
		}
		o.Batch = batch
	}()
	return h(batch)
}

// readOutcome reads one answer.
func readOutcome(r *bufio.Reader) (Outcome, error) {
	line, err := r.ReadBytes('\n')
	if err != nil {
		return Outcome{}, err
	}
	var o Outcome
	if err := json.Unmarshal(line, &o); err != nil {
		return Outcome{}, fmt.Errorf("sweep: the child wrote %q, want an outcome: %w", line, err)
	}
	return o, nil
}
