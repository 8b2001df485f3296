package memory_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/fftstudy/fftstudy/benchx/circuit"
	"github.com/fftstudy/fftstudy/report/memory"
)

func explanation(t require.TestingT, d *memory.Document, pattern string) string {
	var b bytes.Buffer
	require.NoError(t, memory.ExplainText(&b, d, pattern))
	return b.String()
}

func TestExplain(t *testing.T) {
	d := servedDocument(t)
	for pattern, want := range map[string]string{
		"workspace/matmul/split": `workspace/matmul/split  30.0 KiB, 30 720 B
  scratch
  partial sums
  = n*k*4
  = 60*128*4
    n       60  rows of run prefill
    k      128  = inter, of the node
    inter  128  of the circuit
`,
		"weights_derived/head/transposed": `weights_derived/head/transposed  32.0 KiB, 32 768 B
  copy in bf16, 256 × 64, leaked: nothing reads or frees it
  made at load.go:29
  = out*k*2
  = 256*64*2
    out  256  of the node
    k     64  of the node
`,
		"driver/*": `driver/fixed  1000 B
  driver
  = 1000

driver/share of the budget  2.56 KiB, 2620 B
  driver
  = div(budget,1000)*10
  = div(262144,1000)*10
    budget  262 144  of the workload
`,
	} {
		assert.Equal(t, strings.ReplaceAll(want, " 144", "\u202f144"), strings.NewReplacer("30\u202f720", "30 720", "32\u202f768", "32 768").Replace(explanation(t, d, pattern)))
	}
	stateful := documentOf(t, stateful(), memory.Header{}, memory.Findings{})
	assert.Contains(t, explanation(t, stateful, "caches/prefix.h/cache"), "  a copy of l0.mix.h\n")
	assert.Contains(t, explanation(t, stateful, "caches/carry"), "    carry_slots  0  given by nobody, hence zero\n")
	assert.Contains(t, explanation(t, readSchema1(t), "driver"), "  how it comes about is not told\n")
}

func TestMatch(t *testing.T) {
	d := servedDocument(t)
	ids := func(pattern string) (list []string) {
		terms, err := d.Match(pattern)
		require.NoError(t, err)
		for _, term := range terms {
			list = append(list, term.ID)
		}
		return list
	}
	assert.Equal(t, []string{"weights_stored/head"}, ids("weights_stored/head"), "exactly")
	assert.Equal(t, []string{"weights_stored/l0.ffn.up", "weights_stored/l1.ffn.up"}, ids("weights_stored/l?.ffn.up"), "a glob")
	assert.Equal(t, []string{"workspace/matmul/split", "workspace/matmul/scales"}, ids("work"), "the beginning")
	assert.Len(t, ids("weights_stored/l0"), 2)

	for pattern, want := range map[string]string{
		"weights_stored/haed": `no term matches "weights_stored/haed"; the nearest are weights_stored/head, `,
		"ffn.down":            `no term matches "ffn.down"; the nearest are weights_stored/l0.ffn.down, `,
		"[":                   `pattern "[": syntax error in pattern`,
		"":                    `no term matches ""; the nearest are `,
	} {
		_, err := d.Match(pattern)
		assert.ErrorContains(t, err, want)
	}
	_, err := documentOf(t, &circuit.Circuit{}, memory.Header{}, memory.Findings{}).Match("x")
	assert.EqualError(t, err, `no term matches "x": the report has none`)
}

// The second line of an explanation, values in place of names, is a sum that
// comes to the bytes of the term: evaluated as an expression of its own.
func TestExplanationsComeToTheBytes(t *testing.T) {
	check := func(t require.TestingT, d *memory.Document) {
		for i := range d.Terms {
			term := &d.Terms[i]
			lines := strings.Split(explanation(t, d, strings.NewReplacer(`[`, `\[`, `*`, `\*`).Replace(term.ID)), "\n")
			last := ""
			for _, line := range lines {
				if text, ok := strings.CutPrefix(line, "  = "); ok {
					last = text
				}
			}
			require.NotEmpty(t, last, term.ID)
			if zero(last) {
				assert.Zero(t, term.Bytes, term.ID)
				continue
			}
			expr, err := circuit.Parse(last)
			require.NoError(t, err, term.ID)
			m, err := circuit.Compile(&circuit.Circuit{Counts: []circuit.Count{{Name: "is", Value: expr}}})
			require.NoError(t, err)
			r, err := m.Evaluate(circuit.Workload{})
			require.NoError(t, err)
			assert.Equal(t, term.Bytes, r.Names["is"], "%s = %s", term.ID, last)
		}
	}
	for _, c := range []*circuit.Circuit{toy(2), served(), pingPong(3), stateful()} {
		check(t, documentOf(t, c, memory.Header{}, memory.Findings{}))
	}
	rapid.Check(t, func(t *rapid.T) { check(t, drawDocument(t)) })
}

// zero reports whether a product has a factor of zero, which expressions refuse.
func zero(product string) bool {
	for _, factor := range strings.FieldsFunc(product, func(r rune) bool { return strings.ContainsRune("*(),+ ", r) }) {
		if factor == "0" {
			return true
		}
	}
	return false
}

func TestFormulasOfFormatsWithScales(t *testing.T) {
	for _, format := range []string{"fp8/tensor", "fp8/channel", "fp8/g16", "fp8/block128x48", "nvfp4/g16", "mxfp4/g32", "int4/g32"} {
		c := toy(1)
		c.Nodes[1].Weights[0].Format = circuit.MustFormat(format)
		c.Nodes[1].Weights[0].Number = circuit.Number(3)
		d := documentOf(t, c, memory.Header{}, memory.Findings{})
		text := explanation(t, d, "weights_stored/l0.ffn.up")
		_, sum, _ := strings.Cut(text, "\n  = ")
		_, sum, _ = strings.Cut(sum, "\n  = ")
		sum, _, _ = strings.Cut(sum, "\n")
		expr, err := circuit.Parse(strings.ReplaceAll(sum, "ceil", ""))
		require.NoError(t, err, sum)
		m, err := circuit.Compile(&circuit.Circuit{Counts: []circuit.Count{{Name: "is", Value: expr}}})
		require.NoError(t, err)
		r, err := m.Evaluate(circuit.Workload{})
		require.NoError(t, err)
		terms, err := d.Match("weights_stored/l0.ffn.up")
		require.NoError(t, err)
		assert.Equal(t, terms[0].Bytes, r.Names["is"], fmt.Sprint(format, ": ", sum))
	}
}
