// Sample samples the CPUs for a second, and prints where they were most.
package main

import (
	"cmp"
	"fmt"
	"log"
	"maps"
	"slices"
	"time"

	"libperfc/perfc"
)

func main() {
	specs, err := perfc.ParseSpecs("cpu-clock/freq=999/")
	if err != nil {
		log.Fatal(err)
	}
	defer specs.Close()
	spec, _ := specs.Get(0)
	attr := spec.ParseAttr()
	attr.SampleType |= perfc.SAMPLE_IP | perfc.SAMPLE_TID | perfc.SAMPLE_TIME
	if err := specs.SetAttr(0, &attr); err != nil {
		log.Fatal(err)
	}
	set, _, err := perfc.OpenSet(specs, perfc.Target{Kind: perfc.TARGET_CPUS},
		perfc.SetOptions{Flags: perfc.SET_IDENTIFY, Fallbacks: perfc.FALLBACK_ALL})
	if err != nil {
		log.Fatal(err)
	}
	defer set.Close()
	batch, err := perfc.NewBatch(perfc.BatchOptions{})
	if err != nil {
		log.Fatal(err)
	}
	defer batch.Close()
	if _, err := set.Map(0, 0); err != nil {
		log.Fatal(err)
	}
	if err := set.Enable(); err != nil {
		log.Fatal(err)
	}
	time.Sleep(time.Second)
	counts := map[uint64]int{}
	for _, member := range set.Members() {
		for rows, err := batch.Fill(member.Event); rows > 0 && err == nil; rows, err = batch.Fill(member.Event) {
			for _, ip := range batch.Sample(perfc.COLUMN_IP).Uint64s() {
				counts[ip]++
			}
		}
	}
	addresses := slices.SortedFunc(maps.Keys(counts), func(a, b uint64) int { return cmp.Compare(counts[b], counts[a]) })
	for _, address := range addresses[:min(10, len(addresses))] {
		fmt.Printf("%6d %#x\n", counts[address], address)
	}
}
