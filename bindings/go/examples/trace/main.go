// Trace prints the context switches of the next second, with their fields.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"runtime"
	"time"

	"libperfc/perfc"
)

func main() {
	tracepoint, err := perfc.OpenTracepoint("sched:sched_switch")
	if err != nil {
		log.Fatal(err)
	}
	defer tracepoint.Close()
	attr := perfc.Attr{
		Type: perfc.TYPE_TRACEPOINT, Config: uint64(tracepoint.ID), SamplePeriod: 1, WakeupEvents: 1,
		SampleType: perfc.SAMPLE_TIME | perfc.SAMPLE_CPU | perfc.SAMPLE_RAW, Flags: perfc.ATTR_SAMPLE_ID_ALL,
	}
	stream, err := perfc.NewStream()
	if err != nil {
		log.Fatal(err)
	}
	defer stream.Close()
	for cpu := range runtime.NumCPU() {
		event, err := perfc.Open(&attr, perfc.ALL_THREADS, cpu, nil, 0)
		if err != nil {
			log.Fatal(err)
		}
		defer event.Close()
		if err := event.Mmap(perfc.MMAP_DEFAULT_PAGES, 0); err != nil {
			log.Fatal(err)
		}
		if _, err := stream.Add(event); err != nil {
			log.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	for record, err := range stream.Records(ctx) {
		if errors.Is(err, context.DeadlineExceeded) {
			return
		} else if err != nil {
			log.Fatal(err)
		}
		if sample, err := record.Sample(); err == nil && record.Type == perfc.RECORD_SAMPLE {
			text, _ := tracepoint.Format(record.Raw(sample))
			fmt.Printf("%d.%09d cpu %d %s\n", sample.Time/1e9, sample.Time%1e9, sample.CPU, text)
		}
	}
}
