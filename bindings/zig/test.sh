#!/bin/bash
# bindings/zig/test.sh PREFIX: the Zig binding against the libperfc installed under
# PREFIX: its tests, examples and shared vectors, and a project outside of the
# repository that has it as a dependency by path and runs the README's program. With
# the oldest Zig that is supported; with the newest the tests in Debug, the programs and
# the project. Exit code 77: no Zig.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$here/../..
prefix=$(realpath "${1:?usage: bindings/zig/test.sh PREFIX}")
status=0
zig=$("$here/zig.sh" version) || status=$?
if [[ $status -ne 0 ]]; then
  echo "$zig"
  exit "$status"
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export ZIG_LOCAL_CACHE_DIR=$work/cache ZIG_GLOBAL_CACHE_DIR=$work/global
passed=0 failed=0 skipped=0

# check NAME COMMAND...
check() {
  local name=$1 status=0
  shift
  "$@" >"$work/output" 2>&1 || status=$?
  case $status in
    0) passed=$((passed + 1)) && echo "passed: $name" ;;
    77) skipped=$((skipped + 1)) && echo "skipped: $name: $(tail -n 1 "$work/output")" ;;
    *)
      failed=$((failed + 1))
      echo "FAILED: $name"
      cat "$work/output"
      ;;
  esac
}

zig_build() {
  (cd "$here" && ./zig.sh build --prefix "$work" -Dperfc-prefix="$prefix" "$@")
}

# Every function of the ABI, by its name in the sources.
covers_the_abi() {
  local name
  while read -r name; do
    grep -qw --exclude=abi.zig "$name" "$here"/src/{,profile/}*.zig || echo "missing: $name"
  done < <(cat "$root"/test/linkage/{,profile_}exports.txt) | tee "$work/missing"
  [[ ! -s $work/missing ]]
}

# As README.md tells, with pkg-config to find the library.
scratch_project() {
  rm -rf "$work/outside"
  mkdir -p "$work/outside/project/src"
  cp -r "$here" "$work/outside/perfc"
  cd "$work/outside/project"
  "$root/test/docs/block.sh" "$here/README.md" zig 1 >build.zig
  "$root/test/docs/block.sh" "$here/README.md" zig 2 >src/main.zig
  "$root/test/docs/block.sh" "$here/README.md" zig 3 >src/first.zig
  "$root/test/docs/block.sh" "$here/README.md" zig 4 >src/stacks.zig
  echo 'comptime { _ = &@import("stacks.zig").printStacks; }' >>src/main.zig
  cat >build.zig.zon <<'END'
.{
    .name = .scratch,
    .version = "0.0.0",
    .fingerprint = 0x7a1c8bc47b8c6f51,
    .dependencies = .{ .perfc = .{ .path = "../perfc" } },
    .paths = .{""},
}
END
  # The fingerprint is made of the name: Zig says which.
  local right
  right=$("$here/zig.sh" build --help 2>&1 | sed -n 's/.*use this value: //p')
  [[ -z $right ]] || sed -i "s/fingerprint = .*,/fingerprint = $right,/" build.zig.zon
  PKG_CONFIG_PATH=$prefix/lib/pkgconfig "$here/zig.sh" build --prefix "$work"
  timeout 60 "$work/bin/scratch"
  if [[ -e $prefix/include/perfc/profile.h ]]; then
    "$root/test/docs/block.sh" "$here/README.md" zig 5 >src/files.zig
    sed -i 's|{ .name = "perfc", .module = perfc.module("perfc") }|&, .{ .name = "perfc_profile", .module = perfc.module("perfc_profile") }|' \
      build.zig
    echo 'comptime { _ = &@import("files.zig").printFile; }' >>src/first.zig
  fi
  cp src/first.zig src/main.zig
  PKG_CONFIG_PATH=$prefix/lib/pkgconfig "$here/zig.sh" build --prefix "$work"
  timeout 60 "$work/bin/scratch" 2>&1 | grep -xE '[1-9][0-9]* page faults'
}

# of_files COMMAND...: where there is the second library.
of_files() {
  if [[ ! -e $prefix/include/perfc/profile.h ]]; then
    echo "no libperfc-profile"
    return 77
  fi
  "$@"
}

check "all functions" covers_the_abi
check "zig fmt" "$here/zig.sh" fmt --check "$here"
check "tests, Debug" zig_build test --summary all
sed -n 's/^Build Summary: /  /p' "$work/output"
check "tests, ReleaseFast" zig_build test -Doptimize=ReleaseFast
check "tests of perfc_profile" of_files zig_build test-profile
check "build for tools/bench" "$here/bench/build.sh" "$prefix" "$work/bench.so"

programs_and_project() {
  check "build of programs" zig_build examples vectors
  for source in "$here"/examples/{count,hot,trace}*.zig; do
    check "example $(basename "$source" .zig)" timeout 60 "$work/bin/$(basename "$source" .zig)"
  done
  check "build of examples of files" of_files zig_build file-examples
  check "examples of files" of_files "$root/test/conformance/files.sh" "$prefix" \
    "$work/bin/by_comm" -- "$work/bin/copy_file"
  check "a project outside" scratch_project
  check "vectors" "$root/test/conformance/run.py" "zig=$work/bin/vectors"
  cat "$work/output"
  check "AUX area" "$root/test/conformance/aux.sh" "$prefix" "$work/bin/vectors"
}

programs_and_project
export PERFC_ZIG=newest
if zig=$("$here/zig.sh" version); then
  echo "zig $zig:"
  check "tests, Debug" zig_build test --summary all
  check "tests of perfc_profile" of_files zig_build test-profile
  programs_and_project
else
  skipped=$((skipped + 1)) && echo "skipped: the newest Zig: $zig"
fi
echo "zig: $passed passed, $failed failed, $skipped skipped"
[[ $failed -eq 0 ]]
