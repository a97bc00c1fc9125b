#!/bin/bash
# What tools/portable makes needs nothing above glibc 2.28, exports the ABI alone, and
# runs in Debian bullseye: on this machine's architecture in a chroot, on the other one
# by qemu-user.
set -euo pipefail
export LC_ALL=C
checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
. "$checkout/tools/lib.sh"
work=$(mktemp -d)
trap 'as_root rm -rf "$work"' EXIT
cd "$work"

fail() {
  echo "old_glibc: $*" >&2
  exit 1
}

# needs_no_more ARCH LIBRARY: no symbol of a glibc above 2.28.
needs_no_more() {
  local newest
  newest=$("$1-linux-gnu-objdump" -T "$2" | grep -o 'GLIBC_[0-9.]*' | sort -Vu | tail -n 1)
  [[ -n $newest ]] || fail "$2 needs no glibc at all"
  printf '%s\n' "$newest" GLIBC_2.28 | sort --check=silent --version-sort || fail "$2 needs $newest"
}

# exports ARCH LIST LIBRARY VERSION: just those functions.
exports() {
  diff -u "$2" <("$1-linux-gnu-nm" -D --defined-only "$3" | sed -n "s/.* T \(.*\)@@$4\$/\1/p" | sort)
}

# compile ARCH FILE OUT ARGUMENT...: as on a machine with glibc 2.28.
compile() {
  "$checkout/bindings/zig/zig.sh" cc -target "$1-linux-gnu.2.28" -I"$checkout/include" "$2" "${@:4}" -o "$3"
}

# unpack DEBIAN_ARCH: packages of bullseye's base as debootstrap lays them out before it
# configures them.
unpack() {
  as_root debootstrap --foreign --variant=minbase --arch="$1" \
    --keyring=/usr/share/keyrings/debian-archive-keyring.gpg bullseye "$work/$1" "$(debian_mirror)" \
    >debootstrap.log 2>&1 && return
  tail -n 5 debootstrap.log
  echo "SKIP: no bullseye of $1 can be had"
  exit 77
}

# run ARCH PROGRAM: in its bullseye.
run() {
  local root=$work/${debian[$1]}
  if [[ $1 == "$(uname -m)" ]]; then
    as_root chroot "$root" "/test/$2"
  else
    "qemu-$1-static" -L "$root" -E LD_LIBRARY_PATH="$root/test/lib" "$root/test/$2"
  fi
}

declare -A debian=([x86_64]=amd64 [aarch64]=arm64)
for arch in "${!debian[@]}"; do
  unpack "${debian[$arch]}"
  built=$work/${debian[$arch]}/test
  as_root install -d -o "$EUID" "$built"
  "$checkout/tools/portable" "$arch" "$built"
  lib=$built/lib
  for name in perfc perfc-profile perfc-testing; do
    needs_no_more "$arch" "$lib/lib$name.so.0"
  done
  "$checkout/test/linkage/shared_library_test.sh" "$lib/libperfc.so.0"
  "$checkout/test/linkage/shared_library_test.sh" "$lib/libperfc-profile.so.0" libperfc-profile.so.0 libperfc.so.0
  exports "$arch" "$checkout/test/linkage/exports.txt" "$lib/libperfc.so.0" PERFC_0
  exports "$arch" "$checkout/test/linkage/profile_exports.txt" "$lib/libperfc-profile.so.0" PERFC_PROFILE_0

  program=$checkout/test/linkage/program.c
  compile "$arch" "$program" "$built/shared" "$lib/libperfc.so.0" -Wl,-rpath,/test/lib
  compile "$arch" "$program" "$built/embedded" "$lib/libperfc.a"
  program=$checkout/test/linkage/profile_program.c
  compile "$arch" "$program" "$built/shared_files" "$lib"/libperfc{-profile,}.so.0 -Wl,-rpath,/test/lib
  compile "$arch" "$program" "$built/embedded_files" "$lib"/libperfc{-profile,}.a
  compile "$arch" "$checkout/examples/count_function.c" "$built/count" "$lib/libperfc.a"
  for name in shared embedded shared_files embedded_files; do
    run "$arch" "$name"
  done
  # qemu-user has no perf events.
  [[ $arch != "$(uname -m)" ]] || run "$arch" count | grep '^page faults: [1-9]'
done
