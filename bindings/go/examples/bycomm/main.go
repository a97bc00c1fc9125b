// Bycomm counts the samples of a perf.data file by the name of their thread.
package main

import (
	"fmt"
	"log"
	"os"

	"libperfc/perfc"
	"libperfc/profile"
)

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func main() {
	path := "perf.data"
	if len(os.Args) > 1 {
		path = os.Args[1]
	}
	file := must(profile.Open(path, profile.Options{}))
	defer file.Close()
	names := map[uint32]string{} // of threads
	samples := map[string]int{}
	for record, err := range file.Records() {
		switch must(record, err).Type {
		case perfc.RECORD_COMM:
			comm := must(record.DecodeComm(record.Plan()))
			names[comm.TID] = record.Text(comm.Comm)
		case perfc.RECORD_FORK:
			task := must(record.DecodeTask(record.Plan()))
			names[task.TID] = names[task.PTID]
		case perfc.RECORD_SAMPLE:
			if sample := must(record.Sample()); sample.Present&perfc.SAMPLE_TID != 0 {
				samples[names[sample.TID]]++
			}
		}
	}
	for name, count := range samples {
		fmt.Printf("%7d  %s\n", count, name)
	}
}
