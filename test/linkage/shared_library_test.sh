#!/bin/bash
# The shared library needs the C library alone, and of ours what is given, can be unloaded, and is
# hardened.
#
# shared_library_test.sh LIBRARY [--optimised] [SONAME [NEEDED]]
#
# --optimised: built so that _FORTIFY_SOURCE works, which needs an optimising compiler.
set -euo pipefail
export LC_ALL=C
library=$1
shift
optimised=
if [[ ${1-} == --optimised ]]; then
  optimised=1
  shift
fi
soname=${1-libperfc.so.0} needed=${2-}
failed=0

expect() {
  local what=$1 expected=$2 actual=$3
  [[ $actual != "$expected" ]] || return 0
  printf '%s:\n  expected: %s\n  actual:   %s\n' "$what" "$expected" "$actual" >&2
  failed=1
}

# dynamic TAG: the values of that tag.
dynamic() {
  readelf -dW "$library" | sed -nE "s/.*\($1\) +(.*)/\1/p"
}

# imports REGEX: the functions and variables of that name which others must have.
imports() {
  nm -D --undefined-only "$library" | sed -nE "s/^ +[Uvw] ($1)(@.*)?$/\1/p"
}

expect "SONAME" "Library soname: [$soname]" "$(dynamic SONAME)"
expect "NEEDED of ours" "${needed:+Shared library: [$needed]}" "$(dynamic NEEDED | grep -F '[libperfc' || true)"
# libdl and libpthread: parts of the C library, before glibc 2.34.
expect "NEEDED besides libc, libm and ld.so" "" \
  "$(dynamic NEEDED | grep -vE '\[(libperfc.*|lib(c|m)\.so\.6|libdl\.so\.2|libpthread\.so\.0|ld-linux-[a-z0-9-]+\.so\.[0-9])\]' || true)"
expect "search paths" "" "$(dynamic RPATH)$(dynamic RUNPATH)"
expect "text relocations" "" "$(dynamic TEXTREL)"

# Such a symbol keeps the library mapped for ever.
expect "STB_GNU_UNIQUE symbols" "" "$(readelf -sW --dyn-syms "$library" | grep -w UNIQUE || true)"

# They run at each load, even if nothing is used. One is the compiler's frame_dummy. Six more may be
# libstdc++'s, which set a word for each kind of locale facet, and two abseil's <iostream>s, where
# bazel/absl.patch isn't applied. None is ours.
expect "constructors" "" "$(dynamic INIT_ARRAYSZ | grep -vxE '(8|56|72) \(bytes\)' || true)"
expect "functions chosen at load" "" "$(readelf -rW "$library" | grep IRELATIV || true)"
# With static TLS, dlopen fails where other libraries have used up the space.
expect "static TLS" "" "$(dynamic FLAGS | grep -w STATIC_TLS || true)"

expect "all symbols bound at load" "yes" "$(dynamic FLAGS_1 | grep -w NOW >/dev/null && echo yes)"
expect "read-only relocations" "1" "$(readelf -lW "$library" | grep -cw GNU_RELRO || true)"
expect "stack" "RW" "$(readelf -lW "$library" | awk '$1 == "GNU_STACK" { print $7 }')"
expect "segments both writable and executable" "" "$(readelf -lW "$library" | awk '$1 == "LOAD" && / RWE /')"
expect "stack protector" "__stack_chk_fail" "$(imports __stack_chk_fail)"
[[ -z $optimised ]] ||
  expect "_FORTIFY_SOURCE" "yes" "$(imports '__[a-z]+_chk' | grep . >/dev/null && echo yes)"

# What isn't read can't change what is opened.
expect "the environment" "" "$(imports '(secure_|__secure_)?getenv|_*environ')"

exit "$failed"
