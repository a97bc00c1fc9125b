package perfc

/*
#include <stdlib.h>
#include <perfc/perfc.h>
*/
import "C"

import "unsafe"

// AttrLabel is the name of an attr: an event string that makes the same attr, as
// far as there is one.
func (h *Host) AttrLabel(attr *Attr) (string, error) {
	host, err := h.use("perfc_attr_label")
	if err != nil {
		return "", err
	}
	defer h.done()
	bytes := attrBytes(attr)
	return grown(func(buffer *C.char, size C.size_t) (C.int, error) {
		code := C.perfc_attr_label(host, bytesPointer(bytes), C.size_t(len(bytes)), buffer, size)
		return code, hotError("perfc_attr_label", code)
	})
}

// AttrLabel is the name of an attr on this machine.
func AttrLabel(attr *Attr) (string, error) { return (*Host)(nil).AttrLabel(attr) }

// CatalogEntry is one name that this machine has.
type CatalogEntry struct {
	Kind        uint32 // CATALOG_*
	Name        string // an event string, but for a PMU
	PMU         string
	Unit        string
	Description string
	Scale       float64 // counts times Scale are in Unit
}

// Catalog is the names that this machine has, of the kinds CATALOG_*.
func (h *Host) Catalog(kinds uint32) ([]CatalogEntry, error) {
	host, err := h.use("perfc_catalog_create")
	if err != nil {
		return nil, err
	}
	defer h.done()
	var catalog *C.perfc_catalog
	var facts C.struct_perfc_error
	code := C.perfc_catalog_create(host, C.uint32_t(kinds), &catalog, &facts)
	if err := coldError("perfc_catalog_create", code, &facts); err != nil {
		return nil, err
	}
	defer C.perfc_catalog_destroy(catalog)
	entries := make([]CatalogEntry, C.perfc_catalog_count(catalog))
	for i := range entries {
		var c C.struct_perfc_catalog_entry
		C.perfc_catalog_get(catalog, C.uint32_t(i), &c, C.size_t(unsafe.Sizeof(c)))
		entries[i] = CatalogEntry{
			uint32(c.kind), C.GoString(c.name), C.GoString(c.pmu), C.GoString(c.unit), C.GoString(c.description),
			float64(c.scale),
		}
	}
	return entries, nil
}

// Catalog is the names that this machine has.
func Catalog(kinds uint32) ([]CatalogEntry, error) { return (*Host)(nil).Catalog(kinds) }

// grown is the text of a function that works as snprintf does.
func grown(write func(*C.char, C.size_t) (C.int, error)) (string, error) {
	for size := 512; ; {
		buffer := make([]byte, size)
		length, err := write((*C.char)(unsafe.Pointer(&buffer[0])), C.size_t(size))
		if err != nil {
			return "", err
		}
		if int(length) < size {
			return string(buffer[:length]), nil
		}
		size = int(length) + 1
	}
}
