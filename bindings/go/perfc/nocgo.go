//go:build !cgo

package perfc

// The library is C's: build with CGO_ENABLED=1 and a C compiler. README.md says what
// is left without.
var _ = libperfc_needs_cgo_see_README
