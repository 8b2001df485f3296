package cuda_test

import (
	"errors"
	"fmt"

	"github.com/fftstudy/fftstudy/fftbench/cuda"
)

// spectra transforms rows of n numbers on the first GPU and tells how long the
// device took.
func spectra(rows []complex64, n int) (err error) {
	driver, err := cuda.Open(cuda.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, driver.Close()) }() // closes all that follows
	device, err := driver.Device(0)
	if err != nil {
		return err
	}
	ctx, err := driver.NewContext(device)
	if err != nil {
		return err
	}
	stream, err := ctx.NewStream()
	if err != nil {
		return err
	}
	plan, err := ctx.NewPlan(cuda.Transform{N: int64(n), Batch: int64(len(rows) / n), Kind: cuda.C2C})
	if err != nil {
		return err
	}
	if err := plan.Allocate(); err != nil { // the work area
		return err
	}
	data, err := ctx.Alloc(plan.Transform().InBytes())
	if err != nil {
		return err
	}
	start, err := ctx.NewEvent()
	if err != nil {
		return err
	}
	end, err := ctx.NewEvent()
	if err != nil {
		return err
	}

	err = errors.Join(
		stream.Write(data.All(), cuda.Bytes(rows)),
		start.Record(stream),
		plan.Exec(stream, data.All(), data.All(), cuda.Forward),
		end.Record(stream),
		stream.Read(cuda.Bytes(rows), data.All()))
	if err != nil {
		return err
	}
	took, err := start.Elapsed(end)
	if err != nil {
		return err
	}
	fmt.Printf("%s (%s): %v\n", device.Name, device.Arch(), took)
	return nil
}

func Example() {
	rows := []complex64{1, 2, 3, 4}
	switch err := spectra(rows, 4); {
	case errors.Is(err, cuda.ErrMissing), errors.Is(err, cuda.ErrNoDevice):
		fmt.Println("no GPU here:", err)
	case err != nil:
		fmt.Println(err)
	default:
		fmt.Println(rows)
	}
}
