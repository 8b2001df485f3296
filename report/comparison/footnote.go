package comparison

import "strings"

// footnotes numbers the notes of one table, each text once.
type footnotes struct {
	texts   []string // in the order of their numbers, from 1
	numbers map[string]int
}

// marks returns the superscript numbers of the notes, a blank between two.
func (f *footnotes) marks(notes []string) string {
	marks := make([]string, len(notes))
	for i, note := range notes {
		marks[i] = superscript(f.number(note))
	}
	return strings.Join(marks, " ")
}

func (f *footnotes) number(note string) int {
	n, ok := f.numbers[note]
	if !ok {
		if f.numbers == nil {
			f.numbers = make(map[string]int)
		}
		f.texts = append(f.texts, note)
		n = len(f.texts)
		f.numbers[note] = n
	}
	return n
}
