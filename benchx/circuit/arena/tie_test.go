package arena

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestTieMergesLifetimesAndSizes(t *testing.T) {
	buffers := []Buffer{
		{100, 0, 1}, // 0
		{100, 1, 2}, // 1: in place of 0
		{40, 0, 0},  // 2: pack, first
		{10, 3, 3},  // 3: alone
		{120, 2, 4}, // 4: in place of 1, larger
		{30, 5, 6},  // 5: pack, second
	}
	groups, err := Tie(buffers, []Alias{{1, 0}, {4, 1}}, [][]int{{2, 5}}, 64)
	require.NoError(t, err)
	assert.Equal(t, Groups{
		{Buffer{120, 0, 4}, []Member{{0, 0}, {1, 0}, {4, 0}}},
		{Buffer{94, 0, 6}, []Member{{2, 0}, {5, 64}}}, // 40 rounded up to 64, and 30
		{Buffer{10, 3, 3}, []Member{{3, 0}}},
	}, groups)

	offsets := groups.Offsets(&Plan{Offsets: []int64{128, 0, 256}})
	assert.Equal(t, []int64{128, 128, 0, 256, 128, 64}, offsets)
}

func TestTieLetsAPackHoldAliases(t *testing.T) {
	buffers := []Buffer{{8, 0, 1}, {8, 1, 2}, {8, 0, 0}}
	groups, err := Tie(buffers, []Alias{{1, 0}}, [][]int{{2, 1}}, 0)
	require.NoError(t, err)
	assert.Equal(t, Groups{{Buffer{16, 0, 2}, []Member{{0, 8}, {1, 8}, {2, 0}}}}, groups)
}

// A chain of transforms in place needs one buffer, whatever its length.
func TestTieInPlaceChainTakesOneBuffer(t *testing.T) {
	buffers := chain(20, 1<<24)
	var aliases []Alias
	for i := 1; i < len(buffers); i++ {
		aliases = append(aliases, Alias{Over: i, Under: i - 1})
	}
	groups, err := Tie(buffers, aliases, nil, 256)
	require.NoError(t, err)
	p, err := Pack(groups.Buffers(), Options{Align: 256})
	require.NoError(t, err)
	assert.EqualValues(t, 1<<24, p.Bytes)
}

func TestTieRefuses(t *testing.T) {
	buffers := []Buffer{{8, 0, 1}, {8, 1, 2}, {8, 0, 0}}
	tests := map[string]struct {
		buffers []Buffer
		aliases []Alias
		packs   [][]int
		align   int64
		message string
	}{
		"unknown over":         {aliases: []Alias{{3, 0}}, message: "alias of buffer 3 over buffer 0: there is no buffer 3 among 3"},
		"unknown under":        {aliases: []Alias{{0, -1}}, message: "there is no buffer -1 among 3"},
		"itself":               {aliases: []Alias{{2, 2}}, message: "buffer 2 is an alias of itself"},
		"unknown member":       {packs: [][]int{{0}, {1, 9}}, message: "pack 1: there is no buffer 9 among 3"},
		"two packs":            {packs: [][]int{{0, 1}, {2, 1}}, message: "pack 1: buffer 1, or one that shares its offset, is in pack 0 already"},
		"twice":                {packs: [][]int{{0, 1, 0}}, message: "pack 0: buffer 0 is in it twice"},
		"aliases in one pack":  {aliases: []Alias{{1, 0}}, packs: [][]int{{0, 1}}, message: "pack 0: buffer 1 is in it twice, or shares its offset"},
		"aliases in two packs": {aliases: []Alias{{1, 0}}, packs: [][]int{{0}, {1}}, message: "pack 1: buffer 1, or one that shares its offset, is in pack 0"},
		"bad buffer":           {buffers: []Buffer{{-8, 0, 1}}, message: "buffer 0: size -8 is negative"},
		"bad alignment":        {align: 3, message: "alignment 3"},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			b := buffers
			if tc.buffers != nil {
				b = tc.buffers
			}
			_, err := Tie(b, tc.aliases, tc.packs, tc.align)
			assert.ErrorContains(t, err, tc.message)
		})
	}
}

// Aliases share an offset, members of a pack follow one another, and what is tied
// in neither way shares no byte while both are alive.
func TestTieProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		buffers := drawBuffers(t, 20, 100)
		align := drawAlign(t)
		if len(buffers) == 0 {
			return
		}
		index := rapid.IntRange(0, len(buffers)-1)
		var aliases []Alias
		for range rapid.IntRange(0, 5).Draw(t, "aliases") {
			aliases = append(aliases, Alias{index.Draw(t, "over"), index.Draw(t, "under")})
		}
		packs := rapid.SliceOfN(rapid.SliceOfN(index, 0, 4), 0, 3).Draw(t, "packs")
		groups, err := Tie(buffers, aliases, packs, align)
		if err != nil {
			return // contradictions have their own test
		}
		p, err := Pack(groups.Buffers(), Options{Align: align, Effort: 200})
		require.NoError(t, err)
		offsets := groups.Offsets(p)
		require.Len(t, offsets, len(buffers))

		for _, a := range aliases {
			assert.Equal(t, offsets[a.Over], offsets[a.Under])
		}
		for _, pack := range packs {
			for k := 1; k < len(pack); k++ {
				before, i := pack[k-1], pack[k]
				assert.GreaterOrEqual(t, offsets[i], offsets[before]+buffers[before].Size)
			}
		}
		group := make([]int, len(buffers))
		for g := range groups {
			for _, m := range groups[g].Members {
				group[m.Buffer] = g
			}
		}
		for i, b := range buffers {
			assert.Zero(t, offsets[i]%max(1, align))
			assert.LessOrEqual(t, offsets[i]+b.Size, p.Offsets[group[i]]+groups[group[i]].Size)
			for j := range i {
				if group[i] != group[j] {
					assert.False(t, overlapping([]Buffer{b, buffers[j]}, []int64{offsets[i], offsets[j]}))
				}
			}
		}
	})
}
