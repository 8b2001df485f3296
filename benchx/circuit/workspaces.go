package circuit

import "fmt"

// need is what a run needs of one workspace.
type need struct {
	bytes int64
	node  int // the first that needs all of it; -1: nobody needs any
	nodes int // that share it
	expr  Expr
}

// needs returns what the run needs of every workspace of every family.
func (p *planning) needs() ([]need, error) {
	needs := make([]need, p.workspaceCount())
	for i := range needs {
		needs[i].node = -1
	}
	for i := range p.c.Nodes {
		f := p.family[i]
		if f < 0 || p.step[i] < 0 {
			continue
		}
		s := *p.scope
		if len(p.c.Nodes[i].Inputs) > 0 {
			k, err := p.inputWidth(i)
			if err != nil {
				return nil, fmt.Errorf("node %s: %w", p.c.Nodes[i].ID, err)
			}
			s.k = k
		}
		for j := range p.c.Families[f].Workspaces {
			w := &p.c.Families[f].Workspaces[j]
			if err := needs[p.first[f]+j].widen(w, i, &s); err != nil {
				return nil, fmt.Errorf("node %s: workspace %s of %s: %w", p.c.Nodes[i].ID, w.Name, p.c.Families[f].Name, err)
			}
		}
	}
	return needs, nil
}

// widen adds what a node needs: one buffer serves them all, one after the other.
func (n *need) widen(w *Workspace, node int, s *scope) error {
	n.nodes++
	for _, e := range w.Bytes {
		bytes, err := e.eval(s)
		if err != nil {
			return err
		}
		if bytes > n.bytes {
			n.bytes, n.node, n.expr = bytes, node, e
		}
	}
	return nil
}

// workspaces finds the peak run, the first that needs most together with its
// workspaces, and charges those.
func (ev *evaluation) workspaces(needs [][]need) error {
	held, exists, err := ev.held()
	if err != nil {
		return err
	}
	most := int64(-1)
	for i := range ev.r.Runs {
		run := &ev.r.Runs[i]
		for f := range ev.c.Families {
			for j := range ev.c.Families[f].Workspaces {
				if exists && ev.c.Families[f].Workspaces[j].Arena {
					continue
				}
				var err error
				if run.Workspace, err = add(run.Workspace, needs[i][ev.first[f]+j].bytes); err != nil {
					return fmt.Errorf("workspaces of run %s: %w", run.Label, err)
				}
			}
		}
		planned := run.Arena
		if exists {
			planned = held
		}
		all, err := add(planned, run.Workspace)
		if err != nil {
			return fmt.Errorf("run %s: %w", run.Label, err)
		}
		if all > most {
			most, ev.r.Peak = all, i
		}
	}
	for f := range ev.c.Families {
		for j := range ev.c.Families[f].Workspaces {
			if err := ev.workspace(f, j, needs, exists); err != nil {
				return fmt.Errorf("workspace %s of %s: %w", ev.c.Families[f].Workspaces[j].Name, ev.c.Families[f].Name, err)
			}
		}
	}
	return nil
}

// workspace charges workspace j of family f and remembers its widest run.
func (ev *evaluation) workspace(f, j int, needs [][]need, exists bool) error {
	at := ev.first[f] + j
	w := &ev.c.Families[f].Workspaces[j]
	is := needs[ev.r.Peak][at]
	out := WorkspaceBytes{
		Family: ev.c.Families[f].Name, Name: w.Name, Bytes: is.bytes, Node: is.node, Nodes: is.nodes, formula: is.expr,
		Charged: !exists || !w.Arena,
	}
	for run := range needs {
		if needs[run][at].bytes > out.Widest {
			out.Widest, out.WidestRun = needs[run][at].bytes, run
		}
	}
	ev.r.Workspaces = append(ev.r.Workspaces, out)
	if !out.Charged {
		return nil
	}
	var err error
	if ev.r.Totals.WorkspaceWidest, err = add(ev.r.Totals.WorkspaceWidest, out.Widest); err != nil || out.Bytes == 0 {
		return err
	}
	return ev.charge(Term{
		Class: WorkspaceClass, Node: out.Node, State: -1, Name: out.Name, Family: out.Family, Bytes: out.Bytes, formula: out.formula,
	})
}
