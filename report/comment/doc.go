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
// trusts nothing: it judges the samples of the file anew, by the policy of its
// caller. Of a file that was too large for them it takes the verdicts only if they
// are those that its numbers give, and tells if they are by another policy. What
// strangers word (names of benchmarks, notes of failures) is shown as code and
// never as markup.
package comment
