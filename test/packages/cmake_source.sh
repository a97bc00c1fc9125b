#!/bin/bash
# CMake builds from a release's source what Bazel builds: the same exports, the same needs,
# the same installed files. Other projects take that source by add_subdirectory and
# FetchContent, and get nothing but what they link. The system's abseil may be used.
# PERFC_INSTALLED is where Bazel's build is installed, if it is.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LC_ALL=C

# install_cmake VERSION: as $work/VERSION/bin/cmake, with Ninja.
install_cmake() {
  python3 -m venv "$work/$1" && "$work/$1/bin/pip" install --quiet "cmake==$1" ninja==1.13.0
}
if ! install_cmake 3.16.8 || ! install_cmake 4.1.3; then
  echo "SKIP: pip can't install CMake"
  exit 77
fi
oldest=$work/3.16.8/bin newest=$work/4.1.3/bin

bazels=${PERFC_INSTALLED:-$work/bazels}
[[ -n ${PERFC_INSTALLED-} ]] || "$root/tools/install" --prefix "$bazels"

# exports LIBRARY: what it offers others; needs LIBRARY: the libraries that it loads.
exports() {
  nm -D --defined-only "$1" | awk '$2 != "A" { sub("@@PERFC_(PROFILE_)?0$", "", $3); print $3 }' | sort
}
needs() {
  readelf -dW "$1" | sed -n 's/.*(NEEDED)//p' | sort
}
files() {
  find "$1" -mindepth 1 ! -name installed_files -printf '%P %y %l\n' | sort
}

echo "=== alone"
"$root/tools/sources" "$work/perfc"
mkdir "$work/alone"
cd "$work/alone"
"$newest/cmake" -S ../perfc -B build -DCMAKE_INSTALL_PREFIX="$work/alone/usr" -DCMAKE_INSTALL_LIBDIR=lib
"$newest/cmake" --build build --parallel 2
(cd build && "$newest/ctest" --output-on-failure)
"$newest/cmake" --install build >/dev/null
declare -A ours=([perfc-profile]=libperfc.so.0)
for name in perfc perfc-profile perfc-testing; do
  own=usr/lib/lib$name.so.0 theirs=$bazels/lib/lib$name.so.0
  "$root/test/linkage/shared_library_test.sh" "$own" --optimised "lib$name.so.0" "${ours[$name]-}"
  diff <(exports "$theirs") <(exports "$own")
  diff <(needs "$theirs") <(needs "$own")
  diff <(exports "$own") \
    <(nm --defined-only --extern-only "usr/lib/lib$name.a" | awk 'NF == 3 { print $3 }' | sort)
done
diff "$root/test/linkage/exports.txt" <(exports usr/lib/libperfc.so.0)
diff "$root/test/linkage/profile_exports.txt" <(exports usr/lib/libperfc-profile.so.0)
diff <(files "$bazels") <(files usr)
usr/bin/perfc stat true 2>&1 | grep -E '[0-9] +page-faults'
# As docs/install.md removes it.
xargs rm <build/install_manifest.txt
if find usr ! -type d | grep .; then exit 1; fi

# make_project FOLDER COMMANDS [COMMANDS]: a project that has perfc by those commands, and abseil.
make_project() {
  mkdir "$1"
  cd "$1"
  cp "$root"/examples/{five_verbs,watch_address}.c "$root/test/linkage/profile_program.c" .
  cat >version.cc <<'END'
#include <cstdio>

#include "absl/strings/str_cat.h"
#include "perfc.hpp"

int main() { std::puts(absl::StrCat("version ", perfc_version()).c_str()); }
END
  cat >CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.16)
project(own LANGUAGES C CXX)
set(CMAKE_CXX_STANDARD 17)
enable_testing()
$2
find_package(absl REQUIRED)
add_executable(shared five_verbs.c)
target_link_libraries(shared PRIVATE perfc::perfc)
add_executable(static five_verbs.c)
target_link_libraries(static PRIVATE perfc::perfc_static)
add_executable(minimal watch_address.c)
target_link_libraries(minimal PRIVATE perfc::perfc_minimal)
add_executable(version version.cc)
target_link_libraries(version PRIVATE perfc::perfc_static absl::strings)
${3-}
foreach(own CMAKE_BUILD_TYPE CMAKE_CXX_FLAGS CMAKE_CXX_VISIBILITY_PRESET CMAKE_POSITION_INDEPENDENT_CODE)
  if(NOT "\${\${own}}" STREQUAL "")
    message(FATAL_ERROR "\${own} became \${\${own}}")
  endif()
endforeach()
END
}

# What the project linked works, and nothing else was built.
check_project() {
  build/shared | grep -xE '[1-9][0-9]* samples'
  build/static | grep -xE '[1-9][0-9]* samples'
  build/minimal
  diff <(grep -vxFf "$root/impl/capi/not_in_minimal.txt" "$root/test/linkage/exports.txt") \
    <(find build -name libperfc-minimal.a -exec nm --defined-only --extern-only {} + |
      awk 'NF == 3 { print $3 }' | sort)
  build/version | grep -xE 'version [1-9][0-9]*'
  readelf -dW build/shared | grep -F '[libperfc.so.0]'
  if readelf -dW build/static | grep -F '[libperfc'; then exit 1; fi
  local others
  others=$(find build -path '*testing*.o' -o -name 'main.cc.o' -o -name '*.pc')
  [[ -z $others ]] || { echo "built, too: $others"; exit 1; }
  (cd build && "$newest/ctest" -N) | grep -x 'Total Tests: 0'
}

echo "=== FetchContent"
tar -czf "$work/perfc.tar.gz" -C "$work" perfc
make_project "$work/fetching" "
include(FetchContent)
FetchContent_Declare(perfc URL file://$work/perfc.tar.gz DOWNLOAD_EXTRACT_TIMESTAMP ON)
FetchContent_MakeAvailable(perfc)"
"$newest/cmake" -B build
"$newest/cmake" --build build --parallel 2
check_project

# Of a checkout, whose abseil CMake downloads where tools/setup unpacked none. The oldest
# CMake and the other generator, and a project with flags of its own.
echo "=== add_subdirectory"
mv "$work/perfc/abseil" "$work/perfc/zstd" "$work"
for name in abseil zstd; do
  for pinned in 's/^ *\(https:.*\)/\1/p' 's/^ *\([0-9a-f]\{64\}\))/\1/p'; do
    grep -rF "$(sed -n "$pinned" "$root/packaging/cmake/$name.cmake")" "$root/bazel"
  done
done
make_project "$work/including" "
set(CMAKE_UNITY_BUILD ON)
add_compile_options(-Wall -Wextra -Wconversion -Wshadow -Werror -flto)
add_link_options(-flto)
set(PERFC_BUILD_PROFILE ON CACHE BOOL \"\")
add_subdirectory($work/perfc perfc)" "
add_executable(files_shared profile_program.c)
target_link_libraries(files_shared PRIVATE perfc::perfc_profile)
add_executable(files_static profile_program.c)
target_link_libraries(files_static PRIVATE perfc::perfc_profile_static)"
"$oldest/cmake" -G Ninja -DCMAKE_MAKE_PROGRAM="$oldest/ninja" -B build \
  -DFETCHCONTENT_SOURCE_DIR_PERFC_ABSEIL="$work/abseil" -DFETCHCONTENT_SOURCE_DIR_PERFC_ZSTD="$work/zstd"
"$oldest/cmake" --build build --parallel 2
check_project
build/files_shared
build/files_static

echo "=== the system's abseil and zstd"
mkdir "$work/system"
cd "$work/system"
"$newest/cmake" -S "$work/perfc" -B build -DPERFC_SYSTEM_ABSEIL=ON -DPERFC_SYSTEM_ZSTD=ON -DPERFC_BUILD_TOOL=OFF \
  -DCMAKE_BUILD_TYPE=Debug -DCMAKE_INSTALL_PREFIX="$work/system/usr"
"$newest/cmake" --build build --parallel 2
(cd build && "$newest/ctest" --output-on-failure)
"$newest/cmake" --install build >/dev/null
library=$(find usr -name libperfc.so.0)
diff "$root/test/linkage/exports.txt" <(exports "$library")
needs "$library" | grep -F '[libabsl_strings.so.'
needs "${library/.so/-profile.so}" | grep -F '[libzstd.so.'
if find usr -name '*.a' | grep .; then exit 1; fi
