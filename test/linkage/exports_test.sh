#!/bin/bash
# The shared library exports the functions of the list, all in version PERFC_0.
# tools/generate writes the list: it has the functions that the headers declare.
set -euo pipefail
export LC_ALL=C
library=libperfc.so.0
list=test/linkage/exports.txt

exported() {
  nm -D --defined-only "$library" | awk '$2 != "A" { print $3 }'
}

if exported | grep -v '@@PERFC_0$'; then
  echo "^ exported without the version PERFC_0" >&2
  exit 1
fi
diff -u --label "$list" --label "nm -D $library" "$list" <(exported | sed 's/@@.*//' | sort)
