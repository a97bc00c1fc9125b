package perfc_test

import (
	"fmt"
	"runtime"

	"libperfc/perfc"
)

// counted is a set that has counted some work of the calling thread.
func counted(events string) *perfc.Set {
	runtime.LockOSThread() // the set counts this thread
	specs, err := perfc.ParseSpecs(events, 0)
	check(err)
	defer specs.Close()
	set, _, err := perfc.OpenSet(specs, perfc.Target{}, perfc.SetOptions{})
	check(err)
	check(set.Enable())
	work()
	check(set.Disable())
	return set
}

func ExampleSpecs() {
	specs, err := perfc.ParseSpecs("{task-clock:u,page-faults:u},dummy:u", 0)
	check(err)
	defer specs.Close()
	for i, spec := range specs.All() {
		fmt.Println(i, spec.Name, "in the group of", spec.Leader)
	}
	// Output:
	// 0 task-clock:u in the group of 0
	// 1 page-faults:u in the group of 0
	// 2 dummy:u in the group of 2
}

func ExampleSpec() {
	specs, err := perfc.ParseSpecs("task-clock:u", 0)
	check(err)
	defer specs.Close()
	spec, err := specs.Get(0)
	check(err)
	attr := spec.ParseAttr()
	fmt.Println(spec.Name, attr.Type == perfc.TYPE_SOFTWARE, spec.Scale)
	// Output: task-clock:u true 1
}

func ExampleSet() {
	runtime.LockOSThread() // the set counts this thread
	defer runtime.UnlockOSThread()
	specs, err := perfc.ParseSpecs("task-clock:u,cpu-clock:u", 0)
	check(err)
	defer specs.Close()
	set, report, err := perfc.OpenSet(specs, perfc.Target{}, perfc.SetOptions{})
	if err != nil {
		fmt.Print(report) // which event, why, and what to try
		return
	}
	defer set.Close()
	check(set.Enable())
	work()
	check(set.Disable())
	counts, err := set.Read()
	check(err)
	sums, rows, err := set.Sum(perfc.SUM_SPEC, counts)
	check(err)
	for i, sum := range sums {
		spec, err := set.Spec(int(rows[i].Spec))
		check(err)
		fmt.Println(spec.Name, sum.Scaled > 0)
	}
	// Output:
	// task-clock:u true
	// cpu-clock:u true
}

func ExampleSumRow() {
	set := counted("task-clock:u")
	defer set.Close()
	counts, err := set.Read()
	check(err)
	sums, rows, err := set.Sum(perfc.SUM_SPEC, counts)
	check(err)
	for i := range sums {
		fmt.Println("spec", rows[i].Spec, "parts", rows[i].Parts, "missing", rows[i].Missing)
	}
	// Output: spec 0 parts 1 missing 0
}

func ExampleTarget() {
	thread := perfc.Target{} // the calling one
	tree := perfc.Target{Kind: perfc.TARGET_TREE, PID: 42, Flags: perfc.TARGET_FLAG_EACH_CPU}
	cpus := perfc.Target{Kind: perfc.TARGET_CPUS, CPUs: "0,3-7"}
	fmt.Println(thread.Kind == perfc.TARGET_THREAD, tree.PID, cpus.CPUs)
	// Output: true 42 0,3-7
}

func ExampleSetOptions() {
	specs, err := perfc.ParseSpecs("task-clock", 0)
	check(err)
	defer specs.Close()
	// Open what can be opened, without the kernel's part where that is forbidden.
	set, _, err := perfc.OpenSet(specs, perfc.Target{}, perfc.SetOptions{
		Flags: perfc.SET_OPEN_TOLERANT, Fallbacks: perfc.FALLBACK_EXCLUDE_KERNEL,
	})
	check(err)
	defer set.Close()
	fmt.Println(set.Len())
	// Output: 1
}

func ExampleMember() {
	set := counted("task-clock:u,cpu-clock:u")
	defer set.Close()
	for i, member := range set.Members() {
		fmt.Println(i, "spec", member.Spec, "CPU", member.CPU, "open", member.Event != nil)
	}
	// Output:
	// 0 spec 0 CPU -1 open true
	// 1 spec 1 CPU -1 open true
}

// absent opens an event that no machine has beside one that all have.
func absent() (*perfc.Set, perfc.Report) {
	specs, err := perfc.ParseSpecs("task-clock:u", 0)
	check(err)
	defer specs.Close()
	attr := perfc.Attr{Type: perfc.TYPE_SOFTWARE, Config: 0xffff, Flags: perfc.ATTR_EXCLUDE_KERNEL}
	_, err = specs.Add(&attr, "odd", -1)
	check(err)
	set, report, err := perfc.OpenSet(specs, perfc.Target{}, perfc.SetOptions{Flags: perfc.SET_OPEN_TOLERANT})
	check(err)
	return set, report
}

func ExampleReport() {
	set, report := absent()
	defer set.Close()
	fmt.Println(len(report)) // report.String() has a line for each
	// Output: 1
}

func ExampleReportEntry() {
	set, report := absent()
	defer set.Close()
	for _, entry := range report {
		fmt.Println(entry.Event, entry.Kind == perfc.REPORT_ABSENT, entry.Spec)
	}
	// Output: odd true 1
}

func ExampleRingBudget() {
	specs, err := perfc.ParseSpecs("cpu-clock:u", perfc.SAMPLE_IP)
	check(err)
	defer specs.Close()
	set, _, err := perfc.OpenSet(specs, perfc.Target{}, perfc.SetOptions{})
	check(err)
	defer set.Close()
	budget, err := set.RingBudget(0)
	check(err)
	fmt.Println(budget.Rings, budget.DataPages > 0)
	// Output: 1 true
}
