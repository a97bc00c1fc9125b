#!/bin/bash
# libperfc-minimal.a has the ABI without the functions of its list, which fail to link instead of
# failing at run time, and is small.
#
# minimal_test.sh ARCHIVE EXPORTS LEFT_OUT
set -euo pipefail
export LC_ALL=C
archive=$1 exports=$2 left_out=$3
readonly most_text=$((150 * 1024))
out=$TEST_TMPDIR/program

diff -u --label "$exports without $left_out" --label "$archive" \
  <(grep -vxFf "$left_out" "$exports") \
  <(nm --defined-only --extern-only "$archive" | sed -n 's/.* T //p' | sort)
unknown=$(grep -vxFf "$exports" "$left_out" || true)
[[ -z $unknown ]] || { echo "no functions: $unknown" >&2; exit 1; }

echo 'int perfc_open_string(void); int main(void) { return perfc_open_string(); }' >"$out.c"
if cc "$out.c" "$archive" -lm -o "$out" 2>"$out.log"; then
  echo "a program with a function that is left out links" >&2
  exit 1
fi
grep -q 'undefined reference to .perfc_open_string' "$out.log"

text=$(size "$archive" | awk 'NR == 2 { print $1 }')
[[ $text -le $most_text ]] || { echo "$text bytes of text, at most $most_text" >&2; exit 1; }
