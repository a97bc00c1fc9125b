// Package bridge lets the module's other packages that call C reach into package perfc, which fills
// in the functions. Plans, hosts and batches are *perfc.Plan, *perfc.Host and *perfc.Batch; a nil
// host is this machine.
package bridge

import "unsafe"

var (
	// Error is that of a call which returned code below 0 and, unless facts is nil, may have filled
	// in a struct perfc_error.
	Error func(operation string, code int, facts unsafe.Pointer) error

	// NewPlan is a perfc_plan that lives as long as its owner.
	NewPlan func(c unsafe.Pointer) any
	// ChangePlan lets nobody decode with an owner's plan until done.
	ChangePlan func(plan any, operation string) (done func(), err error)
	// EndPlan ends the use of an owner's plan, unless it is in use.
	EndPlan func(plan any, operation string) error
	// UsePlan keeps a plan from being closed or changed until done.
	UsePlan func(plan any, operation string) (c unsafe.Pointer, done func(), err error)

	// UseHost keeps a host from being closed until done.
	UseHost func(host any, operation string) (c unsafe.Pointer, done func(), err error)

	// FillBatch fills a batch with an array of struct perfc_stream_record whose plan is that one.
	FillBatch func(batch any, records unsafe.Pointer, count int, plan any) (rows, taken int, err error)
)
