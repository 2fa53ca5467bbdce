// Package stock knows what is on the shelves.
package stock

import (
	"errors"
	"fmt"
)

// ErrUnknown is what a shelf that is not there gives.
var ErrUnknown = errors.New("unknown shelf")

// At gives what is left on a shelf.
func At(shelf string) (int, error) {
	if shelf != "a1" {
		return 0, fmt.Errorf("shelf %s: %w", shelf, ErrUnknown)
	}
	return 3, nil
}

// Take takes from a shelf, which has too little.
func Take(levels []int, index int) int {
	return levels[index]
}
