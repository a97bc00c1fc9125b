//go:build !perfc_shared

package profile

// The program carries both libraries, the one that needs the other first. The linker then needs
// nothing of what pkg-config adds.

/*
#cgo pkg-config: --static perfc-profile
#cgo LDFLAGS: -l:libperfc-profile.a -l:libperfc.a -Wl,--as-needed
*/
import "C"
