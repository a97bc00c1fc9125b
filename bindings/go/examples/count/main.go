// Count counts one function: its instructions, or on a machine that can't count
// those the nanoseconds it ran.
package main

import (
	"fmt"
	"log"

	"libperfc/perfc"
)

func open(name string) (*perfc.Event, error) {
	return perfc.OpenString(name, 0, perfc.CALLING_THREAD, perfc.ANY_CPU)
}

func sumOfSquares(count uint64) (sum uint64) {
	squares := make([]uint64, count)
	for i := range count {
		squares[i] = i * i
	}
	for _, square := range squares {
		sum += square
	}
	return sum
}

func measure(name string, event *perfc.Event) {
	counts, err := event.Measure(func() { sumOfSquares(1_000_000) })
	if err != nil {
		log.Fatal(err)
	}
	count := counts[0]
	switch {
	case count.Quality&perfc.QUALITY_NEVER_RAN != 0:
		fmt.Printf("%s: not counted, other events had the PMU\n", name)
	case count.Quality&perfc.QUALITY_SCALED != 0:
		fmt.Printf("%s: %d (scaled)\n", name, count.Scaled)
	default:
		fmt.Printf("%s: %d\n", name, count.Raw)
	}
}

func main() {
	name := "instructions"
	event, err := open("instructions:u")
	if err != nil {
		name = "nanoseconds"
		if event, err = open("task-clock:u"); err != nil {
			log.Fatal(err)
		}
	}
	defer event.Close()
	measure(name, event)
}
