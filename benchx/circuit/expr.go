package circuit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Expr is a size as it is written: a sum of products of positive whole numbers,
// names and laws, such as "q_heads*head_dim*2+kv_heads". A quotient rounds up
// ("n*hidden/32*4" is n·⌈hidden/32⌉·4), parentheses group, and laws are called
// like functions; see [Laws]. There is no subtraction, so that no size can be
// negative: less(a,b) is the difference, zero at least. The zero Expr is absent.
type Expr struct {
	text string
	root *term
}

// term is a node of a parsed expression.
type term struct {
	op    termOp
	value int64  // of a number
	name  string // of a name or a law
	args  []term
}

type termOp uint8

const (
	opNumber termOp = iota
	opName
	opSum
	opProduct
	opQuotient
	opLaw
)

// Number returns the expression that is a number, zero at least.
func Number(v int64) Expr {
	return Expr{strconv.FormatInt(v, 10), &term{op: opNumber, value: v}}
}

// Parse reads an expression. White space means nothing.
func Parse(text string) (Expr, error) {
	p := parser{rest: strings.Join(strings.Fields(text), "")}
	root, err := p.sum(0)
	if err == nil && p.rest != "" {
		err = fmt.Errorf("unexpected %q", p.rest[:1])
	}
	if err != nil {
		return Expr{}, fmt.Errorf("expression %q: %w", text, err)
	}
	return Expr{text, &root}, nil
}

// MustParse is Parse of an expression in the source; it panics on a wrong one.
func MustParse(text string) Expr {
	e, err := Parse(text)
	if err != nil {
		panic(err)
	}
	return e
}

// String returns the expression as it was written.
func (e Expr) String() string { return e.text }

// Absent reports whether nothing was written.
func (e Expr) Absent() bool { return e.root == nil }

// Names returns the names that the expression reads, in order of appearance,
// each once.
func (e Expr) Names() []string {
	if e.root == nil {
		return nil
	}
	return e.root.names(nil)
}

// names adds those of a term; expressions name few, so a search is fast enough.
func (t *term) names(to []string) []string {
	if t.op == opName && !slices.Contains(to, t.name) {
		to = append(to, t.name)
	}
	for i := range t.args {
		to = t.args[i].names(to)
	}
	return to
}

// deepest is how far parentheses may nest.
const deepest = 64

type parser struct{ rest string }

func (p *parser) take(c byte) bool {
	if p.rest != "" && p.rest[0] == c {
		p.rest = p.rest[1:]
		return true
	}
	return false
}

func (p *parser) sum(depth int) (term, error) { return p.chain('+', opSum, depth, p.product) }

func (p *parser) product(depth int) (term, error) {
	return p.chain('*', opProduct, depth, p.quotient)
}

// chain reads operands with one sign between them.
func (p *parser) chain(sign byte, op termOp, depth int, operand func(int) (term, error)) (term, error) {
	first, err := operand(depth)
	if err != nil || p.rest == "" || p.rest[0] != sign {
		return first, err
	}
	t := term{op: op, args: []term{first}}
	for p.take(sign) {
		next, err := operand(depth)
		if err != nil {
			return term{}, err
		}
		t.args = append(t.args, next)
	}
	return t, nil
}

func (p *parser) quotient(depth int) (term, error) {
	t, err := p.primary(depth)
	if err != nil || !p.take('/') {
		return t, err
	}
	by, err := p.primary(depth)
	return term{op: opQuotient, args: []term{t, by}}, err
}

func (p *parser) primary(depth int) (term, error) {
	if depth > deepest {
		return term{}, fmt.Errorf("nested more than %d deep", deepest)
	}
	switch {
	case p.take('('):
		t, err := p.sum(depth + 1)
		if err == nil && !p.take(')') {
			err = fmt.Errorf("missing )")
		}
		return t, err
	case p.rest == "":
		return term{}, fmt.Errorf("a number or a name is missing at the end")
	case isDigit(p.rest[0]):
		return p.number()
	case isLetter(p.rest[0]):
		return p.word(depth)
	}
	return term{}, fmt.Errorf("a number or a name is missing before %q", p.rest[:1])
}

func (p *parser) number() (term, error) {
	digits := p.span(isDigit)
	if p.rest != "" && isLetter(p.rest[0]) {
		return term{}, fmt.Errorf("%q begins with a digit", digits+p.rest[:1])
	}
	v, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return term{}, fmt.Errorf("%s %w", digits, ErrOverflow)
	}
	if v == 0 {
		return term{}, fmt.Errorf("zero sizes nothing")
	}
	return term{op: opNumber, value: v}, nil
}

// word reads a name, or a law with its arguments.
func (p *parser) word(depth int) (term, error) {
	name := p.span(func(c byte) bool { return isLetter(c) || isDigit(c) })
	if !p.take('(') {
		return term{op: opName, name: name}, nil
	}
	t := term{op: opLaw, name: name}
	for {
		arg, err := p.sum(depth + 1)
		if err != nil {
			return term{}, err
		}
		t.args = append(t.args, arg)
		if !p.take(',') {
			break
		}
	}
	if !p.take(')') {
		return term{}, fmt.Errorf("missing ) after %s(", name)
	}
	return t, checkLaw(name, len(t.args))
}

// span takes the bytes off the front for which in holds.
func (p *parser) span(in func(byte) bool) string {
	i := 0
	for i < len(p.rest) && in(p.rest[i]) {
		i++
	}
	s := p.rest[:i]
	p.rest = p.rest[i:]
	return s
}

func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || c == '_' }

// IsName reports whether s may name a dimension or a count.
func IsName(s string) bool {
	if s == "" || !isLetter(s[0]) {
		return false
	}
	for i := range len(s) {
		if !isLetter(s[i]) && !isDigit(s[i]) {
			return false
		}
	}
	return true
}
