package ingest

// A slot is a place in a queue.
type slot struct {
	rec     Record
	held    bool // not complete yet: neither it nor what follows may leave
	dropped bool // turned out to be nothing
}

// A queue passes records on in the order of their lines. A record that later
// lines may still change (a sample whose log follows, a failure whose package
// is named further down) is held, and holds up what comes after it.
//
// Slots are named by their serial number. Samples and Started records are used
// again once their reader is done with them.
type queue struct {
	slots      []slot // a ring; its length is a power of two
	head, tail uint64 // serial numbers of the first slot and of the next one
	samples    []*Sample
	starts     []*Started
}

func newQueue() queue { return queue{slots: make([]slot, 16)} }

func (q *queue) at(n uint64) *slot { return &q.slots[n&uint64(len(q.slots)-1)] }

func (q *queue) len() int { return int(q.tail - q.head) }

// push appends a record and returns its serial number.
func (q *queue) push(rec Record, held bool) uint64 {
	if q.len() == len(q.slots) {
		q.grow()
	}
	*q.at(q.tail) = slot{rec: rec, held: held}
	q.tail++
	return q.tail - 1
}

func (q *queue) grow() {
	old := *q
	q.slots = make([]slot, 2*len(old.slots))
	for n := old.head; n < old.tail; n++ {
		*q.at(n) = *old.at(n)
	}
}

// pop returns the first record unless it is held.
func (q *queue) pop() Record {
	for q.head < q.tail {
		s := q.at(q.head)
		if s.held {
			return nil
		}
		q.head++
		rec := s.rec
		s.rec = nil
		if !s.dropped {
			return rec
		}
		q.recycle(rec)
	}
	return nil
}

func (q *queue) release(n uint64) { q.at(n).held = false }

func (q *queue) drop(n uint64) {
	s := q.at(n)
	s.held, s.dropped = false, true
}

// replace puts another record into a held slot.
func (q *queue) replace(n uint64, rec Record) { q.at(n).rec = rec }

func (q *queue) newSample() *Sample {
	if i := len(q.samples) - 1; i >= 0 {
		s := q.samples[i]
		q.samples = q.samples[:i]
		return s
	}
	return new(Sample)
}

func (q *queue) newStarted() *Started {
	if i := len(q.starts) - 1; i >= 0 {
		s := q.starts[i]
		q.starts = q.starts[:i]
		return s
	}
	return new(Started)
}

// recycle takes back a record that its reader is done with.
func (q *queue) recycle(rec Record) {
	switch r := rec.(type) {
	case *Sample:
		*r = Sample{Values: r.Values[:0]}
		q.samples = append(q.samples, r)
	case *Started:
		q.starts = append(q.starts, r)
	}
}
