package perf

import (
	"errors"
	"slices"
	"testing"

	"golang.org/x/sys/unix"
)

func TestGroupWithoutEventsHasNoLeader(t *testing.T) {
	group, err := NewGroupProfiler(0, -1, 0)
	check(t, err)
	if !group.HasProfilers() || group.Start() != ErrNoLeader || group.Profile(new(GroupProfileValue)) != ErrNoLeader {
		t.Error("a group without events")
	}
	check(t, group.Close())
}

// The caller's exclude_* were lost.
func TestGroupKeepsTheBitsThatSayWhatIsCounted(t *testing.T) {
	needsEvents(t)
	faults, migrations := PageFaultsEventAttr(), CPUMigrationsEventAttr()
	faults.Bits |= unix.PerfBitExcludeIdle | unix.PerfBitFreq
	// The kernel refuses these of a sibling, and perf-utils never asks for them.
	migrations.Bits |= unix.PerfBitPinned | unix.PerfBitExclusive | unix.PerfBitInherit
	p, err := NewGroupProfiler(0, -1, 0, faults, migrations)
	check(t, err)
	defer p.Close()
	const plain = unix.PerfBitExcludeKernel | unix.PerfBitExcludeHv
	for i, wanted := range []uint64{
		unix.PerfBitDisabled | unix.PerfBitExcludeIdle | plain,
		unix.PerfBitExcludeHv,
	} {
		if attr := openAttr(t, p.(*groupProfiler).events[i]); attr.Bits != wanted {
			t.Errorf("%d: %#x, not %#x", i, attr.Bits, wanted)
		}
	}
}

func TestGroupIsInheritedAsItsLeader(t *testing.T) {
	needsUserEvents(t)
	leader := PageFaultsEventAttr()
	leader.Bits |= unix.PerfBitInherit
	p, err := NewGroupProfiler(0, -1, 0, leader, MinorPageFaultsEventAttr())
	check(t, err)
	defer p.Close()
	if attr := openAttr(t, p.(*groupProfiler).events[1]); attr.Bits&unix.PerfBitInherit == 0 {
		t.Errorf("%#x", attr.Bits)
	}
}

// They happen in the kernel, which the attr excludes.
func TestGroupCountsContextSwitches(t *testing.T) {
	needsEvents(t)
	onThread(t)
	p, err := NewGroupProfiler(0, -1, 0, PageFaultsEventAttr(), ContextSwitchesEventAttr())
	check(t, err)
	defer p.Close()
	check(t, p.Start())
	for range 10 {
		check(t, unix.Nanosleep(&unix.Timespec{Nsec: 1000}, nil))
	}
	var value GroupProfileValue
	check(t, p.Profile(&value))
	if value.Values[1] < 10 {
		t.Errorf("%+v", value)
	}
}

// Groups and single counters shared one pool of buffers.
func TestGroupsOfAnySizeBesideSingleCounters(t *testing.T) {
	needsEvents(t)
	onThread(t)
	attrs := []unix.PerfEventAttr{}
	sizes := []int{5, 1, 3}
	groups := []GroupProfiler{}
	for range slices.Max(sizes) {
		attrs = append(attrs, MinorPageFaultsEventAttr())
	}
	for _, size := range sizes {
		p, err := NewGroupProfiler(0, -1, 0, attrs[:size]...)
		check(t, err)
		defer p.Close()
		check(t, errors.Join(p.Reset(), p.Start()))
		groups = append(groups, p)
	}
	single, err := NewPageFaultProfiler(0, -1)
	check(t, err)
	defer single.Close()
	check(t, single.Start())
	touch(t, 20)
	for i, p := range groups {
		check(t, p.Stop())
		var value GroupProfileValue
		check(t, p.Profile(&value))
		if int(value.Events) != sizes[i] || len(value.Values) != sizes[i] || slices.Min(value.Values) < 20 || value.TimeRunning == 0 {
			t.Errorf("%d: %+v", sizes[i], value)
		}
	}
	var value ProfileValue
	check(t, single.Profile(&value))
	if value.Value < 20 || value.TimeRunning > value.TimeEnabled {
		t.Errorf("%+v", value)
	}
}

func TestGroupThatCannotBeOpenedLeavesNothingOpen(t *testing.T) {
	needsUserEvents(t)
	before := openFiles(t)
	bad := softwareAttr(1 << 40)
	if _, err := NewGroupProfiler(0, -1, 0, PageFaultsEventAttr(), bad); !errors.Is(err, unix.ENOENT) {
		t.Error(err)
	}
	if after := openFiles(t); after != before {
		t.Error(before, after)
	}
}
