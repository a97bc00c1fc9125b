#!/bin/bash
# relocatable.sh COMPILER LD AR NM OBJCOPY PREFIX OUT FILE...
#
# Links the functions whose names begin with PREFIX, out of the objects and
# archives FILE, with what they need of those and of the C++ library into one object.
# Nothing else in it is global, so it needs no C++ library and disturbs none in
# the same program. OUT is an archive of it.
set -euo pipefail
compiler=$1 ld=$2 ar=$3 nm=$4 objcopy=$5 prefix=$6 out=$7
shift 7

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
object=$work/perfc.o

# What these roots don't reach is left out; without that it is thrice the size.
mapfile -t roots < <("$nm" --defined-only --extern-only "$@" 2>/dev/null |
  sed -n "s/.* T \($prefix.*\)/--undefined=\1/p" | sort -u)

# COMDAT groups would let the linker drop our copy for an embedder's.
mapfile -t runtime < <("$compiler" -print-file-name=libstdc++.a)
"$ld" -r --force-group-allocation --gc-sections "${roots[@]}" -o "$object" \
  --start-group "$@" "${runtime[@]}" --end-group
# libstdc++ has unique symbols, which GNU's objcopy hides only once they are weak; and
# probes for debuggers, which refer to a section that gold drops with --gc-sections.
"$objcopy" --wildcard --weaken-symbol='_Z*' --strip-debug \
  --remove-section=.note.stapsdt --remove-section=.stapsdt.base "$object"
"$objcopy" --wildcard --keep-global-symbol="$prefix*" "$object"

rm -f "$out"
"$ar" rcsD "$out" "$object"
