#!/bin/bash
# c++ of zig for @TARGET@, which also says where its C++ library lies, as GCC does; but
# that one has three files.
set -euo pipefail
export ZIG_GLOBAL_CACHE_DIR='@CACHE@' ZIG_LOCAL_CACHE_DIR='@CACHE@'
readonly compile=('@ZIG@' c++ -target '@TARGET@')
if [[ $* != -print-file-name=libstdc++.a ]]; then
  exec "${compile[@]}" "$@"
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
echo 'int main() {}' >"$work/main.cc"
ZIG_VERBOSE_LINK=1 "${compile[@]}" -O3 "$work/main.cc" -o "$work/main" 2>&1 |
  tr ' ' '\n' | grep -E '/lib(c\+\+|c\+\+abi|unwind)\.a$'
