package perfc

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestVersionFits(t *testing.T) {
	if Version() == "" || VersionNumber() < versionBuilt {
		t.Fatal(Version(), VersionNumber())
	}
	for _, other := range []uint32{versionBuilt - 1, versionBuilt + 1<<8, versionBuilt + 1<<16} {
		if err := checkVersion(other); err == nil || !strings.Contains(err.Error(), "was loaded") {
			t.Fatal(other, err)
		}
	}
	if err := checkVersion(versionBuilt + 1); err != nil {
		t.Fatal(err)
	}
}

func TestCountOfOneEvent(t *testing.T) {
	event := open(t, clock(0), nil)
	counts, err := event.Measure(func() { work() })
	check(t, err)
	if len(counts) != 1 || counts[0].Raw == 0 || counts[0].Quality != QUALITY_EXACT {
		t.Fatalf("%+v", counts)
	}
	count, err := event.Count()
	check(t, err)
	var read [1]Count
	number, err := event.Read(read[:])
	check(t, err)
	if number != 1 || read[0] != count {
		t.Fatal(number, read, count)
	}
	user, err := event.CountUser()
	check(t, err)
	if user.Raw != count.Raw || user.Origin != ORIGIN_NO_PAGE {
		t.Fatalf("%+v", user)
	}
	delta := CountDelta(count, user)
	if delta.Raw != 0 {
		t.Fatalf("%+v", delta)
	}
	sum, err := CountSum([]Count{count, user})
	check(t, err)
	if sum.Raw != 2*count.Raw {
		t.Fatalf("%+v", sum)
	}
}

func TestAMeasurementEndsWithAPanic(t *testing.T) {
	event := open(t, clock(0), nil)
	func() {
		defer func() { recover() }()
		event.Measure(func() { panic("of the function") })
	}()
	before, err := event.Count()
	check(t, err)
	work()
	after, err := event.Count()
	check(t, err)
	if before.Raw == 0 || after.Raw != before.Raw {
		t.Fatal(before, after)
	}
}

func TestCountsOfAGroup(t *testing.T) {
	attr := clock(0)
	attr.ReadFormat |= FORMAT_GROUP | FORMAT_ID
	leader := open(t, attr, nil)
	second := *attr
	second.Config, second.Flags = COUNT_SW_PAGE_FAULTS, 0
	sibling := open(t, &second, leader)
	counts, err := leader.Measure(func() { touch(t, 16) }, sibling, leader)
	check(t, err)
	if counts[0].Raw < 16 || counts[1].Raw == 0 {
		t.Fatalf("%+v", counts)
	}
	again, err := leader.CountGroup(leader, sibling)
	check(t, err)
	if again[1].Raw != counts[0].Raw {
		t.Fatal(again, counts)
	}
}

func TestScale(t *testing.T) {
	if scaled, err := CountScale(10, 100, 50); err != nil || scaled != 20 {
		t.Fatal(scaled, err)
	}
	if _, err := CountScale(1, 1, 0); !errors.Is(err, syscall.EINVAL) {
		t.Fatal(err)
	}
}

func TestErrorsCarryErrnoAndWords(t *testing.T) {
	needsEvents(t)
	_, err := Open(&Attr{Type: TYPE_SOFTWARE, Config: 1000}, 0, ANY_CPU, nil, 0)
	if !errors.Is(err, syscall.ENOENT) || !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	var facts *Error
	if !errors.As(err, &facts) || facts.Call() != CALL_PERF_EVENT_OPEN || facts.Rule() != RULE_NO_EVENT {
		t.Fatalf("%v %+v", err, facts)
	}
	if numbers := facts.Numbers(); numbers[0] != TYPE_SOFTWARE || numbers[1] != 1000 {
		t.Fatal(numbers)
	}
	if !strings.Contains(err.Error(), "perf_event_open") {
		t.Fatal(err)
	}
	if _, err := Open(nil, 0, ANY_CPU, nil, 0); !errors.Is(err, syscall.EINVAL) {
		t.Fatal(err)
	}
}

func TestAttrKeepsItsBytes(t *testing.T) {
	event := open(t, clock(0), nil)
	bytes, err := event.AttrBytes()
	check(t, err)
	spec := Spec{Attr: bytes}
	attr := spec.ParseAttr()
	if attr.Config != COUNT_SW_TASK_CLOCK || attr.Flags != ATTR_DISABLED {
		t.Fatalf("%+v", attr)
	}
	if id, err := event.ID(); err != nil || id == 0 {
		t.Fatal(id, err)
	}
	if fd, err := event.FD(); err != nil || fd < 0 {
		t.Fatal(fd, err)
	}
}

func TestOpenStringCountsAndSamples(t *testing.T) {
	needsEvents(t)
	onThread(t)
	event, err := OpenString("task-clock:u", 0, CALLING_THREAD, ANY_CPU)
	check(t, err)
	defer event.Close()
	counts, err := event.Measure(func() { touch(t, 100) })
	check(t, err)
	if counts[0].Raw == 0 || counts[0].Quality&QUALITY_EXACT == 0 {
		t.Fatalf("%+v", counts[0])
	}
	faults, err := OpenString("page-faults/period=1/u", SAMPLE_IP|SAMPLE_TID, CALLING_THREAD, ANY_CPU)
	check(t, err)
	defer faults.Close()
	check(t, faults.Mmap(8, 0))
	check(t, faults.Enable(0))
	touch(t, 10)
	check(t, faults.Disable(0))
	record, err := faults.Next()
	check(t, err)
	if sample, err := record.Sample(); err != nil || int(sample.TID) != syscall.Gettid() {
		t.Fatalf("%+v %v", sample, err)
	}
	for name, wanted := range map[string]syscall.Errno{"cs:u,faults:u": syscall.ENOTUNIQ, "cylces": syscall.ENOENT} {
		if _, err := OpenString(name, 0, CALLING_THREAD, ANY_CPU); !errors.Is(err, wanted) {
			t.Fatal(name, err)
		}
	}
}

func TestAnFdThatWasOpenedBelongsToTheEvent(t *testing.T) {
	event := open(t, clock(0), nil)
	fd, err := event.FD()
	check(t, err)
	copied, err := syscall.Dup(fd)
	check(t, err)
	other, err := OpenFD(copied, clock(0))
	check(t, err)
	check(t, other.Close())
	if err := syscall.Close(copied); err != syscall.EBADF {
		t.Fatal("the fd is still open:", err)
	}
	if _, err := OpenFD(0, clock(0)); err == nil {
		t.Fatal("stdin is no event")
	}
}

func TestUseAfterCloseIsRefused(t *testing.T) {
	event := sampling(t, 1)
	plan := event.Plan()
	check(t, event.Close())
	uses := map[string]func() error{
		"Close":  event.Close,
		"Enable": func() error { return event.Enable(0) },
		"Read":   func() error { _, err := event.Read(make([]Count, 1)); return err },
		"Next":   func() error { _, err := event.Next(); return err },
		"Wait":   func() error { return event.Wait(t.Context()) },
		"Plan": func() error {
			_, err := (&Record{Type: RECORD_SAMPLE, Data: make([]byte, 8)}).DecodeSample(plan)
			return err
		},
		"Open": func() error { _, err := Open(clock(0), 0, ANY_CPU, event, 0); return err },
	}
	for name, use := range uses {
		if err := use(); !errors.Is(err, ErrClosed) || !errors.Is(err, fs.ErrClosed) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := plan.Close(); !errors.Is(err, ErrBorrowed) {
		t.Fatal(err)
	}
}

func TestNilIsNoCrash(t *testing.T) {
	var event *Event
	if err := event.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := event.Next(); !errors.Is(err, ErrClosed) {
		t.Fatal(err)
	}
	var batch *Batch
	if _, err := batch.Fill(nil); err == nil {
		t.Fatal("no error")
	}
}

func TestIoctls(t *testing.T) {
	event := sampling(t, 1)
	check(t, event.PauseOutput(true))
	check(t, event.PauseOutput(false))
	check(t, event.SetPeriod(2))
	check(t, event.Reset(0))
	check(t, event.Disable(0))
	check(t, event.Refresh(1))
	check(t, event.Ioctl(IOC_ENABLE, 0))
	for _, request := range []uint32{0x1234, IOC_SET_OUTPUT} {
		if err := event.Ioctl(request, 0); !errors.Is(err, syscall.ENOTTY) {
			t.Fatal(err)
		}
	}
	if err := event.SetFilter("x == 1"); err == nil {
		t.Fatal("no tracepoint")
	}
	if err := event.SetBPF(-1); err == nil {
		t.Fatal("no program")
	}
	if _, err := event.QueryBPF(4); err == nil {
		t.Fatal("no tracepoint")
	}
	if err := event.ModifyAttributes(faults()); err == nil {
		t.Fatal("no breakpoint")
	}
}

func TestHostAtOtherRoots(t *testing.T) {
	procfs := t.TempDir()
	host, err := NewHost(HostOptions{Procfs: procfs})
	check(t, err)
	if _, err := host.Supported(); !errors.Is(err, syscall.ENOENT) {
		t.Fatal("an empty procfs can't tell:", err)
	}
	check(t, os.MkdirAll(filepath.Join(procfs, "sys/kernel"), 0o755))
	if supported, err := host.Supported(); supported || err != nil {
		t.Fatal("a procfs without perf_event_paranoid:", supported, err)
	}
	if _, err := host.MaxStack(); !errors.Is(err, syscall.ENOENT) {
		t.Fatal(err)
	}
	if root, err := host.Procfs(); err != nil || root != procfs {
		t.Fatal(root, err)
	}
	if root, err := (*Host)(nil).Sysfs(); err != nil || root != "/sys" {
		t.Fatal(root, err)
	}
	nowhere, err := NewHost(HostOptions{Tracefs: procfs})
	check(t, err)
	defer nowhere.Close()
	if _, err := nowhere.Tracefs(); !errors.Is(err, syscall.ENOENT) {
		t.Fatal(err)
	}
	needsEvents(t)
	onThread(t)
	event, err := host.Open(clock(0), 0, ANY_CPU, nil, 0)
	check(t, err)
	if err := host.Close(); !errors.Is(err, ErrInUse) {
		t.Fatal(err)
	}
	check(t, event.Close())
	check(t, host.Close())
	if err := host.Close(); !errors.Is(err, ErrClosed) {
		t.Fatal(err)
	}
}

func TestThisMachine(t *testing.T) {
	needsEvents(t)
	if size, err := (*Host)(nil).AttrSize(); err != nil || size < ATTR_SIZE_VER6 {
		t.Fatal(size, err)
	}
	if most, err := MaxStack(); err != nil || most == 0 {
		t.Fatal(most, err)
	}
	if kind, err := PMUType("software"); err != nil || kind != TYPE_SOFTWARE {
		t.Fatal(kind, err)
	}
	if _, err := PMUType("no_such_pmu"); !errors.Is(err, syscall.ENOENT) {
		t.Fatal(err)
	}
	check(t, (*Host)(nil).TaskDisable())
	check(t, (*Host)(nil).TaskEnable())
}

func ExampleAttrLabel() {
	label, _ := AttrLabel(&Attr{Type: TYPE_SOFTWARE, Config: COUNT_SW_PAGE_FAULTS})
	fmt.Println(label)
	// Output: page-faults
}
