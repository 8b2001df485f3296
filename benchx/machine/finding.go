package machine

// Level says how much a finding matters.
type Level uint8

// The levels.
const (
	Fine    Level = iota // as it should be
	Notice               // no mistake, but it limits what can be measured
	Trouble              // measurements are worse than they need be
)

// String returns "fine", "notice" or "trouble".
func (l Level) String() string { return [...]string{"fine", "notice", "trouble"}[l] }

// MarshalText is String.
func (l Level) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// Finding is one thing about a machine that matters to who measures on it.
type Finding struct {
	Subject string `json:"subject"` // "frequency"
	Level   Level  `json:"level"`
	Says    string `json:"says"`         // what is so
	Do      string `json:"do,omitempty"` // what helps, "" where nothing does or need be done
}

// Worst is the highest level of some findings.
func Worst(findings []Finding) Level {
	worst := Fine
	for _, f := range findings {
		worst = max(worst, f.Level)
	}
	return worst
}
