#!/bin/bash
# The drop-in packages of the Go module: node_exporter and a program that uses go-perf change as
# the packages' READMEs say, and work.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/go_proxy.bash"
. tools/lib.sh

# commands FILE: the first lines of a README that are commands.
commands() { awk '/^    / { print substr($0, 5); on = 1; next } on { exit }' "$(module "$1")"; }

# change FILE: does as that README says.
change() { bash -e <(commands "$1") >"$work/output" 2>&1 || fail "the commands of $1 fail" "$work/output"; }

project user scratch
program perf/README.md 1 | sed "s#\"$path/perf\"#\"github.com/elastic/go-perf\"#" >main.go
get github.com/elastic/go-perf@v0.0.0-20241029065020-30bec95324b8
mkdir examples
cp "$(go list -f '{{.Dir}}' github.com/elastic/go-perf)/perf_example_test.go" examples
labels() {
  go run . >"$work/output" 2>&1 || fail "the program fails" "$work/output"
  cut -d ' ' -f 1 "$work/output"
}
theirs=$(labels)
change perf/README.md
[[ $(labels) == "$theirs" ]] || fail "the program prints other counts than $theirs" "$work/output"
if grep -qr go-perf .; then fail "go-perf is still there"; fi
go vet ./... || fail "go-perf's own examples don't compile"

exporter=$(go mod download -json github.com/prometheus/node_exporter@v1.12.1 | sed -n 's/.*"Dir": "\(.*\)".*/\1/p')
cp -r "$exporter" "$work/node_exporter"
cd "$work/node_exporter"
change perfutils/README.md
if grep -q perf-utils go.mod collector/*.go; then fail "perf-utils is still there"; fi
./node_exporter --version >/dev/null || fail "node_exporter doesn't start"
go test -c -o collector/tests ./collector
# The test of the collector asks only for the level, which root doesn't need.
echo 0 >"$work/level"
cd collector
as_root unshare --mount sh -c 'mount --bind "$0" /proc/sys/kernel/perf_event_paranoid && exec "$@"' "$work/level" \
  ./tests -test.v -test.run '^TestPerf' >"$work/output" || fail "node_exporter's tests fail" "$work/output"
grep -q '^--- PASS: TestPerfCollector ' "$work/output" || fail "node_exporter's test of the collector didn't run" "$work/output"
echo "go_dropin: all passed"
