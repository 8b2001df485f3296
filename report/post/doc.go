// Package post puts a rendered comment where reviewers see it: one sticky
// comment on a GitHub pull request or a GitLab merge request, a check run with
// annotations, a job summary.
//
//	poster, err := post.FromEnvironment("github", post.System(), post.Options{})
//	...
//	outcome, err := poster.Post(ctx, post.Comment{Key: "fft/linux-amd64", SHA: head, Base: base, Body: markdown})
//	fmt.Fprintln(os.Stderr, outcome) // created https://…
//
// What comes in is text and the facts of a run; what goes out is an [Outcome].
// Not being allowed to post (a fork's read-only token) is an outcome with a
// reason, no error: whoever must have the comment asks for [Outcome.Posted].
//
// # One comment
//
// A comment starts with a hidden line, the marker, which names its key, the
// commits compared and the time of the run. Post searches all pages of the
// thread for comments that start with the marker of its key and were written by
// the token's own account; a marker that somebody quotes is neither. It edits
// the oldest and deletes the others, so a race of two runs heals. A newer run's
// text stays, and so does one that would only get another time. A create
// whose answer got lost is looked for before it is repeated.
//
// # The pull request
//
// On GitHub a run of event pull_request knows its number. A run of event
// workflow_run, the trusted half of the fork-safe pair in docs/ci, does not:
// the open pull request is found through the API by head repository, branch
// and commit. What the artifact says is compared and never followed, and a
// pull request that has moved on gets nothing. A run that a person started
// (workflow_dispatch) takes the number from the input "pull", and the commit
// that it must be about from the input "commit".
//
// # Tokens
//
// A token comes from the environment, travels to the API's own host by HTTPS
// (HTTP on a loopback address) and nowhere else, and is in no error and no
// outcome.
package post
