// Sample samples a process, this one, and prints the functions it was in most.
package main

import (
	"cmp"
	"fmt"
	"log"
	"maps"
	"runtime"
	"slices"

	"libperfc/perfc"
)

//go:noinline
func work(count int) (sum int) {
	for i := range count {
		sum = sum>>1 ^ i
	}
	return sum
}

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func main() {
	specs := must(perfc.ParseSpecs("cpu-clock/period=1000000/u", perfc.SAMPLE_IP|perfc.SAMPLE_TIME))
	// Its threads, and those that they start: which needs an event for each CPU.
	process := perfc.Target{Kind: perfc.TARGET_TREE, Flags: perfc.TARGET_FLAG_EACH_CPU}
	set, _, err := perfc.OpenSet(specs, process, perfc.SetOptions{})
	must(set, err)
	must(set.Mmap(16, 0))
	stream, batch := must(perfc.NewStream()), must(perfc.NewBatch(perfc.BatchOptions{}))
	must(stream.AddSet(set))
	must(0, set.Enable())
	work(300_000_000)
	must(0, set.Disable())

	samples := map[string]int{}
	for must(batch.FillStream(stream)) > 0 {
		for _, ip := range batch.Sample(perfc.COLUMN_IP).Uint64s() {
			samples[runtime.FuncForPC(uintptr(ip)).Name()]++
		}
	}
	names := slices.SortedFunc(maps.Keys(samples), func(a, b string) int { return cmp.Compare(samples[b], samples[a]) })
	for _, name := range names[:min(10, len(names))] {
		fmt.Printf("%7d  %s\n", samples[name], name)
	}
}
