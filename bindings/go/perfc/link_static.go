//go:build !perfc_shared

package perfc

// The program carries the library, so that it starts wherever it is. The linker then needs
// nothing of the -lperfc that pkg-config adds.

/*
#cgo pkg-config: --static perfc
#cgo LDFLAGS: -l:libperfc.a -Wl,--as-needed
*/
import "C"
