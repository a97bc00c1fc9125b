// Package perf has the API of github.com/elastic/go-perf on libperfc: a program changes the import
// path and nothing else.
//
// Only mistakes of go-perf are different here. PreciseIP is passed on unchanged. The type of a
// branch, the levels of a data source and their masks are the kernel's. With register ABI NONE
// there are no registers. Samples of inherited events and of unknown streams are decoded. Counts in
// records are bounded by the record. Record types that this package doesn't name arrive as
// *UnknownRecord. A bad record is an error of its own, and later records can still be read.
// SetFilter and ModifyAttributes exist, and so do labels for every Attr.
//
// ReadRecord makes at most one allocation for each record. Samples that are read one after another
// share their memory: a program that keeps a few of many for long should copy them.
package perf
