package ablation

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

// KeyFamily is the source in a Keys map that stands for the benchmark's family:
// with variant=.name every benchmark function is a variant.
const KeyFamily = ".name"

// ParseKeys reads "variant=algo,n=size,batch=rows", which says by what name
// another project's benchmarks call a study axis. The left side is a study axis
// (variant, dir, n, batch, device, precision). The right side is an axis key of
// that project, "/2" for the second part after the family where parts have no
// keys, or ".name" for the family itself. Rows keep their own names; the map
// only tells how they are read.
func ParseKeys(text string) (map[string]string, error) {
	keys := map[string]string{}
	used := map[string]string{}
	for word := range strings.SplitSeq(text, ",") {
		word = strings.TrimSpace(word)
		if word == "" {
			continue
		}
		axis, source, ok := strings.Cut(word, "=")
		if !ok || source == "" {
			return nil, fmt.Errorf("key %q: want axis=name, such as variant=algo", word)
		}
		if !slices.Contains(wire.StudyAxes(), axis) {
			return nil, fmt.Errorf("key %q: no study axis %q; there are %s", word, axis, strings.Join(wire.StudyAxes(), ", "))
		}
		if old, twice := keys[axis]; twice {
			return nil, fmt.Errorf("key %q: axis %s is already %s", word, axis, old)
		}
		if other, twice := used[source]; twice {
			return nil, fmt.Errorf("key %q: %s is already the axis %s", word, source, other)
		}
		keys[axis], used[source] = source, axis
	}
	return keys, nil
}

// FormatKeys writes keys in the form that ParseKeys reads, axes in study order.
func FormatKeys(keys map[string]string) string {
	var words []string
	for _, axis := range wire.StudyAxes() {
		if source, ok := keys[axis]; ok {
			words = append(words, axis+"="+source)
		}
	}
	return strings.Join(words, ",")
}

// UnusedKeys returns those of the report's keys whose source none of its rows
// has.
func UnusedKeys(r *Report) map[string]string {
	if len(r.Keys) == 0 {
		return nil
	}
	unused := maps.Clone(r.Keys)
	reader := newAxisReader(r.Keys)
	delete(unused, reader.family)
	for i := range r.Rows {
		for at, a := range r.Rows[i].Axes {
			delete(unused, reader.axis(at, a.Key))
		}
	}
	return unused
}

// An axisReader finds the study's axes in the names of rows.
type axisReader struct {
	byKey  map[string]string // axis key in a name → study axis
	byPart map[int]string    // 1-based part without a key → study axis
	family string            // study axis that the family stands for, or ""
}

func newAxisReader(keys map[string]string) axisReader {
	r := axisReader{byKey: map[string]string{}, byPart: map[int]string{}}
	for _, axis := range wire.StudyAxes() {
		source, mapped := keys[axis]
		switch {
		case !mapped:
			// An axis named like a mapped one, such as a literal "n" beside
			// n=size, is claimed by the mapping below whichever comes first.
			if _, taken := r.byKey[axis]; !taken {
				r.byKey[axis] = axis
			}
		case source == KeyFamily:
			r.family = axis
		default:
			if part, ok := strings.CutPrefix(source, "/"); ok {
				if k, err := strconv.Atoi(part); err == nil {
					r.byPart[k] = axis
					continue
				}
				source = part
			}
			r.byKey[source] = axis
		}
	}
	return r
}

// axes are a row's values on the study's axes.
type axes struct {
	variant, dir, device, precision string
	n, batch                        int
	extra                           string // the other axes, "k=v/k=v"
	name                            string // the family, "" where it stands for an axis
}

// transform reports whether the row is one of a study of transforms: it names a
// variant, a size and a direction.
func (a *axes) transform() bool { return a.variant != "" && a.n > 0 && a.dir != "" }

// axis returns the study axis that the part with index at stands for, or "".
func (r axisReader) axis(at int, key string) string {
	if key == "" {
		return r.byPart[at+1]
	}
	return r.byKey[key]
}

func (r axisReader) read(row *Row) axes {
	out := axes{name: row.Name}
	if r.family != "" && out.set(r.family, row.Name) {
		out.name = ""
	}
	var extra []byte
	for i, a := range row.Axes {
		axis := r.axis(i, a.Key)
		if axis != "" && out.set(axis, a.Value) {
			continue
		}
		if len(extra) > 0 {
			extra = append(extra, '/')
		}
		extra = appendAxis(extra, a)
	}
	out.extra = string(extra)
	return out
}

// set stores value on the named axis; false where the axis is taken already or
// the value is no value of it, so that the part stays an axis of its own.
func (a *axes) set(axis, value string) bool {
	switch axis {
	case wire.AxisVariant:
		return setWord(&a.variant, value)
	case wire.AxisDir:
		return setWord(&a.dir, value)
	case wire.AxisDevice:
		return setWord(&a.device, value)
	case wire.AxisPrecision:
		return setWord(&a.precision, value)
	case wire.AxisN:
		return setCount(&a.n, value)
	case wire.AxisBatch:
		return setCount(&a.batch, value)
	}
	return false
}

func setWord(dst *string, value string) bool {
	if *dst != "" || value == "" {
		return false
	}
	*dst = value
	return true
}

func setCount(dst *int, value string) bool {
	n, err := strconv.Atoi(value)
	if err != nil || n <= 0 || *dst != 0 {
		return false
	}
	*dst = n
	return true
}

func cloneKeys(keys map[string]string) map[string]string {
	if len(keys) == 0 {
		return nil
	}
	return maps.Clone(keys)
}
