// Package sweep searches for capacity: the largest batch that a variant
// manages within a time budget, a memory budget, and without failing.
//
// The road through the package:
//
//	Search ──batch──▶ Worker (parent) ══stdin/stdout══▶ Serve (child) ──▶ Handler
//	   ◀──Outcome──────────┘  kills at the deadline, restarts after a crash
//
// [Search] is a pure function over a [Probe]. [Worker] is a Probe that runs
// each try in a child process, so a crash, a hang or an out-of-memory kill
// costs one answer and not the study. [Serve] is the child's side. What a try
// does is the Handler's business: this package knows nothing of transforms.
package sweep
