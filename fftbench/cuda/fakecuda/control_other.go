//go:build !linux

package fakecuda

import "errors"

func mapFile(string, int) ([]byte, func() error, error) {
	return nil, nil, errors.New("the libraries are for Linux")
}
