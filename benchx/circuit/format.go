package circuit

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Format is how numbers are stored: a plain type, or small numbers that share
// scales. The zero Format is absent.
type Format struct {
	name   string // the spelling
	layout layout
	bits   int64 // of one number
	rows   int64 // of a block that shares a scale
	group  int64 // numbers in a row that share a scale: the g of g<n>, the columns of a block
}

// layout is which numbers share a scale.
type layout uint8

const (
	plainLayout   layout = iota
	tensorLayout         // one scale, f32
	tokenLayout          // one for each row, f32
	channelLayout        // one for each output channel, f32; weights only
	groupLayout          // one for each group in a row, f32
	blockLayout          // one for each block of rows × columns, f32; weights only
	nvfp4Layout          // one of 8 bits for each group, and one f32 for each row or weight
	mxfp4Layout          // one of 8 bits for each group
	int4Layout           // one of 16 bits for each group
)

// plainBits are the types without scales, with the bits of one number.
var plainBits = map[string]int64{
	"u8": 8, "i8": 8, "fp8": 8, "i16": 16, "f16": 16, "bf16": 16, "i32": 32, "u32": 32, "f32": 32,
	"i64": 64, "u64": 64, "f64": 64, "c64": 64, "c128": 128,
}

// ParseFormat reads the spelling of a format: one of the plain types, or
// fp8/tensor, fp8/token, fp8/channel, fp8/g<n>, fp8/block<r>x<c>, nvfp4/g<n>,
// mxfp4/g32 or int4/g<n>. String gives it back.
func ParseFormat(name string) (Format, error) {
	if bits, ok := plainBits[name]; ok {
		return Format{name: name, bits: bits}, nil
	}
	f := Format{name: name}
	number, scales, _ := strings.Cut(name, "/")
	group, isGroup := groupOf(scales)
	switch {
	case number == "fp8" && scales == "tensor":
		f.layout, f.bits = tensorLayout, 8
	case number == "fp8" && scales == "token":
		f.layout, f.bits = tokenLayout, 8
	case number == "fp8" && scales == "channel":
		f.layout, f.bits = channelLayout, 8
	case number == "fp8" && isGroup:
		f.layout, f.bits, f.group = groupLayout, 8, group
	case number == "nvfp4" && isGroup:
		f.layout, f.bits, f.group = nvfp4Layout, 4, group
	case number == "mxfp4" && scales == "g32":
		f.layout, f.bits, f.group = mxfp4Layout, 4, 32
	case number == "int4" && isGroup:
		f.layout, f.bits, f.group = int4Layout, 4, group
	default:
		var ok bool
		if f.rows, f.group, ok = blockOf(scales); !ok || number != "fp8" {
			return Format{}, fmt.Errorf("unknown format %q, want one of %s, fp8/tensor, fp8/token, fp8/channel, fp8/g<n>, fp8/block<r>x<c>, nvfp4/g<n>, mxfp4/g32, int4/g<n>",
				name, strings.Join(slices.Sorted(maps.Keys(plainBits)), ", "))
		}
		f.layout, f.bits = blockLayout, 8
	}
	return f, nil
}

// MustFormat is ParseFormat of a spelling in the source; it panics on a wrong
// one.
func MustFormat(name string) Format {
	f, err := ParseFormat(name)
	if err != nil {
		panic(err)
	}
	return f
}

// groupOf reads g<n>, blockOf block<r>x<c>, both in the one spelling that String
// gives back.
func groupOf(s string) (int64, bool) {
	digits, ok := strings.CutPrefix(s, "g")
	n, isSize := sizeOf(digits)
	return n, ok && isSize
}

func blockOf(s string) (rows, cols int64, ok bool) {
	both, ok := strings.CutPrefix(s, "block")
	r, c, isPair := strings.Cut(both, "x")
	rows, isRows := sizeOf(r)
	cols, isCols := sizeOf(c)
	return rows, cols, ok && isPair && isRows && isCols
}

func sizeOf(digits string) (int64, bool) {
	n, err := strconv.ParseInt(digits, 10, 32)
	return n, err == nil && n > 0 && strconv.FormatInt(n, 10) == digits
}

// String returns the spelling.
func (f Format) String() string { return f.name }

// Absent reports whether no format was given.
func (f Format) Absent() bool { return f.name == "" }

// ElementBytes returns the bytes of one number of a plain type; ok is false for
// a format with scales or with numbers of less than a byte.
func (f Format) ElementBytes() (bytes int64, ok bool) {
	return f.bits / 8, f.layout == plainLayout && f.bits > 0
}

// ActivationBytes returns the bytes of rows × dim numbers between nodes, scales
// included. Scales per channel or block of rows are for weights only, since the
// rows of an activation come and go.
func (f Format) ActivationBytes(rows, dim int64) (int64, error) {
	switch f.layout {
	case channelLayout, blockLayout:
		return 0, fmt.Errorf("format %s is for weights only", f)
	case nvfp4Layout:
		return f.bytes(rows, dim, rows)
	}
	return f.bytes(rows, dim, 0)
}

// WeightBytes returns the bytes of a weight of out × k numbers, scales
// included: k are the inputs of each of the out channels.
func (f Format) WeightBytes(out, k int64) (int64, error) {
	if f.layout == nvfp4Layout {
		return f.bytes(out, k, 1)
	}
	return f.bytes(out, k, 0)
}

// bytes adds the numbers and their scales; wide counts the scales of four bytes
// that nvfp4 has beside those of its groups.
func (f Format) bytes(rows, dim, wide int64) (int64, error) {
	numbers, err := product(rows, dim, f.bits)
	if err != nil {
		// In bits it may overflow where bytes do not.
		if numbers, err = product(rows, dim, f.bits/8); err != nil || f.bits < 8 {
			return 0, fmt.Errorf("%d × %d of %s: %w", rows, dim, f, ErrOverflow)
		}
	} else if numbers%8 != 0 {
		return 0, fmt.Errorf("%d × %d of %s are no whole bytes", rows, dim, f)
	} else {
		numbers /= 8
	}
	scales, err := f.scaleBytes(rows, dim, wide)
	if err != nil {
		return 0, err
	}
	return add(numbers, scales)
}

func (f Format) scaleBytes(rows, dim, wide int64) (int64, error) {
	switch f.layout {
	case tensorLayout:
		return 4, nil
	case tokenLayout, channelLayout:
		return mul(4, rows)
	case blockLayout:
		return product(4, ceilDiv(rows, f.rows), ceilDiv(dim, f.group))
	case plainLayout:
		return 0, nil
	}
	if dim%f.group != 0 {
		return 0, fmt.Errorf("rows of %d are no whole groups of %s", dim, f)
	}
	each := map[layout]int64{groupLayout: 4, nvfp4Layout: 1, mxfp4Layout: 1, int4Layout: 2}[f.layout]
	groups, err := product(each, rows, dim/f.group)
	if err != nil {
		return 0, err
	}
	rest, err := mul(4, wide)
	if err != nil {
		return 0, err
	}
	return add(groups, rest)
}
