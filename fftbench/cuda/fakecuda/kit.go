package fakecuda

import (
	"errors"
	"os"
	"sync"
	"testing"
)

// A Kit is the libraries in a folder of their own for all tests of a package,
// compiled when the first one asks for them:
//
//	var kit fakecuda.Kit
//
//	func TestMain(m *testing.M) {
//		code := m.Run()
//		kit.Remove()
//		os.Exit(code)
//	}
type Kit struct {
	once sync.Once
	dir  string
	err  error
}

// Folder is where the libraries are. A test skips itself where there is no C
// compiler.
func (k *Kit) Folder(t testing.TB) string {
	t.Helper()
	k.once.Do(func() {
		if k.dir, k.err = os.MkdirTemp("", "fakecuda"); k.err == nil {
			k.err = Build(k.dir)
		}
	})
	if errors.Is(k.err, ErrNoCompiler) {
		t.Skip("the stand-ins need a C compiler: ", k.err)
	}
	if k.err != nil {
		t.Fatal(k.err)
	}
	return k.dir
}

// Machine sets the machine for a test and holds it to calling nothing that a driver
// would refuse and to leaving nothing alive.
func (k *Kit) Machine(t testing.TB, m Machine) *Control {
	t.Helper()
	control, err := Open(k.Folder(t))
	if err != nil {
		t.Fatal(err)
	}
	control.Reset()
	control.Set(m)
	t.Cleanup(func() {
		if first, _ := control.Fault(); first != "" {
			t.Errorf("a driver would have refused: %s", first)
		}
		if live := control.Live(); live != (Live{}) {
			t.Errorf("not freed: %+v", live)
		}
		if err := control.Close(); err != nil {
			t.Error(err)
		}
	})
	return control
}

// Remove deletes the folder.
func (k *Kit) Remove() {
	if k.dir != "" {
		os.RemoveAll(k.dir)
	}
}
