package style

import "strings"

// FileLabels names several inputs without the folders that all their paths
// share: of runs/a/old.txt and runs/a/new.txt stay old.txt and new.txt. If a name
// would become empty, all stay whole.
func FileLabels(names []string) []string {
	if len(names) < 2 {
		return names
	}
	shared := names[0][:strings.LastIndexByte(names[0], '/')+1]
	for _, s := range names[1:] {
		for !strings.HasPrefix(s, shared) {
			shared = shared[:strings.LastIndexByte(strings.TrimSuffix(shared, "/"), '/')+1]
		}
	}
	out := make([]string, len(names))
	for i, s := range names {
		if len(s) == len(shared) {
			return names
		}
		out[i] = s[len(shared):]
	}
	return out
}
