package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fftstudy/fftstudy/benchx/ablation"
	"github.com/fftstudy/fftstudy/report/style"
)

// checkNames compares the variants and axes that the user named with those of
// the run. A name on the command line that nothing bears is an error. One in
// the configuration file is a remark: the file serves other runs as well.
func (f reportFlags) checkNames(s *ablation.Study) (remarks []string, err error) {
	complaints := []struct{ flag, text string }{
		{"reference", unknownReference(f.reference, s.Variants)},
		{"keys", unknownAxes(s.Report)},
	}
	for _, c := range complaints {
		switch {
		case c.text == "":
		case f.given(c.flag):
			return nil, usagef("--%s %s", c.flag, c.text)
		default:
			remarks = append(remarks, fmt.Sprintf("configured %s %s", c.flag, c.text))
		}
	}
	return remarks, nil
}

// unknownReference says which of the comma-separated names is no variant.
func unknownReference(names string, variants []string) string {
	for name := range strings.SplitSeq(names, ",") {
		name = strings.TrimSpace(name)
		if name != "" && !slices.Contains(variants, name) {
			return fmt.Sprintf("%s: no variant of this run has that name; there are %s", name, listed(variants))
		}
	}
	return ""
}

// unknownAxes says which of the report's keys no benchmark has.
func unknownAxes(r *ablation.Report) string {
	unused := ablation.UnusedKeys(r)
	if len(unused) == 0 {
		return ""
	}
	return fmt.Sprintf("%s: no benchmark of this run has that axis; there are %s",
		ablation.FormatKeys(unused), listed(axisNames(r.Rows)))
}

// axisNames returns the axes of the rows the way --keys names them.
func axisNames(rows []ablation.Row) []string {
	var names []string
	for i := range rows {
		for at, axis := range rows[i].Axes {
			name := axis.Key
			if name == "" {
				name = "/" + strconv.Itoa(at+1)
			}
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return append(names, ablation.KeyFamily)
}

// listedNames bounds a list of names in a message.
const listedNames = 12

// listed joins names of a run, safe to print on a terminal.
func listed(names []string) string {
	if len(names) > listedNames {
		names = append(slices.Clone(names[:listedNames]), "…")
	}
	return style.Terminal(strings.Join(names, ", "))
}
