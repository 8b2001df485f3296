package circuit

import (
	"fmt"
	"math/big"
	"regexp"
	"strings"
)

// size is a number and a unit.
var size = regexp.MustCompile(`^([0-9]+(?:\.[0-9]+)?) ?([A-Za-z]*)$`)

// byteUnits are the units of ParseBytes by their power: of 1024 with an i or a
// letter alone, of 1000 without.
const byteUnits = "KMGTPE"

// ParseBytes reads a number of bytes: "1048576", "512KiB", "8GiB", "1.5 TiB"; K,
// M, G … alone are binary, KB, MB, GB … decimal. A fraction of a byte is cut off.
func ParseBytes(text string) (int64, error) {
	parts := size.FindStringSubmatch(strings.TrimSpace(text))
	if parts == nil {
		return 0, fmt.Errorf("%q is no size: want a number of bytes, or one with a unit such as 512MiB, 8GiB or 80GB", text)
	}
	unit, err := unitOf(parts[2])
	if err != nil {
		return 0, fmt.Errorf("%q: %w", text, err)
	}
	exact, _ := new(big.Rat).SetString(parts[1])
	exact.Mul(exact, new(big.Rat).SetInt(unit))
	bytes := new(big.Int).Quo(exact.Num(), exact.Denom())
	if !bytes.IsInt64() {
		return 0, fmt.Errorf("%q %w", text, ErrOverflow)
	}
	return bytes.Int64(), nil
}

// unitOf returns how many bytes a unit is.
func unitOf(name string) (*big.Int, error) {
	base := int64(1024)
	prefix := strings.ToUpper(name)
	switch {
	case prefix == "" || prefix == "B":
		return big.NewInt(1), nil
	case strings.HasSuffix(prefix, "IB"):
		prefix = prefix[:len(prefix)-2]
	case strings.HasSuffix(prefix, "B"):
		prefix, base = prefix[:len(prefix)-1], 1000
	}
	power := strings.Index(byteUnits, prefix) + 1
	if len(prefix) != 1 || power == 0 {
		return nil, fmt.Errorf("unknown unit %q, want B, KiB, MiB, GiB, TiB, PiB, EiB, or KB, MB, GB … of 1000", name)
	}
	return new(big.Int).Exp(big.NewInt(base), big.NewInt(int64(power)), nil), nil
}

// Share returns a part of a number of bytes, rounded down: the part is a decimal
// such as "0.85" and taken as it is written.
func Share(bytes int64, part string) (int64, error) {
	r, ok := new(big.Rat).SetString(part)
	if !ok || strings.ContainsAny(part, "/eExXpP_") || r.Sign() <= 0 || r.Cmp(big.NewRat(1, 1)) > 0 {
		return 0, fmt.Errorf("%q is no part of a whole: want a decimal above 0 and at most 1, such as 0.85", part)
	}
	r.Mul(r, new(big.Rat).SetInt64(bytes))
	return new(big.Int).Quo(r.Num(), r.Denom()).Int64(), nil
}
