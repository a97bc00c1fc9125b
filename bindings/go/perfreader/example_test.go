package perfreader_test

import (
	"fmt"
	"log"
	"runtime"

	"libperfc/perfreader"
)

//go:noinline
func work() (sum int) {
	for i := range 50_000_000 {
		sum = sum>>1 ^ i
	}
	return sum
}

// sampled is a reader with samples of some work in its ring.
func sampled() *perfreader.Reader {
	runtime.LockOSThread() // the reader samples this thread
	config := perfreader.DefaultConfig()
	config.CPU, config.SampleFreq = -1, 1000
	reader, err := perfreader.NewReader(config)
	if err != nil {
		log.Fatal(err)
	}
	work()
	return reader
}

func ExampleConfig() {
	config := perfreader.DefaultConfig() // the calling thread
	config.CPU = -1                      // on whatever CPU
	fmt.Println(config.SampleFreq, "Hz,", config.StackBytes, "bytes of stack")
	// Output: 99 Hz, 8192 bytes of stack
}

func ExampleReader() {
	reader := sampled() // NewReader, and some work
	defer reader.Close()
	// In a program, unix.Poll of reader.FD() waits for samples.
	count, err := reader.ReadNext(func(perfreader.Sample) {})
	fmt.Println(count > 0, err)
	// Output: true <nil>
}

func ExampleSample() {
	reader := sampled()
	defer reader.Close()
	stacks, wrong := 0, 0
	_, err := reader.ReadNext(func(sample perfreader.Sample) {
		if len(sample.Stack) > 0 {
			stacks++
		}
		if perfreader.RegIP(sample.Regs) != sample.IP {
			wrong++
		}
	})
	fmt.Println(stacks > 0, wrong, err)
	// Output: true 0 <nil>
}
