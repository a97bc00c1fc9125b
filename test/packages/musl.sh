#!/bin/bash
# libperfc.a and libperfc-profile.a go into musl programs: those that tools/portable makes for
# musl, and those for glibc 2.28, which modules and crates carry. The programs of the other
# architecture run by qemu-user.
set -euo pipefail
checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# run ARCH PROGRAM
run() {
  if [[ $1 == "$(uname -m)" ]]; then "$2"; else "qemu-$1-static" "$2"; fi
}

for arch in x86_64 aarch64; do
  for libc in musl glibc; do
    option=()
    [[ $libc == glibc ]] || option=(--libc=musl)
    "$checkout/tools/portable" "$arch" "$work/$arch-$libc" "${option[@]}"
    for source in test/linkage/program test/linkage/profile_program examples/count_function; do
      "$checkout/bindings/zig/zig.sh" cc -target "$arch-linux-musl" -static -I"$checkout/include" \
        "$checkout/$source.c" "$arch-$libc"/lib/libperfc{-profile,}.a -o "${source##*/}"
    done
    run "$arch" ./program
    run "$arch" ./profile_program
    # qemu-user has no perf events.
    [[ $arch != "$(uname -m)" ]] || run "$arch" ./count_function | grep '^page faults: [1-9]'
  done
done
