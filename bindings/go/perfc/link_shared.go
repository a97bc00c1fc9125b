//go:build perfc_shared

package perfc

// #cgo pkg-config: perfc
import "C"
