package benchx

import (
	"flag"
	"runtime/debug"
	"strings"
)

// command returns the go test command that repeats a run for which the flags
// set were given and args were left over.
func command(set []*flag.Flag, args []string) string {
	path, words := testedPackage()
	words = append([]string{"go", "test"}, words...)
	var own []string
	for _, f := range set {
		name, ofTesting := strings.CutPrefix(f.Name, "test.")
		switch {
		case !ofTesting:
			own = append(own, flagWord(f.Name, f))
		case givenByGo(name, f.Value.String()):
		case name == "v" && f.Value.String() == "test2json":
			words = append(words, "-json")
		default:
			words = append(words, flagWord(name, f))
		}
	}
	// The package stands before flags that cmd/go does not know.
	words = append(words, path)
	words = append(words, own...)
	words = append(words, args...)
	for i, w := range words {
		words[i] = shellWord(w)
	}
	return strings.Join(words, " ")
}

// givenByGo reports whether `go test` gives a flag that its user did not.
func givenByGo(name, value string) bool {
	switch name {
	case "paniconexit0", "testlogfile", "gocoverdir", "outputdir":
		return true
	case "timeout":
		return value == "10m0s"
	}
	return false
}

func flagWord(name string, f *flag.Flag) string {
	if b, ok := f.Value.(interface{ IsBoolFlag() bool }); ok && b.IsBoolFlag() && f.Value.String() == "true" {
		return "-" + name
	}
	return "-" + name + "=" + f.Value.String()
}

// testedPackage returns the import path of the package under test, "." if the
// binary does not tell, and the build flags that make another program of it.
func testedPackage() (path string, buildFlags []string) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ".", nil
	}
	for _, s := range info.Settings {
		switch {
		case s.Key == "-race" && s.Value == "true":
			buildFlags = append(buildFlags, s.Key)
		case s.Key == "-tags" || s.Key == "-gcflags":
			buildFlags = append(buildFlags, s.Key+"="+s.Value)
		}
	}
	path, isTest := strings.CutSuffix(info.Path, ".test")
	if !isTest || path == "" {
		path = "."
	}
	return path, buildFlags
}

// shellWord quotes w for a POSIX shell if it needs quoting.
func shellWord(w string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789%+,-./:=@_"
	if w != "" && strings.Trim(w, plain) == "" {
		return w
	}
	return "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
}
