// Package checkout turns two git revisions into test binaries that can run side
// by side.
//
// In: two revisions, or "." for the working tree, and package patterns. Out: for
// each package with benchmarks the compiled test binary of either side and the
// folder to run it in, as package ab wants them.
//
// A revision is checked out into a git worktree of its own outside of the
// repository, which Close removes; the user's files and index are not touched,
// only read. What is not committed is not in it: untracked files and, since git
// worktrees leave them out, the contents of submodules. The working tree is
// built where it stands.
//
// Worktrees have the same path each time (see Options.Scratch): paths end up in
// binaries, and a run that is continued must find the same ones.
package checkout
