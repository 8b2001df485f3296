package cuda

import "sync"

// A life counts who uses an object, so that Close is safe while others work: it
// refuses new users, then waits until the last has gone.
type life struct {
	mu     sync.Mutex
	gone   sync.Cond // signalled when users falls to zero
	users  int
	closed bool
}

// enter reports whether the object may be used; if so, leave must follow.
func (l *life) enter() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return false
	}
	l.users++
	return true
}

func (l *life) leave() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.users--
	if l.closed && l.users == 0 && l.gone.L != nil {
		l.gone.Broadcast()
	}
}

// end closes the object and reports whether this was the call that did. Every
// call returns only when no user is left.
func (l *life) end() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	first := !l.closed
	l.closed = true
	if l.gone.L == nil {
		l.gone.L = &l.mu
	}
	for l.users > 0 {
		l.gone.Wait()
	}
	return first
}

func (l *life) ended() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.closed
}
