// Package memory is memory for what records are copied to.
package memory

import (
	"strings"
	"unsafe"
)

// Unzeroed is make([]byte, size) without the zeroing, which for stacks costs as much as
// copying them; 8-byte aligned. A Builder is what grows so.
func Unzeroed(size int) []byte {
	var builder strings.Builder
	builder.Grow(max(size+7, 8) &^ 7)
	builder.WriteByte(0)
	return unsafe.Slice(unsafe.StringData(builder.String()), size)
}
