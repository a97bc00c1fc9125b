package perf

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// AvailableEvents is the tracepoints of each subsystem.
func AvailableEvents() (map[string][]string, error) {
	events := map[string][]string{}
	err := eachTracepoint(func(subsystem, event string) { events[subsystem] = append(events[subsystem], event) })
	return events, err
}

// AvailableSubsystems is the subsystems that have tracepoints, each once.
func AvailableSubsystems() ([]string, error) {
	subsystems := []string{}
	seen := map[string]bool{}
	err := eachTracepoint(func(subsystem, _ string) {
		if !seen[subsystem] {
			seen[subsystem] = true
			subsystems = append(subsystems, subsystem)
		}
	})
	return subsystems, err
}

func eachTracepoint(call func(subsystem, event string)) error {
	lines, err := tracingLines("available_events")
	if err != nil {
		return err
	}
	for _, line := range lines {
		if subsystem, event, found := strings.Cut(line, ":"); found {
			call(subsystem, event)
		}
	}
	return nil
}

// AvailableTracers is the lines of available_tracers: one, with all tracers that the
// kernel has.
func AvailableTracers() ([]string, error) { return tracingLines("available_tracers") }

// CurrentTracer is the one that runs, or "nop".
func CurrentTracer() (string, error) {
	mount, err := TraceFSMount()
	if err != nil {
		return "", err
	}
	return firstLine(mount + "/current_tracer")
}

func tracingLines(name string) ([]string, error) {
	mount, err := TraceFSMount()
	if err != nil {
		return nil, err
	}
	return fileToStrings(mount + "/" + name)
}

// GetTracepointConfig is the config of a tracepoint's attr.
func GetTracepointConfig(subsystem, event string) (uint64, error) {
	mount, err := TraceFSMount()
	if err != nil {
		return 0, err
	}
	config, err := tracepointConfig(mount, subsystem, event)
	if err != nil {
		return 0, fmt.Errorf("Failed to get tracepoint config for %s:%s: %w", subsystem, event, err)
	}
	return config, nil
}

func tracepointConfig(mount, subsystem, event string) (uint64, error) {
	// Neither may lead out of the directory.
	if slices.ContainsFunc([]string{subsystem, event}, func(name string) bool {
		return name == "" || name == "." || name == ".." || strings.Contains(name, "/")
	}) {
		return 0, unix.EINVAL
	}
	line, err := firstLine(mount + "/events/" + subsystem + "/" + event + "/id")
	if err != nil {
		return 0, err
	}
	return strconv.ParseUint(line, 10, 64)
}

// TracepointEventAttr is the attr of a tracepoint.
func TracepointEventAttr(subsystem, event string) (*unix.PerfEventAttr, error) {
	config, err := GetTracepointConfig(subsystem, event)
	if err != nil {
		return nil, err
	}
	attr := defaultAttr(PERF_TYPE_TRACEPOINT, config)
	attr.Bits &^= unix.PerfBitInherit
	return attr, nil
}

// ProfileTracepoint counts how often a tracepoint is hit. opts[0] are flags of
// perf_event_open.
func ProfileTracepoint(subsystem, event string, pid, cpu int, opts ...int) (BPFProfiler, error) {
	attr, err := TracepointEventAttr(subsystem, event)
	if err != nil {
		return nil, err
	}
	return openProfiler(attr, pid, cpu, opts)
}
