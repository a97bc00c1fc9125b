// Count counts one function: its instructions, or on a machine that can't count
// those the nanoseconds it ran.
package main

import (
	"fmt"
	"log"

	"libperfc/perfc"
)

func open(kind uint32, config uint64) (*perfc.Event, error) {
	return perfc.Open(&perfc.Attr{
		Type: kind, Config: config,
		ReadFormat: perfc.FORMAT_TOTAL_TIME_ENABLED | perfc.FORMAT_TOTAL_TIME_RUNNING,
		Flags:      perfc.ATTR_DISABLED | perfc.ATTR_EXCLUDE_KERNEL,
	}, perfc.CALLING_THREAD, perfc.ANY_CPU, nil, 0)
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
	event, err := open(perfc.TYPE_HARDWARE, perfc.COUNT_HW_INSTRUCTIONS)
	if err != nil {
		name = "nanoseconds"
		if event, err = open(perfc.TYPE_SOFTWARE, perfc.COUNT_SW_TASK_CLOCK); err != nil {
			log.Fatal(err)
		}
	}
	defer event.Close()
	measure(name, event)
}
