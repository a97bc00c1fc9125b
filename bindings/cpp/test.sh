#!/bin/bash
# bindings/cpp/test.sh PREFIX: the C++ binding as a user has it, installed under
# PREFIX and found by pkg-config: each header alone, the examples, the README,
# and the shared vectors. The tests proper are //test/cpp. Exit code 77: no compiler.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$here/../..
prefix=$(realpath "${1:?usage: bindings/cpp/test.sh PREFIX}")
if ! "${CXX:-g++}" --version >/dev/null 2>&1; then
  echo "SKIP: no ${CXX:-g++}"
  exit 77
fi
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig LD_LIBRARY_PATH=$prefix/lib
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
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

# The library that compile links.
module=perfc

# compile STANDARD OUTPUT SOURCE...
compile() {
  local standard=$1 output=$2
  shift 2
  # shellcheck disable=SC2046
  ${CXX:-g++} -std="$standard" -O1 -fno-exceptions -fno-rtti -Wall -Wextra -Wpedantic -Wshadow \
    -Wconversion -Werror -rdynamic "$@" $(pkg-config --cflags --libs "$module") -o "$output"
}

header_alone() {
  echo "#include \"$1\"" >"$work/header.cc"
  # shellcheck disable=SC2046
  ${CXX:-g++} -std=c++17 -Wall -Wextra -Werror -fsyntax-only "$work/header.cc" \
    $(pkg-config --cflags perfc)
}

# standards COMPILER: all headers, as each standard that the compiler knows.
standards() {
  local standard
  printf '#include "%s"\n' perfc.hpp perfc/profile.hpp >"$work/all.cc"
  for standard in c++17 c++20 c++2b; do
    # shellcheck disable=SC2046
    "$1" -std="$standard" -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -fsyntax-only \
      "$work/all.cc" $(pkg-config --cflags perfc) || return
  done
}

example() {
  compile c++17 "$work/example" "$here/examples/$1.cc" && timeout 60 "$work/example"
}

# Those about perf.data files.
file_examples() {
  local module=perfc-profile name
  if ! pkg-config --exists "$module"; then
    echo "no libperfc-profile"
    return 77
  fi
  for name in by_comm copy_file; do
    compile c++17 "$work/$name" "$here/examples/$name.cc" || return
  done
  "$root/test/conformance/files.sh" "$prefix" "$work/by_comm" -- "$work/copy_file" || return
  "$root/test/docs/block.sh" "$here/README.md" c++ 3 >"$work/readme.cc" || return
  compile c++17 "$work/readme" "$work/readme.cc"
}

# readme NUMBER: that program of README.md.
readme() {
  "$root/test/docs/block.sh" "$here/README.md" c++ "$1" >"$work/readme.cc"
  compile c++17 "$work/readme" "$work/readme.cc" && timeout 60 "$work/readme"
}

# Every function of the ABI, by its name in the headers.
covers_the_abi() {
  local name
  while read -r name; do
    grep -qw "$name" "$here"/perfc/*.hpp || echo "missing: $name"
  done < <(cat "$root"/test/linkage/{,profile_}exports.txt) | tee "$work/missing"
  [[ ! -s $work/missing ]]
}

check "all functions" covers_the_abi
for header in "$prefix"/include/perfc/*.hpp; do
  check "header ${header##*/}" header_alone "perfc/${header##*/}"
done
for compiler in g++ clang++-14; do
  ! command -v "$compiler" >/dev/null || check "standards by $compiler" standards "$compiler"
done
check "README, samples" readme 1
check "README, a count" readme 2
check "examples of files" file_examples
for source in "$here"/examples/{count,hot,trace}*.cc; do
  check "example $(basename "$source" .cc)" example "$(basename "$source" .cc)"
done
check "build of vectors" compile c++17 "$work/vectors" "$here"/vectors/*.cc
check "vectors" "$root/test/conformance/run.py" "cpp=$work/vectors"
cat "$work/output"
check "AUX area" "$root/test/conformance/aux.sh" "$prefix" "$work/vectors"
echo "cpp: $passed passed, $failed failed, $skipped skipped"
[[ $failed -eq 0 ]]
