package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"strconv"
)

// sink writes the canonical JSON.
type sink struct {
	lines *bufio.Writer
	json  []byte
}

func (s *sink) reset() { s.json = s.json[:0] }

func (s *sink) line() {
	s.lines.Write(append(s.json, '\n'))
	s.reset()
}

func (s *sink) key(key string) {
	if n := len(s.json); n > 0 && s.json[n-1] != '{' && s.json[n-1] != '[' {
		s.json = append(s.json, ',')
	}
	if key != "" {
		s.json = append(append(append(s.json, '"'), key...), '"', ':')
	}
}

func (s *sink) small(key string, value uint32) {
	s.key(key)
	s.json = strconv.AppendUint(s.json, uint64(value), 10)
}

func (s *sink) big(key string, value uint64) {
	s.key(key)
	s.json = append(strconv.AppendUint(append(s.json, '"'), value, 10), '"')
}

func (s *sink) bytes(key string, data []byte) {
	s.key(key)
	s.json = append(hex.AppendEncode(append(s.json, '"'), data), '"')
}

func (s *sink) text(key string, data []byte) {
	s.key(key)
	s.json = append(s.json, '"')
	for _, c := range data {
		if c < 0x20 || c > 0x7e || c == '"' || c == '\\' {
			s.json = fmt.Appendf(s.json, `\u00%02x`, c)
		} else {
			s.json = append(s.json, c)
		}
	}
	s.json = append(s.json, '"')
}

func (s *sink) words(key string, words []uint64) {
	s.list(key, func() {
		for _, word := range words {
			s.big("", word)
		}
	})
}

func (s *sink) object(key string, inside func()) { s.bracket(key, '{', '}', inside) }

func (s *sink) list(key string, inside func()) { s.bracket(key, '[', ']', inside) }

func (s *sink) bracket(key string, open, shut byte, inside func()) {
	s.key(key)
	s.json = append(s.json, open)
	inside()
	s.json = append(s.json, shut)
}
