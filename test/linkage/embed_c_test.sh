#!/bin/bash
# libperfc.a goes into a C program by the C compiler alone, with no C++ library,
# and into a fully static one; it shows no symbol but the ABI's.
set -euo pipefail
export LC_ALL=C
program=test/linkage/program.c
out=$TEST_TMPDIR/program

cc -Wall -Werror -Iinclude "$program" libperfc.a -lm -o "$out"
"$out"
if readelf -dW "$out" | grep -F '[libstdc++'; then exit 1; fi

cc -static -Wall -Werror -Iinclude "$program" libperfc.a -lm -o "$out"
"$out"

members=$(ar t libperfc.a | wc -l)
[[ $members -eq 1 ]] || { echo "$members objects in libperfc.a" >&2; exit 1; }
foreign=$(nm --defined-only --extern-only libperfc.a | grep -E ' [A-Za-z] ' | grep -v ' T perfc_' || true)
[[ -z $foreign ]] || { echo "other global symbols: $foreign" >&2; exit 1; }
