package perf

import (
	"errors"
	"fmt"
)

// Group configures events that are counted together.
type Group struct {
	// CountFormat selects the fields of the group's counts. An Attr that is added may ask for more.
	// Open sets Group.
	CountFormat CountFormat

	// Options are those of all events that don't bring their own.
	Options Options

	// ClockID is the clock of all events, with Options.UseClockID.
	ClockID int32

	members []Configurator
}

// Add adds events. For each an Attr with the group's settings is made when the
// group is opened, and then Configure of it is called: the order in which one adds
// events and sets options doesn't matter. Of an *Attr it keeps a copy.
func (g *Group) Add(cfgs ...Configurator) {
	for _, one := range cfgs {
		if attr, ok := one.(*Attr); ok {
			added := *attr
			one = &added
		}
		g.members = append(g.members, one)
	}
}

// Open opens all the events, and returns their leader, the first that was added,
// which controls them: ReadGroupCount reads their counts, and Close closes them.
// Where one of several samples, the leader has a ring and the records of all.
func (g *Group) Open(pid int, cpu int) (*Event, error) {
	attrs, err := g.attrs()
	if err != nil {
		return nil, err
	}
	leader, err := Open(attrs[0], pid, cpu, nil)
	if err != nil {
		return nil, fmt.Errorf("perf: failed to open event leader: %w", err)
	}
	if err := leader.lead(attrs, pid, cpu); err != nil {
		leader.Close()
		return nil, err
	}
	return leader, nil
}

func (g *Group) attrs() ([]*Attr, error) {
	if len(g.members) == 0 {
		return nil, errors.New("perf: empty event group")
	}
	var attrs []*Attr
	for i, member := range g.members {
		attr := &Attr{CountFormat: g.CountFormat, Options: g.Options, ClockID: g.ClockID}
		if err := member.Configure(attr); err != nil {
			return nil, fmt.Errorf("perf: configuration error: %w", err)
		}
		if i == 0 {
			attr.CountFormat = attr.CountFormat.with(g.CountFormat)
			attr.CountFormat.Group = true
		} else {
			// The leader says when it counts.
			attr.Options.Disabled = false
		}
		attrs = append(attrs, attr)
	}
	return attrs, nil
}

// lead opens the other events of a group.
func (ev *Event) lead(attrs []*Attr, pid, cpu int) error {
	if len(attrs) > 1 && samples(attrs) {
		if err := ev.MapRing(); err != nil {
			return fmt.Errorf("perf: failed to map leader ring: %w", err)
		}
	}
	for i, attr := range attrs[1:] {
		follower, err := Open(attr, pid, cpu, ev)
		if err != nil {
			return fmt.Errorf("perf: failed to open group event #%d (%q): %w", i, attr.Label, err)
		}
		ev.owned = append(ev.owned, follower)
		if attr.Sample == 0 {
			continue
		}
		if err := follower.SetOutput(ev); err != nil {
			return fmt.Errorf("perf: failed to route follower %q output to leader %q (pid %d on CPU %d): %w",
				attr.Label, ev.label(), pid, cpu, err)
		}
	}
	return nil
}

func samples(attrs []*Attr) bool {
	for _, attr := range attrs {
		if attr.Sample != 0 {
			return true
		}
	}
	return false
}
