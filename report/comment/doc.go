// Package comment turns the comparison of two runs into the comment of a pull
// request: a verdict first, what changed by name and with its reason, the rest
// folded away, within the size that forges take.
//
// In: compare.Result, which New judges and sums up as a Run. Out: Markdown of a
// Run, annotations, and its JSON.
//
//	compare.Result ──New──▶ Run ──Markdown──▶ the comment
//	                        ▲ │
//	               ReadJSON │ │ WriteJSON
//	                        │ ▼
//	                       run.json
//
// The JSON is how a run that was measured for a stranger's pull request, where
// no token may be at hand, gets to the job that may comment. ReadJSON therefore
// trusts nothing: whatever it accepts is a comparison by this project's own
// rules, its verdicts are those that its numbers give, and what strangers word
// (names of benchmarks, notes of failures) is shown as code and never as markup.
package comment
