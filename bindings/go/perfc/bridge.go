package perfc

// #include <perfc/perfc.h>
import "C"

import (
	"syscall"
	"unsafe"

	"libperfc/internal/bridge"
)

func init() {
	bridge.Error = func(operation string, code int, facts unsafe.Pointer) error {
		if facts == nil {
			return hotError(operation, C.int(code))
		}
		return coldError(operation, C.int(code), (*C.struct_perfc_error)(facts))
	}
	bridge.NewPlan = func(c unsafe.Pointer) any {
		plan := &Plan{c: (*C.perfc_plan)(c), owned: true}
		plan.guard.open()
		return plan
	}
	bridge.ChangePlan = func(plan any, operation string) (func(), error) {
		guard := &plan.(*Plan).guard
		return guard.leaveUnshared, guard.enterUnshared(operation)
	}
	bridge.EndPlan = func(plan any, operation string) error {
		return plan.(*Plan).guard.close(operation)
	}
	bridge.UsePlan = func(plan any, operation string) (unsafe.Pointer, func(), error) {
		c, err := plan.(*Plan).use(operation)
		if err != nil {
			return nil, nil, err
		}
		return unsafe.Pointer(c), plan.(*Plan).done, nil
	}
	bridge.UseHost = func(host any, operation string) (unsafe.Pointer, func(), error) {
		c, err := host.(*Host).use(operation)
		if err != nil {
			return nil, nil, err
		}
		return unsafe.Pointer(c), host.(*Host).done, nil
	}
	bridge.FillBatch = func(batch any, records unsafe.Pointer, count int, plan any) (int, int, error) {
		return batch.(*Batch).fillFrom((*C.struct_perfc_stream_record)(records), count, plan.(*Plan))
	}
}

// fillFrom fills it from records of one plan, which C owns.
func (b *Batch) fillFrom(records *C.struct_perfc_stream_record, count int, plan *Plan) (rows, taken int, err error) {
	const operation = "perfc_batch_fill_records"
	if err := b.begin(operation); err != nil {
		return 0, 0, err
	}
	defer b.end()
	if b.views {
		return 0, 0, &Error{Errno: syscall.EINVAL, Operation: operation}
	}
	if _, err := plan.use(operation); err != nil {
		return 0, 0, err
	}
	defer plan.done()
	b.from = plan
	return b.fillHeld(records, count)
}
