#!/bin/bash
# find_package(perfc) serves C and C++ programs, shared and static, from wherever the
# installed tree was moved to. PERFC_INSTALLED is where libperfc is installed, if it is.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

command -v cmake >/dev/null || { echo "SKIP: no CMake"; exit 77; }
[[ -n ${PERFC_INSTALLED-} ]] || "$root/tools/install" --prefix "$work/installed"
mkdir "$work/moved"
cp -a "${PERFC_INSTALLED:-$work/installed}/." "$work/moved"

mkdir "$work/project"
cd "$work/project"
cp "$root/examples/five_verbs.c" "$root/test/linkage/profile_program.c" "$root/bindings/cpp/examples/count_function.cc" \
  "$root"/examples/sampler/sampler{.h,.c,_test.c} .
cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.16)
project(uses_perfc LANGUAGES C)
find_package(perfc 0.1 CONFIG REQUIRED COMPONENTS profile testing)
add_executable(shared five_verbs.c)
target_link_libraries(shared PRIVATE perfc::perfc)
add_executable(static five_verbs.c)
target_link_libraries(static PRIVATE perfc::perfc_static)
add_executable(fully_static five_verbs.c)
target_link_libraries(fully_static PRIVATE -static perfc::perfc_static)
add_executable(files_shared profile_program.c)
target_link_libraries(files_shared PRIVATE perfc::perfc_profile)
add_executable(files_static profile_program.c)
target_link_libraries(files_static PRIVATE perfc::perfc_profile_static)
add_executable(tested sampler.c sampler_test.c)
target_link_libraries(tested PRIVATE perfc::perfc_testing)
add_executable(tested_static sampler.c sampler_test.c)
target_link_libraries(tested_static PRIVATE perfc::perfc_testing_static)

enable_language(CXX)
set(CMAKE_CXX_STANDARD 17)
add_executable(cpp_shared count_function.cc)
target_link_libraries(cpp_shared PRIVATE perfc::perfc)
add_executable(cpp_static count_function.cc)
target_link_libraries(cpp_static PRIVATE perfc::perfc_static)
END
cmake -B build -DCMAKE_PREFIX_PATH="$work/moved"
cmake --build build --parallel 2

# needs PROGRAM: whether the program needs libperfc.so.0.
needs() {
  readelf -dW "build/$1" | grep -F '[libperfc.so.0]' >/dev/null
}
for program in shared static fully_static; do
  "build/$program" | tee output
  grep -qxE '[1-9][0-9]* samples' output
done
for program in cpp_shared cpp_static; do
  "build/$program" | tee output
  grep -qxE 'page faults: [1-9][0-9]*' output
done
for program in files_shared files_static tested tested_static; do
  "build/$program"
done
needs shared
needs cpp_shared
needs files_shared
if needs static || needs cpp_static || needs files_static; then exit 1; fi

# finds ARGUMENT...: whether find_package does, with these.
finds() {
  printf 'cmake_minimum_required(VERSION 3.16)\nproject(asks C)\nfind_package(perfc %s)\n' \
    "$* CONFIG REQUIRED" >asks/CMakeLists.txt
  rm -rf asks/build
  cmake -S asks -B asks/build -DCMAKE_PREFIX_PATH="$work/moved" >asks/log 2>&1
}
mkdir asks
version=$(sed -n 's/^ "version": "\(.*\)",$/\1/p' "$root/bindings/abi.json")
finds
finds "$version" EXACT
for wrong in 99 0.0 "$version.1"; do
  if finds "$wrong"; then echo "$version was found as $wrong"; exit 1; fi
done
if finds COMPONENTS nonsense; then exit 1; fi
grep -qF 'The component nonsense of perfc' asks/log
