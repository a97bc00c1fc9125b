//go:build !cgo

package profile

// The library is in C: build with CGO_ENABLED=1 and a C compiler. README.md describes the
// alternatives.
var _ = libperfc_needs_cgo_see_README
