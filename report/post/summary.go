package post

import (
	"fmt"
	"os"
	"strings"
)

// summaryLimit is what GitHub takes of one step's summary, in bytes; it drops
// a larger one without a word.
const summaryLimit = 1 << 20

// AppendSummary appends sections of Markdown to the job summary of GitHub
// Actions, the file that GITHUB_STEP_SUMMARY names. It needs no permission and
// works for forks. Sections come with the most important first; those that do
// not fit beside what the step wrote before are left out whole, and said to be.
func AppendSummary(path string, sections []string) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("write the job summary (GITHUB_STEP_SUMMARY): %w", err)
		}
	}()
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	defer func() {
		if closing := f.Close(); err == nil {
			err = closing
		}
	}()
	gap, used, err := tail(f)
	if err != nil {
		return err
	}
	text := fit(sections, summaryLimit-used-len(gap)-1)
	if text == "" {
		return nil
	}
	_, err = f.WriteString(gap + text + "\n")
	return err
}

// tail tells what separates new text from the old, and how long the old is.
func tail(f *os.File) (gap string, used int, err error) {
	info, err := f.Stat()
	if err != nil || info.Size() == 0 {
		return "", 0, err
	}
	last := make([]byte, 1)
	if _, err := f.ReadAt(last, info.Size()-1); err != nil {
		return "", 0, err
	}
	if last[0] == '\n' {
		return "\n", int(info.Size()), nil
	}
	return "\n\n", int(info.Size()), nil
}

// fit joins whole sections by empty lines into at most limit bytes. What is
// left out is counted in a last line, for which room is kept.
func fit(sections []string, limit int) string {
	whole := strings.Join(sections, "\n\n")
	if len(whole) <= limit {
		return whole
	}
	var b strings.Builder
	left := 0
	room := limit - max(len(omitted(1)), len(omitted(len(sections))))
	for _, s := range sections {
		if b.Len()+len(s)+2 > room {
			left++
			continue
		}
		b.WriteString(s + "\n\n")
	}
	if note := omitted(left); b.Len()+len(note) <= limit {
		b.WriteString(note)
	}
	return b.String()
}

func omitted(n int) string {
	if n == 1 {
		return "*… and one more section that did not fit here.*"
	}
	return fmt.Sprintf("*… and %d more sections that did not fit here.*", n)
}
