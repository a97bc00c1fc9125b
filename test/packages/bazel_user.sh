#!/bin/bash
# A workspace elsewhere has libperfc by three lines: C and C++ programs build and run with
# each target, with bazel's own flags and with -c opt.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
bazel=(bazel --nohome_rc --output_user_root="$work/bazel")

clean_up() {
  (cd "$work/user" && "${bazel[@]}" shutdown)
  chmod -R u+w "$work"
  rm -rf "$work"
}
mkdir "$work/user"
trap clean_up EXIT
cd "$work/user"

cat >WORKSPACE <<END
local_repository(name = "perfc", path = "$root")
load("@perfc//bazel:deps.bzl", "perfc_deps")
perfc_deps()
END
cat >BUILD <<'END'
load("@rules_cc//cc:defs.bzl", "cc_binary")

cc_binary(name = "c_shared", srcs = ["main.c"], deps = ["@perfc//:perfc"])
cc_binary(name = "c_static", srcs = ["main.c"], deps = ["@perfc//:perfc_static"])
cc_binary(name = "files_shared", srcs = ["files.c"], deps = ["@perfc//:perfc_profile"])
cc_binary(name = "files_static", srcs = ["files.c"], deps = ["@perfc//:perfc_profile_static"])
cc_binary(name = "c_loads", srcs = ["loads.c"], linkopts = ["-ldl"], deps = ["@perfc//:headers"])
cc_binary(
    name = "cc_shared",
    srcs = ["main.cc"],
    copts = ["-std=c++17"],
    deps = ["@perfc//bindings/cpp:perfc"],
)
cc_binary(
    name = "cc_static",
    srcs = ["main.cc"],
    copts = ["-std=c++17"],
    deps = ["@perfc//:perfc_static", "@perfc//bindings/cpp:headers"],
)
cc_binary(
    name = "sampler",
    srcs = ["sampler.c", "sampler.h", "sampler_test.c"],
    deps = ["@perfc//testing:perfc_testing"],
)
END
cp "$root/test/linkage/program.c" main.c
cp "$root/test/linkage/profile_program.c" files.c
cp "$root"/examples/sampler/sampler{.c,.h,_test.c} .
cat >main.cc <<'END'
#include <cstdio>

#include "perfc.hpp"

int main() {
  perfc::Result<perfc::Event> event = perfc::Event::open("task-clock:u", 0);
  if (!event) {
    std::puts(event.error().text().c_str());
    return 1;
  }
  return event->enable() ? 0 : 1;
}
END
# The headers alone: the library is given at run time.
cat >loads.c <<'END'
#include <dlfcn.h>
#include <stddef.h>

#include "perfc/perfc.h"

int main(int argc, char **argv) {
  void *library = dlopen(argc > 1 ? argv[1] : "", RTLD_NOW);
  uint32_t (*version)(void) = NULL;
  if (library) *(void **)&version = dlsym(library, "perfc_version");
  return version && version() >> 16 == PERFC_VERSION_MAJOR ? 0 : 1;
}
END

# runs OPTION...: the programs of a build with these options.
runs() {
  local name library
  "${bazel[@]}" build --noshow_progress "$@" //... @perfc//:libperfc.so.0 @perfc//:libperfc-profile.so.0
  for name in c_shared c_static files_shared files_static cc_shared cc_static sampler; do
    "bazel-bin/$name"
  done
  library=bazel-bin/external/perfc/libperfc.so.0
  "bazel-bin/c_loads" "$library"
  for name in c_static files_static cc_static; do
    if readelf -d "bazel-bin/$name" | grep -F '[libperfc'; then exit 1; fi
  done
  "$root/test/linkage/shared_library_test.sh" "$library"
  "$root/test/linkage/shared_library_test.sh" "${library/.so/-profile.so}" libperfc-profile.so.0 libperfc.so.0
}
runs
runs -c opt

# What the workspace declares before has precedence.
{
  echo 'local_repository(name = "com_google_absl", path = "own-abseil")'
  echo 'local_repository(name = "zstd", path = "own-zstd")'
  cat WORKSPACE
} >own && mv own WORKSPACE
"${bazel[@]}" query --noshow_progress --output build //external:com_google_absl | grep own-abseil >/dev/null
"${bazel[@]}" query --noshow_progress --output build //external:zstd | grep own-zstd >/dev/null
