package perf

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"libperfc/internal/api"
)

// perf-utils' own tests pass with ours where they pass with perf-utils, on the same
// machine, as the same user.
func TestUpstreamTestsPassAsTheyDoWithUpstream(t *testing.T) {
	scratch := t.TempDir()
	for directory := scratch; directory != filepath.Clean(os.TempDir()) && directory != "/"; directory = filepath.Dir(directory) {
		check(t, os.Chmod(directory, 0o755)) // for other users
	}
	theirs, ours := filepath.Join(scratch, "theirs"), filepath.Join(scratch, "ours")
	run(t, api.Upstream, "go", "test", "-c", "-o", theirs, upstream)
	run(t, ".", "go", "test", "-c", "-o", ours, "-mod=mod", "-ldflags=-linkmode external -extldflags -static",
		"-modfile="+goMod(t, scratch), "-overlay="+overlay(t, scratch), ".")

	users := map[string]*syscall.Credential{"this user": nil}
	if os.Geteuid() == 0 {
		users["nobody"] = &syscall.Credential{Uid: 65534, Gid: 65534}
	}
	for name, user := range users {
		wanted, got := passing(t, theirs, user), passing(t, ours, user)
		t.Logf("%s: %d pass with perf-utils, %d with ours", name, len(wanted), len(got))
		if len(wanted) == 0 {
			t.Error(name, "none passes")
		}
		for test := range wanted {
			if !got[test] {
				t.Error(name, test)
			}
		}
	}
}

func run(t *testing.T, directory, program string, arguments ...string) string {
	t.Helper()
	command := exec.Command(program, arguments...)
	command.Dir, command.Stderr = directory, new(strings.Builder)
	output, err := command.Output()
	if err != nil {
		t.Fatal(command, err, command.Stderr)
	}
	return strings.TrimSpace(string(output))
}

// goMod is a go.mod that has what their tests need, too.
func goMod(t *testing.T, scratch string) string {
	t.Helper()
	path := filepath.Join(scratch, "go.mod")
	for _, name := range []string{"go.mod", "go.sum"} {
		ours, err := os.ReadFile("../" + name)
		check(t, err)
		if name == "go.sum" {
			theirs, err := os.ReadFile(filepath.Join(api.Upstream, name))
			check(t, err)
			ours = append(ours, theirs...)
		}
		check(t, os.WriteFile(filepath.Join(scratch, name), ours, 0o644))
	}
	testify := run(t, api.Upstream, "go", "list", "-m", "-f={{.Path}}@{{.Version}}", "github.com/stretchr/testify")
	run(t, ".", "go", "mod", "edit", "-require="+testify, path)
	return path
}

// overlay puts their tests in the place of ours.
func overlay(t *testing.T, scratch string) string {
	t.Helper()
	replaced := map[string]string{}
	here, err := filepath.Abs(".")
	check(t, err)
	ours, err := filepath.Glob("*_test.go")
	check(t, err)
	for _, name := range ours {
		replaced[filepath.Join(here, name)] = ""
	}
	theirs, err := filepath.Glob(run(t, api.Upstream, "go", "list", "-f={{.Dir}}", upstream) + "/*_test.go")
	check(t, err)
	for _, path := range theirs {
		replaced[filepath.Join(here, "their_"+filepath.Base(path))] = path
	}
	text, err := json.Marshal(map[string]any{"Replace": replaced})
	check(t, err)
	path := filepath.Join(scratch, "overlay.json")
	check(t, os.WriteFile(path, text, 0o644))
	return path
}

var passed = regexp.MustCompile(`(?m)^--- PASS: (\w+) `)

// passing is the tests of a program that pass. Others may fail, as perf-utils' own do
// where there is no PMU.
func passing(t *testing.T, program string, user *syscall.Credential) map[string]bool {
	t.Helper()
	command := exec.Command(program, "-test.v", "-test.timeout=1m")
	command.Dir, command.SysProcAttr = filepath.Dir(program), &syscall.SysProcAttr{Credential: user}
	output, err := command.CombinedOutput()
	if _, failed := err.(*exec.ExitError); err != nil && !failed {
		t.Fatal(err)
	}
	tests := map[string]bool{}
	for _, match := range passed.FindAllSubmatch(output, -1) {
		tests[string(match[1])] = true
	}
	return tests
}
