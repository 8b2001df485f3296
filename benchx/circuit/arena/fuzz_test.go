package arena

import (
	"encoding/binary"
	"testing"
)

// FuzzPack reads an alignment and buffers from bytes, wild numbers included: Pack
// must refuse them or give a plan that is valid and no better than possible.
func FuzzPack(f *testing.F) {
	f.Add([]byte{0})
	f.Add([]byte{8, 0, 100, 0, 0, 1, 0, 200, 0, 1, 1})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) == 0 {
			return
		}
		o := Options{Align: int64(1) << (data[0] & 15), Effort: 50}
		var buffers []Buffer
		for data = data[1:]; len(data) >= 5 && len(buffers) < 60; data = data[5:] {
			size := int64(binary.BigEndian.Uint16(data[1:]))
			first := int(data[3])
			last := first + int(data[4])
			switch data[0] & 7 {
			case 1:
				size <<= 47 // the sum may overflow
			case 2:
				size = -size
			case 3:
				last = first - int(data[4])
			}
			buffers = append(buffers, Buffer{size, first, last})
		}
		p, err := Pack(buffers, o)
		if err != nil {
			return
		}
		if err := p.Validate(buffers); err != nil {
			t.Fatal(err)
		}
		if overlapping(buffers, p.Offsets) || p.Bytes < p.LowerBound || p.LowerBound < mostAlive(buffers) {
			t.Fatalf("%d bytes, bound %d", p.Bytes, p.LowerBound)
		}
	})
}
