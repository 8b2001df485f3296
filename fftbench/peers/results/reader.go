package results

import (
	"fmt"
	"io"
	"strconv"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/benchx/ingest"
)

// Read reads a run. What is no result of this package is an error: nothing of
// a table may go missing in silence.
func Read(r io.Reader, file string) (*Run, error) {
	run := &Run{}
	cells := map[Key]*Cell{}
	scanner := ingest.NewScanner(r, file)
	for scanner.Scan() {
		switch record := scanner.Record().(type) {
		case *ingest.Fact:
			run.Facts = append(run.Facts, record.Fact)
		case *ingest.Diagnostic:
			return nil, fmt.Errorf("%s", record)
		case *ingest.Sample:
			run.CPU = record.Machine.CPU
			if err := run.add(cells, record); err != nil {
				return nil, fmt.Errorf("%s: %w", record.Position, err)
			}
		}
	}
	return run, scanner.Err()
}

// add files a sample under its cell and entrant.
func (r *Run) add(cells map[Key]*Cell, s *ingest.Sample) error {
	if len(s.Values) != 1 {
		return fmt.Errorf("%s has %d values, want one", s.Name, len(s.Values))
	}
	key, entrant, err := parseName(s.Name)
	if err != nil {
		return err
	}
	c := cells[key]
	if c == nil {
		c = &Cell{Key: key}
		cells[key] = c
		r.Cells = append(r.Cells, c)
	}
	c.add(entrant, s.Values[0].Value)
	return nil
}

func (c *Cell) add(e Entrant, value float64) {
	for i := range c.Series {
		if c.Series[i].Entrant == e {
			c.Series[i].Values = append(c.Series[i].Values, value)
			return
		}
	}
	c.Series = append(c.Series, Series{Entrant: e, Values: []float64{value}})
}

// parseName reads what the Axes methods say.
func parseName(name string) (Key, Entrant, error) {
	bench, axes := ablation.ParseName(name)
	key, entrant := Key{Bench: bench, Precision: F32, Batch: 1}, Entrant{Goroutines: 1}
	var err error
	for _, a := range axes {
		switch a.Key {
		case KeyPrecision:
			key.Precision = a.Value
		case KeyN:
			key.N, err = strconv.Atoi(a.Value)
		case KeyBatch:
			key.Batch, err = strconv.Atoi(a.Value)
		case KeyLib:
			entrant.Lib = a.Value
		case KeyPlace:
			entrant.InPlace = a.Value == InPlace
		case KeyMode:
			entrant.Mode = a.Value
		case KeyGoroutines:
			entrant.Goroutines, err = strconv.Atoi(a.Value)
		default:
			err = fmt.Errorf("unknown axis %q", a.Key)
		}
		if err != nil {
			return key, entrant, fmt.Errorf("%s: %w", name, err)
		}
	}
	if entrant.Lib == "" {
		return key, entrant, fmt.Errorf("%s names no %s", name, KeyLib)
	}
	return key, entrant, nil
}
