package circuitjson

import "slices"

// layers finds out which layers see a window of tokens, and which have experts.
func (c *config) layers(s *transformer) {
	n := c.count("num_hidden_layers", 0)
	if n > maxItems {
		c.fault(c.keys["num_hidden_layers"].value, "more than %d layers", maxItems)
		return
	}
	s.layers = make([]layerShape, n)
	c.windows(s)
	if s.architecture.experts != "" {
		c.expertLayers(s)
	}
}

// windows marks the layers that see a window.
func (c *config) windows(s *transformer) {
	if s.window == noWindows {
		return
	}
	for _, key := range []string{"sliding_window", "max_window_layers", "layer_types"} {
		c.used[key] = true // some are read only where others say so
	}
	if s.window == upperWindows || s.window == unsureWindows {
		switch used := c.truth("use_sliding_window", false); {
		case !used:
			return
		case s.window == unsureWindows:
			c.fault(c.keys["use_sliding_window"].key, "windows of %s are not known", s.name)
			return
		}
	}
	size := int64(4096) // what the library takes where nothing is said
	if _, said := c.keys["sliding_window"]; said || s.name == "mixtral" {
		size = 0 // null is none
	}
	if c.find("sliding_window") {
		size = c.count("sliding_window", 0)
	}
	sees := c.windowRule(s)
	if types := c.strings("layer_types"); types != nil {
		sees = c.layerTypes(types, len(s.layers))
	}
	for i := range s.layers {
		if s.layers[i].window = size > 0 && sees(i); s.layers[i].window {
			s.dims["window"] = size
		}
	}
}

// windowRule is which layers see a window where layer_types is missing.
func (c *config) windowRule(s *transformer) func(layer int) bool {
	switch s.window {
	case allWindows:
		return func(int) bool { return true }
	case everySecond:
		return func(i int) bool { return i%2 == 0 }
	case fiveOfEachSix:
		period := int(min(maxItems, c.count("sliding_window_pattern", c.count("_sliding_window_pattern", 6))))
		return func(i int) bool { return (i+1)%max(1, period) != 0 }
	}
	first := int64(28)
	if c.find("max_window_layers") {
		first = c.integer()
	}
	return func(i int) bool { return int64(i) >= first }
}

// layerTypes reads what the configuration says of each layer.
func (c *config) layerTypes(types []string, layers int) func(layer int) bool {
	at := c.keys["layer_types"].value
	if len(types) != layers {
		c.fault(at, "types of %d layers, of %d", len(types), layers)
		return func(int) bool { return false }
	}
	for _, t := range types {
		if t != "full_attention" && t != "sliding_attention" {
			c.fault(at, "layers of %s are not known, want full_attention or sliding_attention", quote(t))
			break
		}
	}
	return func(i int) bool { return types[i] == "sliding_attention" }
}

// expertLayers marks the layers whose feed-forward are experts.
func (c *config) expertLayers(s *transformer) {
	step := int64(1)
	var dense []int64
	if s.name == "qwen3_moe" {
		step = c.count("decoder_sparse_step", 1)
		if c.find("mlp_only_layers") {
			dense = list(c.reader, (*reader).integer)
		}
	}
	for i := range s.layers {
		s.layers[i].experts = (int64(i)+1)%max(1, step) == 0 && !slices.Contains(dense, int64(i))
	}
}
