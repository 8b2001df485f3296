package kernels

import (
	"embed"
	"fmt"
	"regexp"
	"strings"
)

//go:embed source/*.cu
var texts embed.FS

func text(name string) string {
	b, err := texts.ReadFile("source/" + name + ".cu")
	if err != nil {
		return "#error " + err.Error() + "\n"
	}
	return string(b)
}

// Source returns the text of the plan's kernels: CUDA C++ for NVRTC, without
// headers and with no option but the architecture (--use_fast_math would cost
// accuracy), and C for gcc with package shim. The same plan gives the same text.
func (p *Plan) Source() string {
	var b strings.Builder
	if p.Spec.Precision == F64 {
		b.WriteString("#define DOUBLE\n")
	}
	if p.split {
		b.WriteString("#define SPLIT\n")
	}
	for _, name := range []string{"prelude", "butterflies", "passes", "arguments"} {
		b.WriteString(text(name))
	}
	done := map[string]bool{}
	for _, s := range p.steps {
		if !done[s.kernel.name] {
			done[s.kernel.name] = true
			s.kernel.write(&b, p.Spec.Precision, p.split)
		}
	}
	return b.String()
}

var defined = regexp.MustCompile(`(?m)^#define (\w+)`)

// write adds a kernel between the definitions of its macros and their end.
func (k kernel) write(b *strings.Builder, p Precision, split bool) {
	var body strings.Builder
	fmt.Fprintf(&body, "\n#define NAME %s\n", k.name)
	for _, d := range k.defines(p, split) {
		fmt.Fprintf(&body, "#define %s %d\n", d.name, d.value)
	}
	if k.plain == 0 {
		body.WriteString(text("transform"))
	}
	body.WriteString(text(k.file))
	b.WriteString(body.String())
	gone := map[string]bool{}
	for _, m := range defined.FindAllStringSubmatch(body.String(), -1) {
		if !gone[m[1]] {
			gone[m[1]] = true
			fmt.Fprintf(b, "#undef %s\n", m[1])
		}
	}
}
