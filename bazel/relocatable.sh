#!/bin/bash
# relocatable.sh COMPILER LD AR NM OBJCOPY PREFIX WITHOUT OUT FILE...
#
# Links the functions whose names begin with PREFIX, except those that the file WITHOUT
# lists, out of the objects and archives FILE, with what they need of those and of
# the C++ library into one object.
# Nothing else in it is global, so it needs no C++ library and disturbs none in
# the same program. OUT is an archive of it.
set -euo pipefail
compiler=$1 ld=$2 ar=$3 nm=$4 objcopy=$5 prefix=$6 without=$7 out=$8
shift 8

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
object=$work/perfc.o

mapfile -t library < <("$compiler" -print-file-name=libstdc++.a)

# functions FILE...: those that the files define.
functions() {
  "$nm" --defined-only --extern-only "$@" 2>/dev/null | sed -n 's/.* T //p' | sort -u
}

# link OUT ROOTS FILE...: what the roots don't reach is left out; without that it is thrice the size.
link() {
  local -n wanted=$2
  "$ld" -r --force-group-allocation --gc-sections "${wanted[@]/#/--undefined=}" -o "$1" \
    --start-group "${@:3}" --end-group
}

mapfile -t roots < <(functions "$@" | grep "^$prefix" | grep -vxFf "$without")
# What FILE has in place of the C++ library's own.
mapfile -t with_own < <(printf '%s\n' "${roots[@]}"; comm -12 <(functions "$@") <(functions "${library[@]}"))

# In two steps. The linker takes members of an archive also for functions that it leaves out
# afterwards; and it keeps what a member does before main.
link "$work/ours.o" with_own "$@"
"$objcopy" --strip-unneeded "$work/ours.o"
# COMDAT groups would let the linker drop our copy for an embedder's.
link "$object" roots "$work/ours.o" "${library[@]}"
# libstdc++ has unique symbols, which GNU's objcopy hides only once they are weak; and
# probes for debuggers, which refer to a section that gold drops with --gc-sections.
"$objcopy" --wildcard --weaken-symbol='_Z*' --strip-debug \
  --remove-section=.note.stapsdt --remove-section=.stapsdt.base "$object"
"$objcopy" --wildcard --keep-global-symbol="$prefix*" "$object"

rm -f "$out"
"$ar" rcsD "$out" "$object"
