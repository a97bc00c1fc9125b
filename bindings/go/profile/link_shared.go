//go:build perfc_shared

package profile

// #cgo pkg-config: perfc-profile
import "C"
