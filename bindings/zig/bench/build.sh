#!/bin/bash
# bindings/zig/bench/build.sh PREFIX OUTPUT: the shared library that tools/bench loads,
# with the libperfc that was installed under PREFIX.
set -euo pipefail
prefix=$(realpath "$1") output=$(realpath -m "$2")
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
zig=bindings/zig/zig.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$zig" translate-c -lc -I. test/bench/peers.h >"$work/peers.zig"
"$zig" build-lib -dynamic -O ReleaseFast -femit-bin="$output" -lc -lperfc -L"$prefix/lib" -rpath "$prefix/lib" \
  --dep perfc --dep peers -Mroot=bindings/zig/bench/bench.zig \
  -O ReleaseFast --dep c -Mperfc=bindings/zig/src/perfc.zig \
  -O ReleaseFast -Mc=bindings/zig/src/abi.zig -O ReleaseFast -Mpeers="$work/peers.zig"
