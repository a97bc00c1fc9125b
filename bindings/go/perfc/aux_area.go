package perfc

/*
#include <perfc/perfc.h>

#cgo noescape perfc_aux_peek
#cgo noescape perfc_aux_view
*/
import "C"

import "unsafe"

// AuxData is data in the AUX area: in one piece, or in two where it wraps. It
// is borrowed until released, unmapped or closed.
type AuxData struct {
	Data, Rest []byte
	Offset     uint64 // of Data[0], as RecordAux.AuxOffset counts
}

// AuxMmap maps the AUX area of an event whose ring is mapped. flags is 0 or
// AUX_OVERWRITE.
func (e *Event) AuxMmap(pages int, flags uint32) error {
	_, err := e.exclusive("perfc_aux_mmap", func(c *C.perfc_event, facts *C.struct_perfc_error) C.int {
		return C.perfc_aux_mmap(c, C.uint32_t(pages), C.uint32_t(flags), facts)
	})
	return err
}

// AuxMunmap unmaps it.
func (e *Event) AuxMunmap() error {
	_, err := e.exclusive("perfc_aux_munmap", func(c *C.perfc_event, _ *C.struct_perfc_error) C.int {
		return C.perfc_aux_munmap(c)
	})
	return err
}

// PeekAux views the data that wasn't released yet; false if there is none.
func (e *Event) PeekAux() (AuxData, bool, error) {
	var view C.struct_perfc_aux_data
	code, err := e.exclusive("perfc_aux_peek", func(c *C.perfc_event, _ *C.struct_perfc_error) C.int {
		return C.perfc_aux_peek(c, &view, C.size_t(unsafe.Sizeof(view)))
	})
	return auxData(&view), code == 1, err
}

// ViewAux views the data that a RECORD_AUX names.
func (e *Event) ViewAux(aux *RecordAux) (AuxData, error) {
	var view C.struct_perfc_aux_data
	_, err := e.exclusive("perfc_aux_view", func(c *C.perfc_event, _ *C.struct_perfc_error) C.int {
		return C.perfc_aux_view(c, C.uint64_t(aux.AuxOffset), C.uint64_t(aux.AuxSize), C.uint64_t(aux.Flags),
			&view, C.size_t(unsafe.Sizeof(view)))
	})
	return auxData(&view), err
}

// ReleaseAux gives the space before offset back to the PMU.
func (e *Event) ReleaseAux(offset uint64) error {
	_, err := e.exclusive("perfc_aux_release", func(c *C.perfc_event, _ *C.struct_perfc_error) C.int {
		return C.perfc_aux_release(c, C.uint64_t(offset))
	})
	return err
}

func auxData(view *C.struct_perfc_aux_data) AuxData {
	data := AuxData{Offset: uint64(view.offset)}
	if view.data != nil {
		data.Data = unsafe.Slice((*byte)(unsafe.Pointer(view.data)), int(view.size))
	}
	if view.rest != nil {
		data.Rest = unsafe.Slice((*byte)(unsafe.Pointer(view.rest)), int(view.rest_size))
	}
	return data
}
