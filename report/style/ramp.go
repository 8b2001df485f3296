package style

import "math"

// Viridis returns matplotlib's viridis scale at t in [0,1], dark to bright.
// Values outside are clamped, NaN is the start.
func Viridis(t float64) RGB {
	return ramp(t, 0x440154, 0x482878, 0x3e4a89, 0x31688e, 0x26828e,
		0x1f9e89, 0x35b779, 0x6dcd59, 0xb4de2c, 0xfde725)
}

// Cividis returns the cividis scale (Nuñez, Anderton, Renslow 2018) at t in
// [0,1], dark to bright. It looks the same with and without red-green
// blindness.
func Cividis(t float64) RGB {
	return ramp(t, 0x00204d, 0x00336f, 0x39486b, 0x575c6d, 0x707173,
		0x8a8779, 0xa69d75, 0xc4b56c, 0xe4cf5b, 0xffea46)
}

// Diverging returns a scale from blue (0, better) over light grey (0.5, equal)
// to orange (1, worse).
func Diverging(t float64) RGB {
	return ramp(t, 0x00406b, 0x0072b2, 0x6aaed6, 0xe6e6e6, 0xf0a35e, 0xd55e00, 0x7a3300)
}

// ramp interpolates linearly in sRGB between equally spaced stops.
func ramp(t float64, stops ...uint32) RGB {
	if !(t > 0) { // NaN too
		return rgb(stops[0])
	}
	if t >= 1 {
		return rgb(stops[len(stops)-1])
	}
	pos := t * float64(len(stops)-1)
	i := int(pos)
	f := pos - float64(i)
	return rgb(stops[i]).Mix(rgb(stops[i+1]), f)
}

// Mix returns c with the share t of d, linearly in sRGB; t is in [0,1].
func (c RGB) Mix(d RGB, t float64) RGB {
	mix := func(x, y uint8) uint8 { return uint8(math.Round(float64(x) + t*(float64(y)-float64(x)))) }
	return RGB{mix(c.R, d.R), mix(c.G, d.G), mix(c.B, d.B)}
}

// Luminance returns the relative luminance of WCAG 2, 0 for black to 1 for
// white.
func (c RGB) Luminance() float64 {
	lin := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*lin(c.R) + 0.7152*lin(c.G) + 0.0722*lin(c.B)
}

// Ink returns the colour for text on c: black or white, whichever contrasts
// more.
func (c RGB) Ink() RGB {
	// Contrast with white, 1.05/(L+0.05), equals that with black,
	// (L+0.05)/0.05, at L = √(1.05·0.05) − 0.05.
	if c.Luminance() > 0.179 {
		return rgb(0x000000)
	}
	return rgb(0xffffff)
}
