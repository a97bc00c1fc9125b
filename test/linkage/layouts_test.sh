#!/bin/bash
# The public structs lie as the golden lists of both architectures say, to clang,
# and the C compilers of both agree.
#
# After a change of the ABI: bazel run //test/linkage:layouts_test -- --update
set -euo pipefail
layouts=test/linkage/layouts.py
failed=0

golden() {
  echo "test/linkage/layouts-$1.txt"
}

# layouts OPTION... ARCH: where the cross compiler's headers are, if it is one.
layouts() {
  "$layouts" "${@:1:$#-1}" "${!#}-linux-gnu" include "/usr/${!#}-linux-gnu/include"
}

for arch in x86_64 aarch64; do
  if [[ ${1:-} == --update ]]; then
    layouts "$arch" >"$BUILD_WORKSPACE_DIRECTORY/$(golden "$arch")"
    continue
  fi
  diff -u --label "$(golden "$arch")" --label "include/perfc on $arch" \
    "$(golden "$arch")" <(layouts "$arch") || failed=1
  layouts --assert "$arch" | "$arch-linux-gnu-gcc" -x c -Iinclude -fsyntax-only - || failed=1
done
exit "$failed"
