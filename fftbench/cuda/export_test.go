//go:build cuda && linux && cgo

package cuda

// For tests from outside.
var (
	Fake       = fake
	FakeFolder = kit.Folder
)
