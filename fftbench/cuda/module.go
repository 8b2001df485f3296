package cuda

import (
	"fmt"
	"sync"
)

// A Module is compiled code on a device.
type Module struct {
	resource
	h    handle
	name string

	mu      sync.Mutex
	kernels map[string]*Kernel // found already: they share what a launch has set
}

// Compile compiles for the context's device, with the driver's NVRTC, and loads
// the result. Compile once and load often with [Compiler.For] and
// [Context.Load].
func (c *Context) Compile(src Source) (*Module, error) {
	n, err := c.driver.Compiler()
	if err != nil {
		return nil, err
	}
	image, err := n.For(c.device, src)
	if err != nil {
		return nil, err
	}
	return c.Load(image)
}

// Load brings an image onto the device. An image for another device, or PTX
// that is newer than the driver, is an [ErrUnsupported].
//
// Source: cuModuleLoadData (CUDA Driver API: Module management).
func (c *Context) Load(image Image) (*Module, error) {
	if len(image.Data) == 0 {
		return nil, invalid("an empty image of %s", image.Name)
	}
	if err := c.use(); err != nil {
		return nil, err
	}
	defer c.life.leave()
	data := image.Data
	if image.PTX() && data[len(data)-1] != 0 {
		data = append(append([]byte{}, data...), 0)
	}
	lib := c.driver.lib
	h, r := lib.moduleLoadData(c.h, data)
	if r != 0 {
		return nil, c.check("cuModuleLoadData", r, fmt.Sprintf("%s for %s (this is %s, its driver for CUDA %s)",
			image.Name, image.Arch, c.device.Arch(), c.driver.version))
	}
	m := &Module{h: h, name: image.Name, kernels: map[string]*Kernel{}}
	m.resource = resource{ctx: c, kind: "module", free: func() error {
		return c.freed("cuModuleUnload", lib.moduleUnload(c.h, h), "module")
	}}
	c.own(&m.resource)
	return m, nil
}

// Close unloads the module; its kernels can be launched no more. A second Close
// does nothing.
func (m *Module) Close() error {
	if m == nil {
		return nil
	}
	return m.close()
}
