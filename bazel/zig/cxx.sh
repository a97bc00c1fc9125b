#!/bin/bash
# c++ of zig for @TARGET@, which also says where its C++ library lies, as GCC does; but
# that one has three files.
set -euo pipefail
export ZIG_GLOBAL_CACHE_DIR='@CACHE@' ZIG_LOCAL_CACHE_DIR='@CACHE@'
readonly compile=('@ZIG@' c++ -target '@TARGET@')

# libraries NAME: the paths of zig's own of that name, a regular expression. The first
# time zig makes them, and tells that, too.
libraries() {
  echo 'int main() {}' >"$work/main.cc"
  ZIG_VERBOSE_LINK=1 "${compile[@]}" -O3 "$work/main.cc" -o "$work/main" 2>&1 |
    grep -F -- " -o $work/main " | tr ' ' '\n' | grep -E "/lib($1)\.a$"
}

# zig's library of builtins has a memcpy and a stack protector, too, of which libc's are
# better. Only the functions that libc lacks are taken from it.
link() {
  '@ZIG@' ld.lld -r --gc-sections --undefined=__divti3 --undefined=__udivti3 \
    "$(libraries compiler_rt)" -o "$work/builtins.o"
  llvm-objcopy-14 --keep-global-symbol=__divti3 --keep-global-symbol=__udivti3 "$work/builtins.o"
  "${compile[@]}" "$@" "$work/builtins.o" -rtlib=none
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
case $1 in
  -print-file-name=libstdc++.a) libraries 'c\+\+|c\+\+abi|unwind' ;;
  @*) link "$@" ;;  # Bazel links so.
  *) "${compile[@]}" "$@" ;;
esac
