package gpu

// slots are the places for one batch each that runs take in turn.
type slots struct {
	count           int
	in, out         int64 // bytes of a batch
	stepIn, stepOut int64 // from one place to the next
	rowIn, rowOut   int64 // bytes of a row
	rounds          int   // that a graph makes of all slots
}

// runs is how many a graph holds.
func (l slots) runs() int { return l.count * l.rounds }

const (
	// slotAlign is how slots are aligned: as allocations are.
	slotAlign = 256
	// coldCaches is how many times as large as the cache all slots are: what stays
	// of a row in a cache that forgets at random until its turn comes again is 2 %.
	coldCaches = 4
	// graphCaches is how much the runs of a graph read and write at least, if they
	// are short: one graph after the other costs the device a microsecond or two.
	graphCaches = 8
	// someCache is that of a device that does not tell.
	someCache = 64 << 20
	// mostSlots bounds the graphs. Works of less than 1/256 of the cache find it
	// warm.
	mostSlots = 1024
	// slotsShare is which part of the free memory slots may take beyond the
	// first: they share it with what is yet to be allocated.
	slotsShare = 4
)

// slots lays out batches of so many bytes.
func (s *Session) slots(in, out int64) (slots, error) {
	free, err := s.Free()
	if err != nil {
		return slots{}, err
	}
	return layOut(in, out, int64(s.Device().L2Bytes), free), nil
}

func layOut(in, out, cache, free int64) slots {
	l := slots{in: in, out: out, stepIn: alignUp(in), stepOut: alignUp(out)}
	if cache <= 0 {
		cache = someCache
	}
	each := l.stepIn + l.stepOut
	cold := (coldCaches*cache + each - 1) / each
	l.count = int(max(1, min(cold, mostSlots, free/slotsShare/each)))
	all := each * int64(l.count)
	l.rounds = int(max(1, min((graphCaches*cache+all-1)/all, int64(mostSlots/l.count))))
	if l.count == 1 {
		l.stepIn, l.stepOut = in, out
	}
	return l
}

func alignUp(bytes int64) int64 { return (bytes + slotAlign - 1) / slotAlign * slotAlign }
