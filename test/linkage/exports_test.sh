#!/bin/bash
# The shared library exports the functions of the golden list, which are those
# that the headers declare, all in version PERFC_0.
#
# After a change of the ABI: bazel run //test/linkage:exports_test -- --update
set -euo pipefail
export LC_ALL=C
library=libperfc.so.0
golden=test/linkage/exports.txt

exported() {
  nm -D --defined-only "$library" | awk '$2 != "A" { print $3 }'
}

names() { sed 's/@@.*//' | sort; }

declared() {
  cat include/perfc/*.h | tr '\n' ' ' |
    grep -oE 'PERFC_API [^;(]*perfc_[a-z0-9_]+\(' | grep -oE 'perfc_[a-z0-9_]+\(' | tr -d '(' | sort
}

if [[ ${1:-} == --update ]]; then
  exported | names >"$BUILD_WORKSPACE_DIRECTORY/$golden"
  exit
fi

if exported | grep -v '@@PERFC_0$'; then
  echo "^ exported without the version PERFC_0" >&2
  exit 1
fi
diff -u --label "$golden" --label "nm -D $library" "$golden" <(exported | names)
diff -u --label "declared in include/perfc" --label "$golden" <(declared) "$golden"
