package study

import "html/template"

// memoryView is the section that the memory report renders.
type memoryView struct {
	section
	Body    template.HTML
	Missing *missing
}

func (b *builder) memory() *memoryView {
	v := &memoryView{section: section{ID: "memory", Nav: "Memory", Title: "Memory"}, Body: b.Memory}
	if b.Memory == "" {
		v.Missing = &missing{Text: "The rows state no memory. To measure it:", Command: "go test -bench . -benchmem"}
	}
	return v
}
