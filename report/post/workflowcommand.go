package post

import (
	"cmp"
	"fmt"
	"io"
	"strings"
)

// annotationsAStep is what GitHub shows of one level and one step.
const annotationsAStep = 10

// WriteAnnotations prints annotations as workflow commands, which GitHub
// Actions reads from a step's output: no permission needed, also on forks. It
// prints the first ten of a level and counts the rest.
func WriteAnnotations(w io.Writer, annotations []Annotation) error {
	seen := map[Level]int{}
	more := 0
	for _, a := range annotations {
		a.Level = cmp.Or(a.Level, Warning)
		if seen[a.Level]++; seen[a.Level] > annotationsAStep {
			more++
			continue
		}
		if _, err := io.WriteString(w, a.command()+"\n"); err != nil {
			return err
		}
	}
	if more == 0 {
		return nil
	}
	_, err := fmt.Fprintf(w, "… and %d more that GitHub would not show as annotations of one step\n", more)
	return err
}

// command is one workflow command. Unescaped, a name with a line break could
// end it and start another.
func (a Annotation) command() string {
	var properties []string
	if a.Path != "" {
		properties = append(properties, "file="+property(a.Path), fmt.Sprintf("line=%d", max(a.Line, 1)))
	}
	if a.Title != "" {
		properties = append(properties, "title="+property(a.Title))
	}
	return strings.TrimSuffix("::"+string(a.Level)+" "+strings.Join(properties, ","), " ") + "::" + data(a.Message)
}

func data(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

func property(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(s)
}
