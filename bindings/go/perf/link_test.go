package perf_test

import (
	"sync"
	"testing"

	"github.com/cilium/ebpf"
	"golang.org/x/sys/unix"

	"libperfc/internal/bpftest"
	"libperfc/perf"
)

// Its fd was 0, which is the program's input.
func TestLinkThatNobodyMadeClosesNothing(t *testing.T) {
	input, err := unix.Dup(0)
	if err != nil {
		t.Skip(err)
	}
	defer unix.Close(input)
	for _, link := range []*perf.Link{nil, new(perf.Link)} {
		check(t, link.Close())
		if link.FD() != -1 {
			t.Error(link.FD())
		}
	}
	if _, err := unix.FcntlInt(0, unix.F_GETFD, 0); err != nil {
		unix.Dup3(input, 0, 0)
		t.Error(err)
	}
}

func TestLinkIsClosedOnceByManyGoroutines(t *testing.T) {
	needs(t)
	if !perf.IsBPFLinkSupported() {
		t.Skip(perf.ErrBPFLinkNotSupported)
	}
	program, counts := bpftest.Counter(t, ebpf.PerfEvent, 0)
	attr := &perf.Attr{Type: perf.SoftwareEvent, Config: uint64(perf.PageFaults)}
	attr.SetSamplePeriod(1)
	ev := open(t, attr, nil)
	link, err := ev.SetBPFLink(program.FD(), &perf.LinkOptions{Cookie: 7})
	check(t, err)
	if link.FD() < 0 {
		t.Error(link.FD())
	}
	_, err = ev.Measure(func() { touchPages(t, 5) })
	check(t, err)
	if bpftest.Runs(t, counts) < 5 {
		t.Error("the program didn't run")
	}
	var group sync.WaitGroup
	for range 8 {
		group.Add(1)
		go func() {
			defer group.Done()
			if err := link.Close(); err != nil {
				t.Error(err)
			}
		}()
	}
	group.Wait()
	if link.FD() != -1 {
		t.Error(link.FD())
	}
}

func touchPages(t *testing.T, count int) {
	t.Helper()
	page := unix.Getpagesize()
	memory, err := unix.Mmap(-1, 0, count*page, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	check(t, err)
	check(t, unix.Madvise(memory, unix.MADV_NOHUGEPAGE))
	for i := range count {
		memory[i*page] = 1
	}
	check(t, unix.Munmap(memory))
}
