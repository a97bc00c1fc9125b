#!/bin/bash
# Meson's dependency('perfc') finds the library by pkg-config and by CMake's package, shared
# and static. PERFC_INSTALLED is where libperfc is installed, if it is.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for program in cmake pkg-config; do
  command -v "$program" >/dev/null || { echo "SKIP: no $program"; exit 77; }
done
python3 -m venv "$work/tools"
"$work/tools/bin/pip" install --quiet meson==1.9.1 ninja==1.13.0 ||
  { echo "SKIP: pip can't install Meson"; exit 77; }
export PATH=$work/tools/bin:$PATH
prefix=${PERFC_INSTALLED:-$work/installed}
[[ -n ${PERFC_INSTALLED-} ]] || "$root/tools/install" --prefix "$prefix"

mkdir "$work/project"
cd "$work/project"
cp "$root/examples/five_verbs.c" "$root/test/linkage/profile_program.c" .
cat >meson.build <<'END'
project('own', 'c')
executable('pkg_config_shared', 'five_verbs.c', dependencies: dependency('perfc', method: 'pkg-config'))
executable('pkg_config_static', 'five_verbs.c',
  dependencies: dependency('perfc', method: 'pkg-config', static: true))
executable('cmake_shared', 'five_verbs.c',
  dependencies: dependency('perfc', method: 'cmake', modules: 'perfc::perfc'))
executable('cmake_static', 'five_verbs.c',
  dependencies: dependency('perfc', method: 'cmake', modules: 'perfc::perfc_static'))
executable('files_shared', 'profile_program.c', dependencies: dependency('perfc-profile'))
executable('files_static', 'profile_program.c', dependencies: dependency('perfc-profile', static: true))
END
PKG_CONFIG_PATH=$prefix/lib/pkgconfig meson setup --cmake-prefix-path "$prefix" build
meson compile -C build

for way in pkg_config cmake; do
  LD_LIBRARY_PATH=$prefix/lib "build/${way}_shared" | grep -xE '[1-9][0-9]* samples'
  readelf -dW "build/${way}_shared" | grep -F '[libperfc.so.0]'
  "build/${way}_static" | grep -xE '[1-9][0-9]* samples'
  if readelf -dW "build/${way}_static" | grep -F '[libperfc'; then exit 1; fi
done
LD_LIBRARY_PATH=$prefix/lib build/files_shared
build/files_static
