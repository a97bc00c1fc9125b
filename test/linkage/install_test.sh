#!/bin/bash
# What tools/install writes is enough to compile, link and run a program from
# elsewhere by pkg-config, shared and static. Not for bazel, which it calls.
set -euo pipefail
checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$checkout/tools/install" --prefix "$work/usr"
lib=$work/usr/lib
[[ -L $lib/libperfc.so && -L $lib/libperfc.so.0 && ! -L $lib/libperfc.a ]]
"$checkout/test/linkage/shared_library_test.sh" "$lib/libperfc.so.0" --optimised
"$work/usr/bin/perfc" --help >/dev/null
grep -q '"soname": "libperfc.so.0"' "$work/usr/share/perfc/abi.json"

mkdir "$work/scratch"
cp "$checkout/test/linkage/program.c" "$work/scratch/main.c"
cd "$work/scratch"
export PKG_CONFIG_PATH=$lib/pkgconfig
read -ra shared <<<"$(pkg-config --cflags --libs perfc)"
read -ra static <<<"$(pkg-config --static --cflags --libs perfc)"

cc main.c "${shared[@]}" -o shared
LD_LIBRARY_PATH=$lib ./shared
readelf -d shared | grep -qF '[libperfc.so.0]'

cc -static main.c "${static[@]}" -o static
./static

# The archive by name: libperfc is inside, the C library stays shared.
cc main.c "${static[@]/#-lperfc/-l:libperfc.a}" -o embedded
./embedded
if readelf -d embedded | grep -F '[libperfc'; then exit 1; fi

# The test kit instead of the library, shared and static.
sampler=("$checkout"/examples/sampler/sampler{,_test}.c)
read -ra shared <<<"$(pkg-config --cflags --libs perfc-testing)"
read -ra static <<<"$(pkg-config --static --cflags --libs perfc-testing)"
"$checkout/test/linkage/shared_library_test.sh" "$lib/libperfc-testing.so.0" --optimised \
  libperfc-testing.so.0
cc "${sampler[@]}" "${shared[@]}" -o sampler_shared
LD_LIBRARY_PATH=$lib ./sampler_shared
cc -static "${sampler[@]}" "${static[@]}" -o sampler_static
./sampler_static

# A program that is linked with the library can be given the kit, where the kernel
# is never asked: -ENOSYS.
cat >asks.c <<'END'
#include <stdio.h>
#include "perfc/perfc.h"
int main(void) { return printf("%d\n", perfc_host_attr_size(NULL, NULL)) < 0; }
END
read -ra shared <<<"$(pkg-config --cflags --libs perfc)"
cc asks.c "${shared[@]}" -o asks
[[ $(LD_PRELOAD=$lib/libperfc-testing.so.0 LD_LIBRARY_PATH=$lib ./asks) == -38 ]]

# Staged for a package, no file speaks of the staging directory.
"$checkout/tools/install" --prefix /usr --destdir "$work/stage"
grep -qx 'prefix=/usr' "$work/stage/usr/lib/pkgconfig/perfc.pc"
if grep -rlF "$work" "$work/stage"; then exit 1; fi
