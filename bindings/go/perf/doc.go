// Package perf has the API of github.com/elastic/go-perf on libperfc: a program
// changes the import path and nothing else.
//
// What differs is what was wrong there. PreciseIP is passed on as it is asked
// for. The type of a branch, the levels of a data source and their masks are the
// kernel's. Registers without an ABI are none. Samples of inherited events and
// of unknown streams are decoded. Counts in records are bounded by the record,
// and record types that this package doesn't name arrive as *UnknownRecord. A
// bad record is an error of its own, and the records behind it remain. SetFilter
// and ModifyAttributes are there, and labels for any Attr.
//
// ReadRecord makes at most one allocation for each record. Samples that are read
// one after another share their memory: who keeps a few of many for long copies
// what it needs.
package perf
