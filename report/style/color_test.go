package style

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// sight is a way of seeing: Machado, Oliveira, Fernandes (2009), table for
// severity 1, applied to linear RGB.
type sight struct {
	name   string
	matrix [9]float64
}

func sights() []sight {
	return []sight{
		{"normal", [9]float64{1, 0, 0, 0, 1, 0, 0, 0, 1}},
		{"protan", [9]float64{
			0.152286, 1.052583, -0.204868,
			0.114503, 0.786281, 0.099216,
			-0.003882, -0.048116, 1.051998}},
		{"deutan", [9]float64{
			0.367322, 0.860646, -0.227968,
			0.280085, 0.672501, 0.047413,
			-0.011820, 0.042940, 0.968881}},
		{"tritan", [9]float64{
			1.255528, -0.076749, -0.178779,
			-0.078411, 0.930809, 0.147602,
			0.004733, 0.691367, 0.303900}},
	}
}

// lab returns the colour as seen, in CIE L*a*b* under D65.
func (s sight) lab(c RGB) [3]float64 {
	var lin [3]float64
	for i, v := range [3]uint8{c.R, c.G, c.B} {
		x := float64(v) / 255
		if x <= 0.04045 {
			lin[i] = x / 12.92
		} else {
			lin[i] = math.Pow((x+0.055)/1.055, 2.4)
		}
	}
	mul := func(m [9]float64, v [3]float64) (r [3]float64) {
		for i := range r {
			r[i] = m[3*i]*v[0] + m[3*i+1]*v[1] + m[3*i+2]*v[2]
		}
		return r
	}
	seen := mul(s.matrix, lin)
	for i := range seen {
		seen[i] = math.Min(math.Max(seen[i], 0), 1)
	}
	xyz := mul([9]float64{
		0.4124564, 0.3575761, 0.1804375,
		0.2126729, 0.7151522, 0.0721750,
		0.0193339, 0.1191920, 0.9503041}, seen)
	f := func(t float64) float64 {
		if t > 216.0/24389 {
			return math.Cbrt(t)
		}
		return (24389.0/27*t + 16) / 116
	}
	x, y, z := f(xyz[0]/0.95047), f(xyz[1]), f(xyz[2]/1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// ciede2000 is the colour difference of Sharma, Wu, Dalal (2005).
func ciede2000(p, q [3]float64) float64 {
	const rad = math.Pi / 180
	pow7 := func(x float64) float64 { return math.Pow(x, 7) }
	hue := func(b, a float64) float64 {
		if a == 0 && b == 0 {
			return 0
		}
		h := math.Atan2(b, a) / rad
		if h < 0 {
			h += 360
		}
		return h
	}
	c1, c2 := math.Hypot(p[1], p[2]), math.Hypot(q[1], q[2])
	cm := pow7((c1 + c2) / 2)
	g := 0.5 * (1 - math.Sqrt(cm/(cm+pow7(25))))
	a1, a2 := (1+g)*p[1], (1+g)*q[1]
	c1, c2 = math.Hypot(a1, p[2]), math.Hypot(a2, q[2])
	h1, h2 := hue(p[2], a1), hue(q[2], a2)
	dh := h2 - h1
	switch {
	case c1*c2 == 0:
		dh = 0
	case dh > 180:
		dh -= 360
	case dh < -180:
		dh += 360
	}
	dL, dC := q[0]-p[0], c2-c1
	dH := 2 * math.Sqrt(c1*c2) * math.Sin(dh/2*rad)
	lm, cbar := (p[0]+q[0])/2, (c1+c2)/2
	hm := h1 + h2
	switch {
	case c1*c2 == 0:
	case math.Abs(h1-h2) <= 180:
		hm /= 2
	case hm < 360:
		hm = (hm + 360) / 2
	default:
		hm = (hm - 360) / 2
	}
	t := 1 - 0.17*math.Cos((hm-30)*rad) + 0.24*math.Cos(2*hm*rad) +
		0.32*math.Cos((3*hm+6)*rad) - 0.20*math.Cos((4*hm-63)*rad)
	l50 := (lm - 50) * (lm - 50)
	sl := 1 + 0.015*l50/math.Sqrt(20+l50)
	sc := 1 + 0.045*cbar
	sh := 1 + 0.015*cbar*t
	rc := 2 * math.Sqrt(pow7(cbar)/(pow7(cbar)+pow7(25)))
	rt := -math.Sin(2*30*math.Exp(-(hm-275)/25*(hm-275)/25)*rad) * rc
	l, c, h := dL/sl, dC/sc, dH/sh
	return math.Sqrt(l*l + c*c + h*h + rt*c*h)
}

// difference is the smallest CIEDE2000 between two colours over all sights.
func difference(a, b RGB) float64 {
	least := math.Inf(1)
	for _, s := range sights() {
		least = math.Min(least, ciede2000(s.lab(a), s.lab(b)))
	}
	return least
}

// TestCIEDE2000 checks the measuring stick against pairs 1, 7, 17 and 25 of
// Sharma, Wu, Dalal, table 1.
func TestCIEDE2000(t *testing.T) {
	for _, c := range []struct {
		p, q [3]float64
		want float64
	}{
		{[3]float64{50, 2.6772, -79.7751}, [3]float64{50, 0, -82.7485}, 2.0425},
		{[3]float64{50, 0, 0}, [3]float64{50, -1, 2}, 2.3669},
		{[3]float64{50, 2.5, 0}, [3]float64{73, 25, -18}, 27.1492},
		{[3]float64{60.2574, -34.0099, 36.2677}, [3]float64{60.4626, -34.1751, 39.4387}, 1.2644},
	} {
		assert.InDelta(t, c.want, ciede2000(c.p, c.q), 1e-4)
	}
}

// TestSeriesApart holds the palette apart for every kind of sight. Okabe and
// Ito's seven without black measure 21.7 / 12.2 / 11.6 / 10.9 (normal, protan,
// deutan, tritan); Tableau's ten fall to 0.7.
func TestSeriesApart(t *testing.T) {
	for _, c := range []struct {
		slots int
		least float64
	}{{6, 10.8}, {8, 10.8}, {12, 8.9}, {16, 6.9}, {24, 5.7}} {
		for i := range c.slots {
			for j := range i {
				assert.GreaterOrEqual(t, difference(Series(i), Series(j)), c.least,
					"slots %d and %d", j, i)
			}
		}
	}
}

func TestSeriesContrast(t *testing.T) {
	nearBlack := RGB{0x12, 0x12, 0x12}
	for slot := range 24 {
		c := Series(slot)
		least := 3.0
		if slot < baseSeries {
			least = 2.1 // orange and sky blue are light on white
		}
		assert.GreaterOrEqual(t, contrast(c, RGB{255, 255, 255}), least, "slot %d on white", slot)
		assert.GreaterOrEqual(t, contrast(c, nearBlack), 3.0, "slot %d on near-black", slot)
	}
}

func contrast(a, b RGB) float64 {
	x, y := a.Luminance()+0.05, b.Luminance()+0.05
	return math.Max(x, y) / math.Min(x, y)
}

func TestVerdictColours(t *testing.T) {
	assert.GreaterOrEqual(t, difference(BetterColor(), WorseColor()), 49.0)
	assert.Equal(t, "#0072b2", BetterColor().Hex())
	assert.Equal(t, "#d55e00", WorseColor().Hex())
}

func TestAnySlot(t *testing.T) {
	seen := map[[3]any]int{}
	for slot := -3; slot < 200; slot++ {
		assert.True(t, SeriesDash(slot) >= 0 && SeriesDash(slot) < Dashes)
		assert.True(t, SeriesMarker(slot) >= 0 && SeriesMarker(slot) < Markers)
		if slot < 0 || slot >= 48 {
			continue
		}
		key := [3]any{Series(slot), SeriesDash(slot), SeriesMarker(slot)}
		other, dup := seen[key]
		assert.False(t, dup, "slots %d and %d look alike", other, slot)
		seen[key] = slot
	}
	for slot := range baseSeries {
		assert.Zero(t, SeriesDash(slot)+SeriesMarker(slot))
	}
	assert.NotZero(t, SeriesDash(6))
	assert.NotZero(t, SeriesMarker(6))
}

func TestRamps(t *testing.T) {
	for name, f := range map[string]func(float64) RGB{"viridis": Viridis, "cividis": Cividis} {
		last := -1.0
		for i := range 101 {
			l := f(float64(i) / 100).Luminance()
			assert.Greater(t, l, last, "%s brightens at %d %%", name, i)
			last = l
		}
		assert.Equal(t, f(0), f(math.NaN()))
		assert.Equal(t, f(0), f(-7))
		assert.Equal(t, f(1), f(math.Inf(1)))
	}
	assert.Equal(t, RGB{0x44, 0x01, 0x54}, Viridis(0))
	assert.Equal(t, RGB{0xfd, 0xe7, 0x25}, Viridis(1))
	for _, x := range []float64{0.1, 0.2, 0.3, 0.4, 0.5} {
		lo, hi := Diverging(0.5-x), Diverging(0.5+x)
		assert.Greater(t, lo.B, lo.R, "blue side")
		assert.Greater(t, hi.R, hi.B, "orange side")
	}
	mid := Diverging(0.5)
	assert.Equal(t, mid.R, mid.B)
}

func TestInk(t *testing.T) {
	black, white := RGB{}, RGB{255, 255, 255}
	for i := range 50 {
		c := Viridis(float64(i) / 49)
		best := white
		if contrast(c, black) > contrast(c, white) {
			best = black
		}
		assert.Equal(t, best, c.Ink(), "%v", c)
	}
}
