package perf

import (
	"errors"
	"fmt"
	"os"
	"strings"
)

const (
	// DebugFS is the type of debugfs.
	DebugFS = "debugfs"
	// TraceFS is the type of tracefs.
	TraceFS = "tracefs"
	// ProcMounts lists the mounts.
	ProcMounts = "/proc/mounts"
	// PerfMaxStack has the most entries of a call chain.
	PerfMaxStack = "/proc/sys/kernel/perf_event_max_stack"
	// PerfMaxContexts has the most markers of a call chain.
	PerfMaxContexts = "/proc/sys/kernel/perf_event_max_contexts_per_stack"
	// SyscallsDir is where the tracepoints of system calls usually are.
	SyscallsDir = "/sys/kernel/debug/tracing/events/syscalls/"
	// TracingDir is where debugfs has tracefs.
	TracingDir = "/sys/kernel/debug/tracing"
)

// ErrNoMount is of a file system that isn't mounted.
var ErrNoMount = errors.New("no such mount")

// TraceFSMount is where tracefs is mounted first.
func TraceFSMount() (string, error) { return firstMount(TraceFS) }

// DebugFSMount is where debugfs is mounted first.
func DebugFSMount() (string, error) { return firstMount(DebugFS) }

func firstMount(kind string) (string, error) {
	mounts, err := GetFSMount(kind)
	if err != nil {
		return "", err
	}
	if len(mounts) == 0 {
		return "", fmt.Errorf("Mount for %s not mounted: %w", kind, ErrNoMount)
	}
	return mounts[0], nil
}

// GetFSMount is every place where a file system of that type is mounted.
func GetFSMount(mountType string) ([]string, error) {
	lines, err := fileToStrings(ProcMounts)
	if err != nil {
		return []string{}, fmt.Errorf("Failed to find mount type %s: %w", mountType, err)
	}
	return mountsOf(mountType, lines), nil
}

func mountsOf(mountType string, lines []string) []string {
	mounts := []string{}
	for _, line := range lines {
		if parts := strings.Split(line, " "); len(parts) > 3 && parts[2] == mountType {
			mounts = append(mounts, unescapeMount.Replace(parts[1]))
		}
	}
	return mounts
}

// unescapeMount undoes mangle of show_mountinfo, fs/proc_namespace.c.
var unescapeMount = strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\134`, `\`, `\043`, "#")

// fileToStrings is the lines of a file.
func fileToStrings(path string) ([]string, error) {
	bytes, err := os.ReadFile(path)
	if err != nil {
		return []string{}, err
	}
	text := strings.TrimSuffix(string(bytes), "\n")
	if text == "" {
		return []string{}, nil
	}
	return strings.Split(text, "\n"), nil
}

// firstLine is the content of a file of one line.
func firstLine(path string) (string, error) {
	lines, err := fileToStrings(path)
	if err != nil {
		return "", err
	}
	if len(lines) == 0 {
		return "", fmt.Errorf("%s is empty", path)
	}
	return lines[0], nil
}
