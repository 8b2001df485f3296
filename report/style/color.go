package style

import "fmt"

// RGB is an opaque sRGB colour.
type RGB struct{ R, G, B uint8 }

// Hex returns the colour as CSS and ECharts write it: "#0072b2".
func (c RGB) Hex() string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// RGBA implements image/color.Color.
func (c RGB) RGBA() (r, g, b, a uint32) {
	return uint32(c.R) * 0x101, uint32(c.G) * 0x101, uint32(c.B) * 0x101, 0xffff
}

func rgb(hex uint32) RGB { return RGB{uint8(hex >> 16), uint8(hex >> 8), uint8(hex)} }

// baseSeries is how many series are told apart by colour alone; from the next
// one on, dash and marker help.
const baseSeries = 6

// Series returns the colour of a slot. The first six are Okabe and Ito's
// colour-blind-safe palette (https://jfly.uni-koeln.de/color/) without its
// yellow, which is lost on white, and its black, which is lost on a dark page.
// The rest were chosen one by one as far as possible from all before them, for
// normal and for colour-blind sight, among colours that hold a contrast of 3:1
// on white and on near-black. Any slot is allowed: colours repeat after the
// last, negative slots count as 0.
func Series(slot int) RGB {
	palette := [...]uint32{
		0x0072b2, 0xd55e00, 0x009e73, 0xcc79a7, 0xe69f00, 0x56b4e9,
		0x90543c, 0x8478fc, 0xc00090, 0xc03000, 0x6c9048,
		0xa86084, 0x6c90cc, 0x3c7854, 0xe46c84, 0xc030b4,
		0x145afa, 0x46648c, 0xb4505a, 0xa06ea0, 0x8c5a6e,
		0x508c78, 0x6ea064, 0x8c6e3c,
	}
	return rgb(palette[max(slot, 0)%len(palette)])
}

// Dashes and Markers are how many dash patterns and marker shapes SeriesDash
// and SeriesMarker tell apart.
const (
	Dashes  = 4
	Markers = 6
)

// SeriesDash returns which dash pattern draws a slot's line: 0 is solid, for
// the first six slots.
func SeriesDash(slot int) int { return max(slot, 0) / baseSeries % Dashes }

// SeriesMarker returns which marker shape draws a slot's points: 0, a disc, for
// the first six slots, then the others in turn.
func SeriesMarker(slot int) int {
	if slot < baseSeries {
		return 0
	}
	return 1 + (slot-baseSeries)%(Markers-1)
}

// BetterColor is the colour of a clear improvement.
func BetterColor() RGB { return rgb(0x0072b2) }

// WorseColor is the colour of a clear regression. With BetterColor it stays a
// pair apart (CIEDE2000 ≥ 50) for every kind of colour blindness, where red and
// green fall to 4.
func WorseColor() RGB { return rgb(0xd55e00) }

// NeutralColor is the colour of what is neither, or of series in the
// background.
func NeutralColor() RGB { return rgb(0x9a9a9a) }
