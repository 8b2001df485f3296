package ingest

import "io"

// Tee makes the Scanner write the text that it reads to w, decompressed and in
// UTF-8, as it arrives. It must be called before the first Scan. A write that
// fails ends the scan with its error.
func (s *Scanner) Tee(w io.Writer) { s.tee = w }
