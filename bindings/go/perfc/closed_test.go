package perfc

import (
	"context"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"libperfc/internal/api"
)

// opened makes one of each type that is closed.
var opened = map[string]func(testing.TB) any{
	"Host":       func(t testing.TB) any { return made(t)(NewHost(HostOptions{})) },
	"Plan":       func(t testing.TB) any { return made(t)(NewPlan(clock(0).Bytes(), nil, BYTE_ORDER_NATIVE)) },
	"Batch":      func(t testing.TB) any { return made(t)(NewBatch(BatchOptions{})) },
	"Stream":     func(t testing.TB) any { return made(t)(NewStream()) },
	"Flight":     func(t testing.TB) any { return made(t)(NewFlight()) },
	"Stitch":     func(t testing.TB) any { return made(t)(NewStitch(0)) },
	"Specs":      func(t testing.TB) any { return made(t)(ParseSpecs("task-clock:u", 0)) },
	"Tracepoint": func(t testing.TB) any { return made(t)(ParseTracepoint("x", formatFile, BYTE_ORDER_NATIVE)) },
	"Event":      func(t testing.TB) any { return open(t, clock(ATTR_EXCLUDE_KERNEL), nil) },
	"Set": func(t testing.TB) any {
		needsEvents(t)
		set, _, err := OpenSet(made(t)(ParseSpecs("task-clock:u", 0)).(*Specs), Target{}, SetOptions{})
		return made(t)(set, err)
	},
}

// made takes what a constructor gives, and closes it at the end if nobody has.
func made(t testing.TB) func(any, error) any {
	return func(handle any, err error) any {
		t.Helper()
		check(t, err)
		t.Cleanup(func() { handle.(interface{ Close() error }).Close() })
		return handle
	}
}

// values are the types with methods that need no close.
var values = map[string]any{
	"Attr": new(Attr), "BranchEntry": new(BranchEntry), "ClockRelation": new(ClockRelation), "Column": new(Column),
	"Error": new(Error), "Lists": new(Lists[uint64]), "Record": new(Record), "Report": new(Report), "Sample": new(Sample),
	"Spec": new(Spec), "Stitched": new(Stitched),
}

// rows are the methods that are told a row, of which the zero value has none.
var rows = []string{"Column.Valid", "Lists.Valid", "Lists.At"}

// eachMethod gives every method of a value by its name, and how to call it. Pointers
// that a method takes are to what is open, if it can be.
func eachMethod(t *testing.T, value reflect.Value, yield func(name string, call func() []reflect.Value)) {
	t.Helper()
	for i := range value.NumMethod() {
		name, method := value.Type().Method(i).Name, value.Method(i)
		var arguments []reflect.Value
		for j := range method.Type().NumIn() {
			if method.Type().IsVariadic() && j == method.Type().NumIn()-1 {
				break
			}
			arguments = append(arguments, argument(t, method.Type().In(j)))
		}
		yield(name, func() []reflect.Value { return method.Call(arguments) })
	}
}

func argument(t *testing.T, kind reflect.Type) reflect.Value {
	t.Helper()
	switch {
	case kind == reflect.TypeFor[context.Context]():
		return reflect.ValueOf(t.Context())
	case kind.Kind() == reflect.Slice:
		return reflect.MakeSlice(kind, 1, 1)
	case kind.Kind() != reflect.Pointer:
		return reflect.Zero(kind)
	case opened[kind.Elem().Name()] != nil:
		return reflect.ValueOf(opened[kind.Elem().Name()](t))
	}
	return reflect.New(kind.Elem())
}

// expectClosed says which results are not those of a closed handle.
func expectClosed(t *testing.T, name string, results []reflect.Value) {
	t.Helper()
	for _, result := range results {
		switch {
		case result.Type() == reflect.TypeFor[error]():
			if err, _ := result.Interface().(error); !errors.Is(err, ErrClosed) {
				t.Errorf("%s: %v", name, err)
			}
		case result.Kind() == reflect.Func:
			for _, second := range result.Seq2() {
				expectClosed(t, name, []reflect.Value{second})
			}
		case result.Kind() == reflect.Slice:
			if result.Len() != 0 {
				t.Errorf("%s: %v", name, result)
			}
		case name != "Plan" && !result.IsZero():
			t.Errorf("%s: %v", name, result)
		}
	}
}

func TestEveryMethodOfAClosedHandleIsRefused(t *testing.T) {
	for name, open := range opened {
		t.Run(name, func(t *testing.T) {
			handle := reflect.ValueOf(open(t))
			check(t, handle.Interface().(interface{ Close() error }).Close())
			eachMethod(t, handle, func(name string, call func() []reflect.Value) { expectClosed(t, name, call()) })
		})
	}
}

// The zero value was handed on to C, or to maps that nobody had made.
func TestEveryMethodOfTheZeroValueIsRefused(t *testing.T) {
	for name, open := range opened {
		t.Run(name, func(t *testing.T) {
			zero := reflect.New(reflect.TypeOf(open(t)).Elem())
			eachMethod(t, zero, func(name string, call func() []reflect.Value) { expectClosed(t, name, call()) })
		})
	}
}

func TestEveryMethodOfNilIsRefusedButClose(t *testing.T) {
	for name, open := range opened {
		if name == "Host" {
			continue // nil is this machine
		}
		t.Run(name, func(t *testing.T) {
			null := reflect.Zero(reflect.TypeOf(open(t)))
			eachMethod(t, null, func(name string, call func() []reflect.Value) {
				if name != "Close" {
					expectClosed(t, name, call())
				} else if err := call()[0]; !err.IsNil() {
					t.Error(err)
				}
			})
		})
	}
}

func TestEveryMethodOfAZeroValueEnds(t *testing.T) {
	for name, value := range values {
		t.Run(name, func(t *testing.T) {
			eachMethod(t, reflect.ValueOf(value), func(method string, call func() []reflect.Value) {
				defer func() {
					if problem := recover(); problem != nil && !slices.Contains(rows, name+"."+method) {
						t.Errorf("%s: %v", method, problem)
					}
				}()
				call()
			})
		})
	}
}

func TestExportedAPIIsAllAskedOfTheZeroValue(t *testing.T) {
	lines, err := api.List(".", ".")
	check(t, err)
	asked := append(slices.Collect(maps.Keys(opened)), slices.Collect(maps.Keys(values))...)
	for _, line := range lines {
		method, is := strings.CutPrefix(line, "method ")
		if name, _, _ := strings.Cut(method, "."); is && !slices.Contains(asked, name) {
			t.Errorf("not asked: %s", line)
		}
	}
}
