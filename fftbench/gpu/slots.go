package gpu

// slots are the places for one batch each that runs take in turn.
type slots struct {
	count           int
	in, out         int64 // bytes of a batch
	stepIn, stepOut int64 // from one place to the next
	rowIn, rowOut   int64 // bytes of a row
}

const (
	// slotAlign is how slots are aligned: as allocations are.
	slotAlign = 256
	// coldCaches is how many times as large as the cache all slots are.
	coldCaches = 4
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
	each := l.stepIn + l.stepOut
	cold := (coldCaches*cache + each - 1) / each
	l.count = int(max(1, min(cold, mostSlots, free/slotsShare/each)))
	if l.count == 1 {
		l.stepIn, l.stepOut = in, out
	}
	return l
}

func alignUp(bytes int64) int64 { return (bytes + slotAlign - 1) / slotAlign * slotAlign }
