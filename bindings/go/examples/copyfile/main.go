// Copyfile copies a perf.data file, with the samples of some processes only: copyfile FROM TO [PID...]
package main

import (
	"fmt"
	"log"
	"os"
	"strconv"

	"libperfc/profile"
)

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func main() {
	if len(os.Args) < 3 {
		log.Fatal("usage: copyfile FROM TO [PID...]")
	}
	options := profile.Options{Flags: profile.FILE_TAILS} // AUX data belong to a copy
	for _, pid := range os.Args[3:] {
		options.Filter.PIDs = append(options.Filter.PIDs, int32(must(strconv.Atoi(pid))))
	}
	file := must(profile.Open(os.Args[1], options))
	defer file.Close()
	writer := must(profile.Create(os.Args[2], profile.WriterOptions{}))
	defer writer.Close()
	must(0, writer.Copy(file))
	written := must(writer.Finish())
	fmt.Printf("%d records, %d bytes\n", written.Records, written.Bytes)
}
