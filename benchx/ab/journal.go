package ab

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

// A Header is the first line of a journal: what was measured, and how. A run
// goes on only where all of it but ID and Started is the same.
type Header struct {
	Format   int            `json:"benchx_ab"` // journalFormat
	ID       string         `json:"id"`        // of the run, in its texts
	Started  time.Time      `json:"started"`
	Versions [2]Version     `json:"versions"` // by Side
	Targets  []TargetHashes `json:"targets"`
	Settings Settings       `json:"settings"`
}

// A Version says which source a side was built from.
type Version struct {
	Ref    string `json:"ref"`    // as it was named: "main", "."
	Commit string `json:"commit"` // abbreviated, with +dirty for a changed working tree
}

// TargetHashes identify the binaries of a package.
type TargetHashes struct {
	Package string    `json:"package"`
	Hash    [2]string `json:"hash"` // by Side
}

// journalFormat is the version of the journal's format.
const journalFormat = 1

// An entry is any later line of a journal: one of its fields is set.
type entry struct {
	Survey *survey `json:"survey,omitempty"`
	Pair   *pair   `json:"pair,omitempty"`
	Spin   *spin   `json:"spin,omitempty"`
	End    Reason  `json:"end,omitempty"`
}

// JournalEnd is how the journal of a run ends that came to its end.
const JournalEnd = `{"end":"done"}` + "\n"

// done is the Reason in the line that JournalEnd is.
const done Reason = "done"

// A pair is what one slice gave on both sides. It is one line, so that a journal
// never holds half a pair.
type pair struct {
	Stage   stage            `json:"stage"`
	Round   int              `json:"round"` // 0-based
	Package string           `json:"package"`
	Asked   string           `json:"asked"` // fingerprint of the names
	First   Side             `json:"first"`
	At      time.Time        `json:"at"`
	Took    [2]time.Duration `json:"took"`    // by Side
	Samples [2][]Sample      `json:"samples"` // by Side
}

// stage tells pairs of the comparison from others.
type stage string

const (
	compared stage = "ab"           // old against new
	floor    stage = "aa"           // old against a copy of old
	counted  stage = "instructions" // old against new, by instructions
)

// spin is what a machine does in a round's pause.
type spin struct {
	Round int           `json:"round"`
	Took  time.Duration `json:"took"` // by a fixed amount of work
	Load  float64       `json:"load"` // load average over a minute, -1 where unknown
}

// A Journal is the record of a run on disk: one JSON value a line, appended as
// things happen.
type Journal struct {
	Header Header

	file    *os.File
	surveys map[surveyKey]*survey
	pairs   map[pairKey]*pair
	spins   map[int]*spin
}

type surveyKey struct {
	pkg  string
	side Side
}

type pairKey struct {
	stage stage
	round int
	pkg   string
	asked string
}

// ErrJournalExists says that a folder holds the journal of a run already.
var ErrJournalExists = errors.New("there is the journal of a run already")

// CreateJournal begins a journal at path, where there must be none.
func CreateJournal(path string, h Header) (*Journal, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, os.ErrExist) {
		return nil, fmt.Errorf("%s: %w", path, ErrJournalExists)
	}
	if err != nil {
		return nil, err
	}
	h.Format = journalFormat
	j := newJournal(f)
	j.Header = h
	if err := errors.Join(j.append(h), f.Sync()); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return j, nil
}

func newJournal(f *os.File) *Journal {
	return &Journal{
		file: f, surveys: map[surveyKey]*survey{}, pairs: map[pairKey]*pair{}, spins: map[int]*spin{},
	}
}

// OpenJournal reads the journal at path to go on with it. A last line that was
// not written to its end is cut off. With torn the header itself was.
func OpenJournal(path string) (j *Journal, torn bool, err error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, false, err
	}
	defer func() {
		if err != nil || torn {
			err = errors.Join(err, f.Close())
		}
	}()
	j = newJournal(f)
	whole, err := j.read(bufio.NewReader(f))
	if err != nil {
		return nil, false, fmt.Errorf("%s:%w", path, err)
	}
	if whole == 0 {
		return nil, true, nil
	}
	if err := f.Truncate(whole); err != nil {
		return nil, false, err
	}
	if _, err := f.Seek(whole, io.SeekStart); err != nil {
		return nil, false, err
	}
	return j, false, nil
}

// read takes all lines and returns how many bytes of them are whole.
func (j *Journal) read(r *bufio.Reader) (whole int64, err error) {
	for number := 1; ; number++ {
		line, err := r.ReadBytes('\n')
		if err == io.EOF {
			return whole, nil // what is left has no newline: it was torn
		}
		if err != nil {
			return 0, err
		}
		if err := j.line(line, number); err != nil {
			return 0, fmt.Errorf("%d: %w", number, err)
		}
		whole += int64(len(line))
	}
}

func (j *Journal) line(line []byte, number int) error {
	if number == 1 {
		if err := json.Unmarshal(line, &j.Header); err != nil || j.Header.Format == 0 {
			return errors.New("this is no journal of benchx ab")
		}
		if j.Header.Format != journalFormat {
			return fmt.Errorf("the journal has format %d, this benchx reads format %d", j.Header.Format, journalFormat)
		}
		return nil
	}
	var e entry
	if err := json.Unmarshal(line, &e); err != nil {
		return fmt.Errorf("damaged line: %w", err)
	}
	j.take(e)
	return nil
}

func (j *Journal) take(e entry) {
	switch {
	case e.Survey != nil:
		j.surveys[surveyKey{e.Survey.Package, e.Survey.Side}] = e.Survey
	case e.Pair != nil:
		j.pairs[e.Pair.key()] = e.Pair
	case e.End != "":
	case e.Spin != nil:
		j.spins[e.Spin.Round] = e.Spin
	}
}

func (p *pair) key() pairKey { return pairKey{p.Stage, p.Round, p.Package, p.Asked} }

// add appends an entry. It is on disk when sync is called; a crash of this
// process alone loses nothing.
func (j *Journal) add(e entry) error {
	j.take(e)
	return j.append(e)
}

func (j *Journal) append(v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = j.file.Write(append(line, '\n'))
	return err
}

func (j *Journal) sync() error { return j.file.Sync() }

// Close closes the file; a nil Journal has none.
func (j *Journal) Close() error {
	if j == nil {
		return nil
	}
	return j.file.Close()
}

// Mismatch says why the journal's run cannot go on as that of h, "" if it can.
func (j *Journal) Mismatch(h Header) string {
	was := j.Header
	for _, s := range Sides() {
		if was.Versions[s].Commit != h.Versions[s].Commit {
			return fmt.Sprintf("%s was commit %s and is %s", s, was.Versions[s].Commit, h.Versions[s].Commit)
		}
	}
	if diff := was.Settings.Diff(h.Settings); diff != "" {
		return "its settings were others: " + diff
	}
	if len(was.Targets) != len(h.Targets) {
		return fmt.Sprintf("it had %d packages, and there are %d", len(was.Targets), len(h.Targets))
	}
	for i, t := range h.Targets {
		old := was.Targets[i]
		if old.Package != t.Package {
			return fmt.Sprintf("it had package %s in the place of %s", old.Package, t.Package)
		}
		for _, s := range Sides() {
			if old.Hash[s] != t.Hash[s] {
				return fmt.Sprintf("the %s test binary of %s differs: its source or the toolchain has changed", s, t.Package)
			}
		}
	}
	return ""
}
