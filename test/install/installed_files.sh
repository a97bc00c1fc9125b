#!/bin/bash
# tools/install installs what its list names, and nothing else; the lines that it prints
# are all that a program elsewhere needs, shared and static; the tree may be moved; and
# --uninstall leaves nothing. Not for bazel, which it calls.
set -euo pipefail
checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

prefix="$work/with blank/usr"
mkdir "$work/with blank"
"$checkout/tools/install" --prefix "$prefix" >"$work/lines"
for name in PATH PKG_CONFIG_PATH CMAKE_PREFIX_PATH LD_LIBRARY_PATH; do
  grep -q "^export $name=" "$work/lines"
done
lib=$prefix/lib

# files PREFIX: all files below it.
files() { (cd "$1" && find . ! -type d -printf '%P\n' | sort); }

diff <(files "$prefix") <(grep -v '/$' "$prefix/share/perfc/installed_files")
for file in bin/perfc include/perfc.hpp lib/libperfc{,-profile,-testing}.{a,so,so.0} \
  lib/pkgconfig/perfc{,-profile,-testing}.pc lib/cmake/perfc/perfc-config{,-version}.cmake \
  share/perfc/abi.json share/doc/perfc/LICENSE \
  share/bash-completion/completions/perfc share/zsh/site-functions/_perfc \
  share/fish/vendor_completions.d/perfc.fish; do
  [[ -s $prefix/$file ]] || { echo "$file is missing or empty"; exit 1; }
done
for file in "$checkout"/{include,bindings/cpp}/perfc/*.h* "$checkout/testing/perfc/testing.h"; do
  cmp "$file" "$prefix/include/perfc/${file##*/}"
done
diff -r "$checkout/include/perfc/profile" "$prefix/include/perfc/profile"
for file in "$checkout"/examples/*.c "$checkout"/examples/sampler/*.[ch]; do
  cmp "$file" "$prefix/share/doc/perfc/examples/${file#"$checkout"/examples/}"
done
for file in "$checkout"/docs/man/man*/*; do
  cmp "$file" "$prefix/share/${file#"$checkout"/docs/}"
done
[[ -L $lib/libperfc.so && -L $lib/libperfc.so.0 && ! -L $lib/libperfc.a ]]
"$checkout/test/linkage/shared_library_test.sh" "$lib/libperfc.so.0" --optimised
"$checkout/test/linkage/shared_library_test.sh" "$lib/libperfc-profile.so.0" --optimised \
  libperfc-profile.so.0 libperfc.so.0
"$checkout/test/linkage/shared_library_test.sh" "$lib/libperfc-testing.so.0" --optimised \
  libperfc-testing.so.0
grep -q '"soname": "libperfc.so.0"' "$prefix/share/perfc/abi.json"
if grep -rlE '@[A-Z_]+@' "$lib/pkgconfig" "$lib/cmake"; then exit 1; fi
version=$("$prefix/bin/perfc" --version)
[[ $version == "perfc $(PKG_CONFIG_PATH=$lib/pkgconfig pkg-config --modversion perfc)" ]]

# user COMMAND...: with an empty environment and the lines that were printed.
user() {
  env -i PATH=/usr/bin:/bin bash -euc '. "$1"; shift; "$@"' bash "$work/lines" "$@"
}

# program NAME FLAGS WORD...: compiled with the flags that pkg-config gives.
program() {
  local flags
  flags=$(user pkg-config $2)
  eval cc '"${@:3}"' "$flags" -o "$1"
}

mkdir "$work/scratch"
cd "$work/scratch"
cp "$checkout/test/linkage/program.c" main.c
cp "$checkout/test/linkage/profile_program.c" files.c
cp "$checkout"/examples/sampler/sampler{.h,.c,_test.c} .

[[ $(user perfc --version) == "$version" ]]
[[ $(user man --where 3 perfc_version) == "$prefix/share/man/man3/perfc_version.3" ]]
program shared '--cflags --libs perfc' main.c
user ./shared
readelf -d shared | grep -F '[libperfc.so.0]' >/dev/null
program static '--static --cflags --libs perfc' -static main.c
./static
# The archive by name: libperfc is inside, the C library stays shared.
program embedded '--cflags perfc' main.c "$lib/libperfc.a" -lm
./embedded
if readelf -d embedded | grep -F '[libperfc'; then exit 1; fi

# Both libraries, shared and static.
program files_shared '--cflags --libs perfc-profile' files.c
user ./files_shared
program files_static '--static --cflags --libs perfc-profile' -static files.c
./files_static

# The test kit instead of the library, shared and static.
program sampler_shared '--cflags --libs perfc-testing' sampler.c sampler_test.c
user ./sampler_shared
program sampler_static '--static --cflags --libs perfc-testing' -static sampler.c sampler_test.c
./sampler_static

# A program that is linked with the library can be given the kit, where the kernel
# is never asked: -ENOSYS.
cat >asks.c <<'END'
#include <stdio.h>
#include "perfc/perfc.h"
int main(void) { return printf("%d\n", perfc_host_attr_size(NULL, NULL)) < 0; }
END
program asks '--cflags --libs perfc' asks.c
[[ $(user env LD_PRELOAD=libperfc-testing.so.0 ./asks) == -38 ]]

# Moved, the tree still knows where its files are.
mv "$prefix" "$work/moved"
"$work/moved/bin/perfc" --version >/dev/null
PKG_CONFIG_PATH=$work/moved/lib/pkgconfig pkg-config --cflags --libs perfc >moved.flags
grep -qF "$work/moved/lib" moved.flags
if grep -rlF "$work" "$work/moved"; then exit 1; fi
mv "$work/moved" "$prefix"

# A second time, without what this version doesn't have any more.
echo lib/libperfc-of-old.so >>"$prefix/share/perfc/installed_files"
touch "$lib/libperfc-of-old.so" "$lib/of-another-package.so"
"$checkout/tools/install" --prefix "$prefix" >/dev/null
[[ ! -e $lib/libperfc-of-old.so ]]
"$checkout/tools/install" --uninstall --prefix "$prefix"
[[ $(files "$prefix") == lib/of-another-package.so ]]
rm -r "$prefix"
"$checkout/tools/install" --prefix "$prefix" >/dev/null
"$checkout/tools/install" --uninstall --prefix "$prefix"
[[ ! -e $prefix && -d $work/with\ blank ]]

# Staged for a package, no file speaks of the staging directory.
"$checkout/tools/install" --prefix /usr --libdir lib/some-linux-gnu --destdir "$work/stage" \
  >"$work/staged"
[[ ! -s $work/staged && ! -e $work/stage/usr/share/perfc/installed_files ]]
grep -qx 'prefix=/usr' "$work/stage/usr/lib/some-linux-gnu/pkgconfig/perfc.pc"
grep -qx 'libdir=${prefix}/lib/some-linux-gnu' "$work/stage/usr/lib/some-linux-gnu/pkgconfig/perfc.pc"
grep -qF '/../../../../include"' "$work/stage/usr/lib/some-linux-gnu/cmake/perfc/perfc-config.cmake"
if readelf -d "$work/stage/usr/bin/perfc" | grep -E 'RPATH|RUNPATH'; then exit 1; fi
if grep -rlF "$work" "$work/stage"; then exit 1; fi
