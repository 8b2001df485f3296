package main

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/fftstudy/fftstudy/benchx/compare"
	"github.com/fftstudy/fftstudy/benchx/ingest"
)

// policyFlags is the part of a command line that says which differences count.
// compare, gate, comment and ab share it, so that they decide alike.
type policyFlags struct {
	options          compare.Options
	config           string
	limit            percentage
	correction       string
	errorFactor      float64
	paired, unpaired bool
	acrossMachines   bool
	aa               []string
}

// policyHelp explains the rule once, for all commands that have it.
const policyHelp = `A measured benchmark is slower when all of this holds, and faster by the same
rule the other way round:
  - p, corrected for the number of rows in the unit (--correction), is below --alpha;
  - the interval of the ratio (Hodges-Lehmann, exact) excludes 1;
  - the change reaches --limit and the benchmark's own noise, which is what a
    comparison of equal code (--aa) showed, else the half-width of its interval.
Counts that repeat exactly (B/op, allocs/op, params) need no test: a step that
reaches the limit decides. Errors (rel-l2) are worse when they grew by
--error-factor. Times of different CPUs are shown and not judged. Runs that
"benchx ab" interleaved are tested as pairs.

Limits per benchmark are kept in ` + configFile + `:

  [gate]
  limit = "3%"
  error-factor = 2

  [[gate.rules]]                 # the first rule that matches holds
  benchmark = "FFT/.*n=64/"      # regular expression on package.Name
  unit = "ns/op"
  limit = "10%"

  [[gate.rules]]
  benchmark = "Flaky"
  ignore = true`

// add adds all flags, for runs that lie in files.
func (f *policyFlags) add(flags *pflag.FlagSet) {
	f.addRule(flags)
	flags.BoolVar(&f.paired, "paired", false, "sample i of a benchmark was measured beside sample i of the base")
	flags.BoolVar(&f.unpaired, "unpaired", false, "test as independent samples even what was measured in pairs")
	flags.BoolVar(&f.acrossMachines, "across-machines", false, "judge measured times of different CPUs too")
	flags.StringSliceVar(&f.aa, "aa", nil, "two runs of equal code, `OLD,NEW`: their differences are noise floors")
}

// addRule adds the flags that hold however the runs were measured.
func (f *policyFlags) addRule(flags *pflag.FlagSet) {
	p := compare.DefaultPolicy()
	f.limit = percentage(p.Limit)
	levelFlags(flags, &f.options)
	flags.Var(&f.limit, "limit", "least change that counts")
	flags.StringVar(&f.correction, "correction", string(p.Correction), "for the number of comparisons: holm, bh (Benjamini-Hochberg) or none")
	flags.Float64Var(&f.errorFactor, "error-factor", p.ErrorFactor, "growth of an error that counts")
	flags.StringVar(&f.config, "config", "", "configuration file (default "+configFile+" where there is one)")
}

// resolve returns the options of the command line over those of the
// configuration file. load reads the runs that --aa names.
func (f *policyFlags) resolve(cmd *cobra.Command, load *loader) (compare.Options, error) {
	c, err := loadConfig(f.config)
	if err != nil {
		return compare.Options{}, usagef("%w", err)
	}
	return f.over(c, cmd, load)
}

// over returns the options of the command line over those of c.
func (f *policyFlags) over(c config, cmd *cobra.Command, load *loader) (compare.Options, error) {
	policy, err := c.Gate.policy()
	if err != nil {
		return compare.Options{}, usagef("%s: %w", configName(f.config), err)
	}
	changed := cmd.Flags().Changed
	if !changed("alpha") && c.Alpha != 0 {
		f.options.Alpha = c.Alpha
	}
	if changed("limit") {
		policy.Limit = float64(f.limit)
	}
	if changed("correction") {
		policy.Correction = compare.Correction(f.correction)
	}
	if changed("error-factor") {
		policy.ErrorFactor = f.errorFactor
	}
	if f.paired && f.unpaired {
		return compare.Options{}, usagef("--paired and --unpaired exclude each other")
	}
	if f.paired {
		policy.Pairing = compare.Paired
	}
	if f.unpaired {
		policy.Pairing = compare.Unpaired
	}
	policy.AcrossMachines = f.acrossMachines
	opt := f.options
	opt.Policy = &policy
	if err := checkLevels(opt); err != nil {
		return opt, err
	}
	if err := policy.Check(); err != nil {
		return opt, usagef("%w", err)
	}
	if len(f.aa) > 0 {
		policy.Floors, err = f.floors(load, opt)
	}
	return opt, err
}

// floors reads the noise floors from two runs of equal code.
func (f *policyFlags) floors(load *loader, opt compare.Options) (compare.Floors, error) {
	if len(f.aa) != 2 {
		return nil, usagef("--aa wants two runs of equal code, OLD,NEW; %d given", len(f.aa))
	}
	inputs, err := load.all(f.aa)
	if err != nil {
		return nil, err
	}
	relabel(inputs)
	res, err := compare.Reports(columns(inputs), opt)
	if err != nil {
		return nil, usagef("--aa: %w", err)
	}
	floors := compare.FloorsOf(res)
	if len(floors) == 0 {
		return nil, usagef("--aa %s: these runs give no noise floor: they share no benchmark with at least 4 samples a side", strings.Join(f.aa, ","))
	}
	return floors, nil
}

// percentage is a flag's relative change: 5%, 5 % or 0.05.
type percentage float64

func (p *percentage) Set(text string) error {
	v, err := parsePercentage(text)
	if err == nil {
		*p = percentage(v)
	}
	return err
}

func (p *percentage) String() string { return strconv.FormatFloat(float64(*p)*100, 'g', -1, 64) + "%" }

func (p *percentage) Type() string { return "percent" }

// parsePercentage reads a relative change. Without a percent sign it is a
// fraction, and below 1, so that a forgotten sign is no hundredfold limit.
func parsePercentage(text string) (float64, error) {
	number, percent := strings.CutSuffix(strings.TrimSpace(text), "%")
	v, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if percent {
		v /= 100
	}
	switch {
	case err != nil || !(v >= 0):
		return 0, fmt.Errorf("want a percentage such as 5%%")
	case !percent && v >= 1:
		return 0, fmt.Errorf("%s is no fraction; for percent write %s%%", text, text)
	case v > 100: // also infinite
		return 0, fmt.Errorf("want at most 10000%%")
	}
	return v, nil
}

// gateConfig is the policy as the configuration file writes it.
type gateConfig struct {
	Limit       string     `toml:"limit"`
	Correction  string     `toml:"correction"`
	ErrorFactor float64    `toml:"error-factor"`
	Rules       []ruleText `toml:"rules"`
}

type ruleText struct {
	Benchmark   string   `toml:"benchmark"`
	Unit        string   `toml:"unit"`
	Limit       string   `toml:"limit"`
	ErrorFactor *float64 `toml:"error-factor"`
	Ignore      bool     `toml:"ignore"`
}

// policy returns the default policy with what the file says instead.
func (g *gateConfig) policy() (compare.Policy, error) {
	p := compare.DefaultPolicy()
	if g.Limit != "" {
		limit, err := parsePercentage(g.Limit)
		if err != nil {
			return p, fmt.Errorf("gate.limit = %q: %w", g.Limit, err)
		}
		p.Limit = limit
	}
	if g.Correction != "" {
		p.Correction = compare.Correction(g.Correction)
	}
	if g.ErrorFactor != 0 {
		p.ErrorFactor = g.ErrorFactor
	}
	for i := range g.Rules {
		rule, err := g.Rules[i].rule()
		if err != nil {
			return p, fmt.Errorf("gate.rules, number %d: %w", i+1, err)
		}
		p.Rules = append(p.Rules, rule)
	}
	return p, p.Check()
}

func (t *ruleText) rule() (compare.Rule, error) {
	r := compare.Rule{Ignore: t.Ignore, ErrorFactor: t.ErrorFactor}
	if t.Benchmark == "" && t.Unit == "" {
		return r, fmt.Errorf("names neither a benchmark nor a unit; for all rows set gate.limit")
	}
	if t.Limit == "" && t.ErrorFactor == nil && !t.Ignore {
		return r, fmt.Errorf("says nothing: want limit, error-factor or ignore")
	}
	if t.Benchmark != "" {
		re, err := regexp.Compile(t.Benchmark)
		if err != nil {
			return r, fmt.Errorf("benchmark = %q: %w", t.Benchmark, err)
		}
		r.Benchmark = re
	}
	if t.Unit != "" {
		r.Unit, _ = ingest.Tidy(t.Unit)
	}
	if t.Limit != "" {
		limit, err := parsePercentage(t.Limit)
		if err != nil {
			return r, fmt.Errorf("limit = %q: %w", t.Limit, err)
		}
		r.Limit = &limit
	}
	return r, nil
}
