#!/bin/bash
# Every public header compiles by itself as C99 and as C++17, without a warning,
# also before and after the kernel's own header.
set -euo pipefail
warnings=(-pedantic -Wall -Wextra -Werror -fsyntax-only -Iinclude)
failed=0

# compiles LANGUAGE STANDARD INCLUDE...: a file of just these lines.
compiles() {
  local language=$1 standard=$2
  shift 2
  # ISO C forbids a file without any declaration.
  printf '%s\n' "$@" 'typedef int header_test;' |
    gcc -x "$language" -std="$standard" "${warnings[@]}" - && return
  echo "^ $language $standard: $*" >&2
  failed=1
}

kernel='#include <linux/perf_event.h>'
for path in include/perfc/*.h include/perfc/profile/*.h; do
  header="#include \"${path#include/}\""
  for order in "$header" "$header"$'\n'"$kernel" "$kernel"$'\n'"$header"; do
    compiles c c99 "$order"
    compiles c++ c++17 "$order"
  done
done
exit "$failed"
