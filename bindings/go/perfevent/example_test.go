package perfevent_test

import (
	"fmt"
	"log"

	"github.com/cilium/ebpf"
	"libperfc/perfevent"
)

func ExampleEventSpec() {
	cycles := perfevent.EventSpec{
		Type: perfevent.PerfTypeHardware, Config: perfevent.PerfCountHWCPUCycles, SamplePeriod: 99, Frequency: true,
	}
	fmt.Println(cycles)
	// Output: hardware/cpu-cycles
}

// The program samples until the set is closed.
func ExampleSet() {
	var program *ebpf.Program // of type PerfEvent, that the program has loaded
	spec, err := perfevent.ProbeHardwareCycles(99)
	if err != nil {
		log.Fatal(err)
	}
	set, err := perfevent.OpenAll(program, []uint{0, 1}, spec, perfevent.WithDeferredEnable())
	if err != nil {
		log.Fatal(err)
	}
	defer set.Close()
	fmt.Println(len(set.FDs()), "events")
}
