package perf

import (
	"errors"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"libperfc/perfc"
)

// Count is the count of an Event.
//
// Value is always there. Enabled, Running and ID are there if CountFormat asks for them. Label is
// the Attr's, see there.
type Count struct {
	Value   uint64
	Enabled time.Duration
	Running time.Duration
	ID      uint64
	Label   string
}

func (c Count) String() string {
	if c.Label == "" {
		return fmt.Sprint(c.Value)
	}
	return fmt.Sprintf("%s = %d", c.Label, c.Value)
}

// GroupCount is the counts of a group, the leader first. See Count.
type GroupCount struct {
	Enabled time.Duration
	Running time.Duration
	Values  []struct {
		Value uint64
		ID    uint64
		Label string
	}
}

type groupValue = struct {
	Value uint64
	ID    uint64
	Label string
}

// PrintValues prints a table of the values.
func (gc GroupCount) PrintValues(w io.Writer) error {
	table := tabwriter.NewWriter(w, 0, 8, 1, ' ', 0)
	withID := len(gc.Values) > 0 && gc.Values[0].ID != 0
	if withID {
		fmt.Fprintln(table, "label\tvalue\tID")
	} else {
		fmt.Fprintln(table, "label\tvalue")
	}
	for _, v := range gc.Values {
		if v.ID != 0 {
			fmt.Fprintf(table, "%s\t%d\t%d\n", v.Label, v.Value, v.ID)
		} else {
			fmt.Fprintf(table, "%s\t%d\n", v.Label, v.Value)
		}
	}
	return table.Flush()
}

// CountFormat selects the fields of Counts.
//
// Enabled is the time for which the event was enabled. Running is the time for which it was on the
// PMU; it is shorter if events take turns. ID is the result of (*Event).ID. With Group the event
// counts the group that it leads, and ReadGroupCount reads it; without Group ReadCount reads it.
type CountFormat struct {
	Enabled bool
	Running bool
	ID      bool
	Group   bool
}

func (f CountFormat) bits() uint64 {
	return flags(
		flag{f.Enabled, perfc.FORMAT_TOTAL_TIME_ENABLED}, flag{f.Running, perfc.FORMAT_TOTAL_TIME_RUNNING},
		flag{f.ID, perfc.FORMAT_ID}, flag{f.Group, perfc.FORMAT_GROUP},
	)
}

func (f CountFormat) with(other CountFormat) CountFormat {
	return CountFormat{
		Enabled: f.Enabled || other.Enabled, Running: f.Running || other.Running,
		ID: f.ID || other.ID, Group: f.Group || other.Group,
	}
}

var (
	errGroup    = errors.New("calling ReadCount on group Event")
	errNotGroup = errors.New("calling ReadGroupCount on non-group Event")
)

// ReadCount reads the count of an event without CountFormat.Group. io.EOF: it is
// pinned, and in error. May run beside ReadRecord.
func (ev *Event) ReadCount() (Count, error) {
	if err := ev.ok(); err != nil {
		return Count{}, err
	}
	if ev.attr.CountFormat.Group {
		return Count{}, errGroup
	}
	var counts [1]perfc.Count
	if _, err := ev.read(counts[:]); err != nil {
		return Count{}, err
	}
	return Count{
		Value: counts[0].Raw, ID: counts[0].ID, Label: ev.label(),
		Enabled: time.Duration(counts[0].TimeEnabled), Running: time.Duration(counts[0].TimeRunning),
	}, nil
}

// ReadGroupCount reads the counts of an event with CountFormat.Group and of the
// group it leads. May run beside ReadRecord.
func (ev *Event) ReadGroupCount() (GroupCount, error) {
	if err := ev.ok(); err != nil {
		return GroupCount{}, err
	}
	if !ev.attr.CountFormat.Group {
		return GroupCount{}, errNotGroup
	}
	members := []*Event{ev}
	for _, other := range ev.group {
		if !other.closed {
			members = append(members, other)
		}
	}
	read := make([]perfc.Count, len(members))
	number, err := ev.read(read)
	if err != nil {
		return GroupCount{}, err
	}
	counts := GroupCount{
		Enabled: time.Duration(read[0].TimeEnabled), Running: time.Duration(read[0].TimeRunning),
	}
	for i, count := range read[:number] {
		counts.Values = append(counts.Values, groupValue{count.Raw, count.ID, members[i].label()})
	}
	return counts, nil
}

func (ev *Event) read(counts []perfc.Count) (int, error) {
	number, err := ev.event.Read(counts)
	if err != nil {
		return 0, syscallError("read", err)
	}
	if number == 0 {
		return 0, io.EOF
	}
	return number, nil
}

// Measure counts from zero while f runs.
func (ev *Event) Measure(f func()) (Count, error) {
	if err := ev.measure(f); err != nil {
		return Count{}, err
	}
	return ev.ReadCount()
}

// MeasureGroup is Measure for a group.
func (ev *Event) MeasureGroup(f func()) (GroupCount, error) {
	if err := ev.measure(f); err != nil {
		return GroupCount{}, err
	}
	return ev.ReadGroupCount()
}

func (ev *Event) measure(f func()) error {
	for _, step := range []func() error{ev.Disable, ev.Reset, ev.Enable} {
		if err := step(); err != nil {
			return err
		}
	}
	f()
	return ev.Disable()
}
