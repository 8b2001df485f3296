package circuit

// Reads returns the counts that mean something to the circuit, in alphabetical
// order: what its expressions read that are no dimensions, and its own counts.
func (m *Model) Reads() []string {
	read := map[string]bool{}
	add := func(list ...Expr) {
		for _, e := range list {
			for _, name := range e.Names() {
				read[name] = true
			}
		}
	}
	for i := range m.c.Counts {
		read[m.c.Counts[i].Name] = true
		add(m.c.Counts[i].Value)
	}
	for i := range m.c.Nodes {
		for j := range m.c.Nodes[i].Weights {
			w := &m.c.Nodes[i].Weights[j]
			add(w.Out, w.K, w.Number, w.Bytes)
		}
	}
	for i := range m.c.Edges {
		add(m.c.Edges[i].Rows, m.c.Edges[i].Dim)
	}
	for i := range m.c.States {
		m.readByState(&m.c.States[i], add)
	}
	for i := range m.c.Families {
		for j := range m.c.Families[i].Workspaces {
			add(m.c.Families[i].Workspaces[j].Bytes...)
		}
	}
	for i := range m.c.Runs {
		add(m.c.Runs[i].Rows, m.c.Runs[i].When)
	}
	for i := range m.c.Limits {
		add(m.c.Limits[i].Value, m.c.Limits[i].Most)
	}
	for i := range m.c.Held {
		add(m.c.Held[i].Bytes)
	}
	for name := range m.c.Dims {
		delete(read, name)
	}
	for _, name := range reserved {
		delete(read, name)
	}
	return sortedKeys(read)
}

// Settings returns the settings that the circuit reads, in alphabetical order:
// formats of states, conditions of copy rules, and what its own workload sets.
func (m *Model) Settings() []string {
	read := map[string]bool{}
	for i := range m.c.States {
		read[m.c.States[i].Setting] = true
	}
	for i := range m.c.Copies {
		for name := range m.c.Copies[i].When {
			read[name] = true
		}
	}
	for name := range m.c.Workload.Settings {
		read[name] = true
	}
	delete(read, "")
	return sortedKeys(read)
}

// readByState adds what the size of a state reads, its kind's rules included.
func (m *Model) readByState(s *State, add func(...Expr)) {
	add(s.Elements, s.Law, s.Units)
	if !s.Units.Absent() {
		return
	}
	rule := kindRules[s.Kind]
	add(rule.law)
	for _, h := range rule.holdings {
		if h.pool == "" || h.pool == sectionOf(s.Section) {
			add(h.units)
		}
	}
}
