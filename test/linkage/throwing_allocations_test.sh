#!/bin/bash
# No room of the library asks for memory in a way that ends the program where there is
# none: by an operator new that can't answer with NULL, or by strings and containers,
# which do so.
#
# throwing_allocations_test.sh ARCHIVE...
set -euo pipefail
export LC_ALL=C

readonly ends='operator new(\[\])?\(unsigned long(, std::align_val_t)?\)$|basic_string<|std::(vector|deque|map|set|unordered_[a-z]+|function)<|absl::[a-z_:0-9]*(StrCat|StrAppend|StrJoin|FormatPack|AppendPack)'
failed=0
for archive in "$@"; do
  symbols=$(nm -C "$archive")
  [[ $symbols == *perfc* ]] || { echo "$archive: no symbols of the library" >&2; failed=1; }
  if found=$(grep -E "$ends" <<<"$symbols"); then
    printf '%s:\n%s\n' "$archive" "$found" >&2
    failed=1
  fi
done
[[ $# -gt 0 && $failed -eq 0 ]]
