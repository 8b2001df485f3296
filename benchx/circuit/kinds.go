package circuit

import (
	"maps"
	"slices"
)

// Kind is what a state is for; it determines how many units there are, how long
// they live and whether layers may touch it.
type Kind string

// The kinds of states. All but the first two are caches, which no node of a
// layer touches.
const (
	Recurrent Kind = "recurrent" // one unit a slot: a filter's tail, a recurrence
	PagedKV   Kind = "paged_kv"  // one unit a token of a pool of blocks

	PrefixSnapshot    Kind = "prefix_snapshot"
	RingSnapshot      Kind = "ring_snapshot"
	CarryStash        Kind = "carry_stash"
	CarryTable        Kind = "carry_table"
	VerifyTable       Kind = "verify_table"
	AcceptStash       Kind = "accept_stash"
	HiddenCapture     Kind = "hidden_capture"
	PromptLookupIndex Kind = "prompt_lookup_index"
	TokenTreeMask     Kind = "token_tree_mask"
	DraftTokens       Kind = "draft_tokens"
)

// Verify says what a recurrent state keeps while steps may be taken back: one
// unit for each step of its own, or for each step of all.
type Verify string

// The rules; without one a state cannot be taken back.
const (
	NoVerify  Verify = ""
	HSteps    Verify = "h_steps"
	ConvSteps Verify = "conv_steps"
)

// Holding is a part of a state's memory with its own number of units.
type Holding string

// The holdings.
const (
	Live       Holding = "live"
	Steps      Holding = "steps"
	Checkpoint Holding = "checkpoint"
	Blocks     Holding = "blocks"
	Cache      Holding = "cache"
	Host       Holding = "host" // a cache in the host's memory, listed and never charged
)

// Lifetime says how long a unit lives.
type Lifetime string

// The lifetimes.
const (
	ModelLife    Lifetime = "model"
	SequenceLife Lifetime = "sequence"
	VerifyLife   Lifetime = "verify"
	SnapshotLife Lifetime = "snapshot"
)

// holdingRule is how many units of a holding there are. Its expression reads
// counts, of which those that are missing are zero.
type holdingRule struct {
	holding  Holding
	lifetime Lifetime
	units    Expr
	unit     string // what one unit is
	verify   Verify // only for states with this rule
	pool     Section
}

// kindRule is what a kind determines.
type kindRule struct {
	holdings []holdingRule
	law      Expr // bytes over units and elements, instead of their product
	host     bool
}

// kindRules are never changed. The counts they read: slots and channels;
// verify_slots, h_steps (of all verify slots together) and conv_steps (of one)
// where steps may be taken back; blocks × block_size and draft_blocks ×
// draft_block_size; and for caches those of the same name.
var kindRules = map[Kind]kindRule{
	Recurrent: {holdings: []holdingRule{
		{holding: Live, lifetime: SequenceLife, units: MustParse("slots"), unit: "slots"},
		{holding: Steps, lifetime: VerifyLife, units: MustParse("h_steps"), unit: "steps", verify: HSteps},
		{holding: Steps, lifetime: VerifyLife, units: MustParse("conv_steps*verify_slots"), unit: "steps", verify: ConvSteps},
		{holding: Checkpoint, lifetime: VerifyLife, units: MustParse("verify_slots"), unit: "verify slots"},
	}},
	PagedKV: {holdings: []holdingRule{
		{holding: Blocks, lifetime: ModelLife, units: MustParse("blocks*block_size"), unit: "tokens", pool: Main},
		{holding: Blocks, lifetime: ModelLife, units: MustParse("draft_blocks*draft_block_size"), unit: "tokens", pool: Draft},
	}},
	PrefixSnapshot:    cache("snapshots", SnapshotLife, "snapshots"),
	RingSnapshot:      cache("ring_depth*ring_slots", SnapshotLife, "snapshots"),
	CarryStash:        cache("carry_slots", VerifyLife, "verify slots"),
	CarryTable:        cache("carry_rows", ModelLife, "rows"),
	VerifyTable:       cache("verify_rows", ModelLife, "rows"),
	AcceptStash:       cache("accept_rows", VerifyLife, "rows"),
	HiddenCapture:     cache("capture_rows", SequenceLife, "rows"),
	PromptLookupIndex: lookupIndex(),
	TokenTreeMask:     cache("tree_slots*tree_nodes*tree_nodes", VerifyLife, "mask entries"),
	DraftTokens:       cache("tree_slots*tree_nodes", VerifyLife, "tokens"),
}

func cache(units string, lifetime Lifetime, unit string) kindRule {
	return kindRule{holdings: []holdingRule{{holding: Cache, lifetime: lifetime, units: MustParse(units), unit: unit}}}
}

// lookupIndex holds a hash table of 16-byte entries for each sequence.
func lookupIndex() kindRule {
	r := cache("lookup_sequences*lookup_history", SequenceLife, "entries")
	r.holdings[0].holding = Host
	r.law = MustParse("lookup_sequences*hash_table(lookup_history,16)")
	r.host = true
	return r
}

// Kinds returns the kinds in alphabetical order.
func Kinds() []Kind { return slices.Sorted(maps.Keys(kindRules)) }

// IsCache reports whether a state of the kind is a cache.
func (k Kind) IsCache() bool { return k != Recurrent && k != PagedKV }

// CountUnits says what one unit of a kind is, and which counts give their
// number, for people.
func (k Kind) CountUnits() (unit string, counts string) {
	r, ok := kindRules[k]
	if !ok {
		return "", ""
	}
	return r.holdings[0].unit, r.holdings[0].units.String()
}
