// Vectors prints the canonical JSON of a file of shared vectors
// (test/vectors/README.md), from typed accessors or from columns.
//
//	vectors typed|columns|views FILE.vec
//	vectors aux
package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"syscall"

	"libperfc/perfc"
)

func main() {
	if len(os.Args) == 2 && os.Args[1] == "aux" {
		if err := tellAux(os.Stdout); err != nil {
			fail(err)
		}
		return
	}
	if len(os.Args) != 3 {
		fail(errors.New("usage: vectors typed|columns|views FILE.vec"))
	}
	tell := map[string]func(*storedCase, *sink) error{
		"typed":   tellTyped,
		"columns": func(c *storedCase, out *sink) error { return tellColumns(c, 0, out) },
		"views":   func(c *storedCase, out *sink) error { return tellColumns(c, perfc.BATCH_VIEWS, out) },
	}[os.Args[1]]
	if tell == nil {
		fail(fmt.Errorf("no such mode: %s", os.Args[1]))
	}
	cases, err := readCases(os.Args[2])
	if err != nil {
		fail(err)
	}
	lines := bufio.NewWriter(os.Stdout)
	for i := range cases {
		if err := tell(&cases[i], &sink{lines: lines}); err != nil {
			fail(fmt.Errorf("%s: %w", cases[i].name, err))
		}
	}
	if err := lines.Flush(); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "vectors:", err)
	os.Exit(1)
}

func errorName(err error) string {
	names := map[syscall.Errno]string{
		syscall.EBADMSG:      "EBADMSG",
		syscall.ENOKEY:       "ENOKEY",
		syscall.EKEYREJECTED: "EKEYREJECTED",
		syscall.ENOTUNIQ:     "ENOTUNIQ",
	}
	var errno syscall.Errno
	if errors.As(err, &errno) && names[errno] != "" {
		return names[errno]
	}
	return err.Error()
}

// viewed views every record of a case, with the error where it can't.
func viewed(c *storedCase, plan *perfc.Plan, each func(*perfc.Record, error)) {
	for at := 0; at < len(c.records); {
		size := c.recordSize(at)
		record, err := plan.View(c.records[at:], make([]byte, perfc.ScratchSize))
		each(&record, err)
		at += size
	}
}

func tellTyped(c *storedCase, out *sink) error {
	plan, err := c.plan(c.attrs, c.byteOrder)
	if err != nil {
		return err
	}
	defer plan.Close()
	viewed(c, plan, func(record *perfc.Record, err error) {
		if err == nil {
			err = describe(plan, record, out)
		}
		if err != nil {
			out.reset()
			out.object("", func() { out.text("error", []byte(errorName(err))) })
		}
		out.line()
	})
	return nil
}
