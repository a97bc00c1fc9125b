#!/bin/bash
# exports_test.sh LIBRARY LIST VERSION: the shared library exports the functions of the list, all
# in that version. tools/generate writes the lists: they have the functions that the headers declare.
set -euo pipefail
export LC_ALL=C
library=$1 list=$2 version=$3

exported() {
  nm -D --defined-only "$library" | awk '$2 != "A" { print $3 }'
}

if exported | grep -v "@@$version\$"; then
  echo "^ exported without the version $version" >&2
  exit 1
fi
diff -u --label "$list" --label "nm -D $library" "$list" <(exported | sed 's/@@.*//' | sort)
