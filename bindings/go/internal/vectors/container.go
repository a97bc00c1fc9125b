package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"unsafe"

	"libperfc/perfc"
)

// storedCase is one of a file: attrs, and the records that they are of.
type storedCase struct {
	name      string
	byteOrder uint32
	whose0    uint32 // the attr of records with id 0
	attrs     [][]byte
	ids       [][]uint64
	records   []byte
}

var little = binary.LittleEndian

func readCases(path string) ([]storedCase, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if !bytes.HasPrefix(data, []byte("PERFCVEC")) || little.Uint32(data[8:]) != 2 {
		return nil, errors.New("not a file of vectors")
	}
	cases := make([]storedCase, little.Uint32(data[12:]))
	data = data[16:]
	take := func(n uint32) []byte {
		taken := data[:n]
		data = data[n:]
		return taken
	}
	for i := range cases {
		c := &cases[i]
		c.name = string(bytes.TrimRight(take(48), "\x00"))
		head := take(24)
		c.byteOrder = little.Uint32(head)
		c.whose0 = little.Uint32(head[16:])
		for range little.Uint32(head[4:]) {
			sizes := take(8)
			c.attrs = append(c.attrs, take(little.Uint32(sizes)))
			ids := make([]uint64, little.Uint32(sizes[4:]))
			for j := range ids {
				ids[j] = little.Uint64(take(8))
			}
			c.ids = append(c.ids, ids)
		}
		c.records = aligned(take(little.Uint32(head[12:])))
	}
	return cases, nil
}

// aligned is a copy of bytes, 8-byte aligned.
func aligned(from []byte) []byte {
	words := make([]uint64, len(from)/8+1)
	copied := unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), len(from))
	copy(copied, from)
	return copied
}

func (c *storedCase) recordSize(at int) int {
	if c.byteOrder == perfc.BYTE_ORDER_BIG {
		return int(binary.BigEndian.Uint16(c.records[at+6:]))
	}
	return int(little.Uint16(c.records[at+6:]))
}

func (c *storedCase) plan(attrs [][]byte, byteOrder uint32) (*perfc.Plan, error) {
	plan, err := perfc.NewEmptyPlan(byteOrder)
	if err != nil {
		return nil, err
	}
	for i, attr := range attrs {
		if _, err := plan.Add(attr, c.ids[i]); err != nil {
			plan.Close()
			return nil, err
		}
	}
	return plan, plan.SetDefault(c.whose0)
}

// native is the case's plan for records in this machine's byte order.
func (c *storedCase) native(plan *perfc.Plan) (*perfc.Plan, error) {
	attrs := make([][]byte, len(c.attrs))
	for i := range attrs {
		var err error
		if attrs[i], err = plan.Attr(i); err != nil {
			return nil, err
		}
	}
	return c.plan(attrs, perfc.BYTE_ORDER_NATIVE)
}
