package main

import (
	"context"
	"fmt"
	"io"

	"libperfc/perfc"
)

// tellAux prints the output that test/conformance/aux.sh expects.
func tellAux(out io.Writer) error {
	event, err := perfc.Open(&perfc.Attr{Type: 8}, perfc.CALLING_THREAD, perfc.ANY_CPU, nil, 0)
	if err != nil {
		return err
	}
	defer event.Close()
	if err := event.Mmap(1, 0); err != nil {
		return err
	}
	if err := event.AuxMmap(1, 0); err != nil {
		return err
	}
	if err := tellPeek(out, event); err != nil {
		return err
	}
	for record, err := range event.Records(context.Background()) {
		if err == nil {
			err = tellPiece(out, event, record)
		}
		if err != nil {
			return err
		}
	}
	return event.AuxMunmap()
}

func tellPiece(out io.Writer, event *perfc.Event, record *perfc.Record) error {
	aux, err := record.DecodeAux(record.Plan())
	if err != nil {
		return err
	}
	data, err := event.ViewAux(&aux)
	if err != nil {
		return err
	}
	tellData(out, "view", data)
	if err := tellPeek(out, event); err != nil {
		return err
	}
	if err := event.ReleaseAux(aux.AuxOffset + aux.AuxSize); err != nil {
		return err
	}
	return tellPeek(out, event)
}

func tellPeek(out io.Writer, event *perfc.Event) error {
	data, there, err := event.PeekAux()
	if there {
		tellData(out, "peek", data)
	} else {
		fmt.Fprintln(out, "nothing")
	}
	return err
}

func tellData(out io.Writer, how string, data perfc.AuxData) {
	fmt.Fprintf(out, "%s %d: %s, %s\n", how, data.Offset, extent(data.Data), extent(data.Rest))
}

func extent(bytes []byte) string {
	if len(bytes) == 0 {
		return "0 bytes"
	}
	return fmt.Sprintf("%d bytes %d to %d", len(bytes), bytes[0], bytes[len(bytes)-1])
}
