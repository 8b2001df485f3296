package study

import (
	"fmt"
	"html/template"

	"github.com/fftstudy/fftstudy/report/style"
)

// memoryView is the section that the memory report renders.
type memoryView struct {
	section
	Body    template.HTML
	Missing *missing
}

func (b *builder) memory() *memoryView {
	v := &memoryView{section: section{ID: "memory", Nav: "Memory", Title: "Memory"}, Body: b.Memory}
	v.Say = b.sayMemory()
	if b.Memory == "" && len(v.Say) == 0 {
		v.Missing = &missing{Text: "The rows state no memory. To measure it:", Command: "go test -bench . -benchmem"}
	}
	return v
}

// sayMemory says who allocates in a call, and how much at most.
func (b *builder) sayMemory() []string {
	measured, free := 0, 0
	var most config
	for i := range b.Study.Configs {
		c := &b.Study.Configs[i]
		if !c.OK() || !finite(c.BytesPerOp) {
			continue
		}
		measured++
		if c.BytesPerOp == 0 {
			free++
		}
		if most == nil || c.BytesPerOp > most.BytesPerOp {
			most = c
		}
	}
	switch {
	case measured == 0:
		return nil
	case free == measured:
		return []string{"No row allocates memory in a call."}
	}
	return []string{fmt.Sprintf("%s of %s allocate nothing in a call; the most is %s per op, by %s.",
		whole0(free), count(measured, "row"), style.Bytes(most.BytesPerOp), rowName(most))}
}
