package comment

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fftstudy/fftstudy/report/style"
)

// property is something that a machine is described by.
type property struct {
	name string
	of   func(*Machine) string
}

func properties() []property {
	return []property{
		{"CPU", func(m *Machine) string { return m.CPU }},
		{"number of cores", func(m *Machine) string {
			if m.Cores == 0 {
				return ""
			}
			return strconv.Itoa(m.Cores)
		}},
		{"GPU", func(m *Machine) string { return m.GPU }},
		{"system", func(m *Machine) string { return strings.Trim(m.GOOS+"/"+m.GOARCH, "/") }},
		{"Go version", func(m *Machine) string { return m.Go }},
		{"instruction set", func(m *Machine) string { return m.ISA }},
	}
}

// shownValues is how many machines of one side are named.
const shownValues = 3

// all names the distinct values of a property over a side's machines, each
// written by write.
func (s *Side) all(of func(*Machine) string, write func(string) string) string {
	var values []string
	for i := range s.Machines {
		v := of(&s.Machines[i])
		if v == "" {
			continue
		}
		if v = write(v); !slices.Contains(values, v) {
			values = append(values, v)
		}
	}
	switch {
	case len(values) == 0:
		return style.Missing
	case len(values) > shownValues:
		return strings.Join(values[:shownValues], ", ") + andMore(len(values)-shownValues)
	}
	return strings.Join(values, ", ")
}

func (s *Side) cpus() string { return s.all(func(m *Machine) string { return m.CPU }, shown) }

// machines is a table of where both sides ran.
func machines(base, head *Side) string {
	var b strings.Builder
	if base != nil {
		b.WriteString("| | base | head |\n|:--|:--|:--|\n")
	} else {
		b.WriteString("| | head |\n|:--|:--|\n")
	}
	row := func(name string, of func(*Side) string) {
		fields := []string{name, of(head)}
		if base != nil {
			fields = []string{name, of(base), of(head)}
		}
		if slices.ContainsFunc(fields[1:], func(v string) bool { return v != style.Missing }) {
			b.WriteString(line(fields))
		}
	}
	row("run", func(s *Side) string { return cell(s.Label) })
	row("commit", func(s *Side) string {
		if s.Dirty {
			return cell(s.SHA) + " with uncommitted changes"
		}
		return cell(s.SHA)
	})
	row("branch", func(s *Side) string { return cell(s.Ref) })
	for _, p := range properties() {
		row(p.name, func(s *Side) string { return s.all(p.of, cell) })
	}
	return b.String()
}
