#!/bin/bash
# The static libraries go into a C program by the C compiler alone, in each way that programs are
# linked, and into a C++ program with a C++ library of its own choice. They show no symbol but the
# ABI's, and do nothing before main.
#
# embed_c_test.sh PROGRAM ARCHIVE[:NEEDED]...
#
# The program is linked with each archive and the one that it needs.
set -euo pipefail
export LC_ALL=C
readonly program=$1
shift
readonly out=$TEST_TMPDIR/out
readonly warn=(-Wall -Werror -Iinclude)

fail() {
  echo "$archive: $*" >&2
  exit 1
}

# builds COMMAND...: by this command a program is made, which runs.
builds() {
  rm -f "$out"
  "$@" -o "$out" && "$out" || fail "$*"
}

in_a_c_program() {
  builds cc "${warn[@]}" "$program" "${archives[@]}" -lm
  if readelf -dW "$out" | grep -F '[libstdc++'; then fail "it needs a C++ library"; fi
  builds cc "${warn[@]}" -static "$program" "${archives[@]}" -lm
  builds cc "${warn[@]}" -static-pie "$program" "${archives[@]}" -lm
  builds cc "${warn[@]}" -Wl,--gc-sections "$program" "${archives[@]}" -lm
  builds cc "${warn[@]}" -O2 -flto "$program" "${archives[@]}" -lm
  builds clang-14 "${warn[@]}" -O2 "$program" "${archives[@]}" -lm
}

# One object of a program and the library, as kernels and runtimes make.
in_one_object() {
  cc "${warn[@]}" -c "$program" -o "$TEST_TMPDIR/program.o"
  ld -r "$TEST_TMPDIR/program.o" "${archives[@]}" -o "$TEST_TMPDIR/joined.o"
  builds cc "$TEST_TMPDIR/joined.o" -lm
}

in_a_cxx_program() {
  local compiler
  for compiler in g++ clang++-14; do
    builds "$compiler" "${warn[@]}" test/linkage/embed.cc "${archives[@]}"
  done
  # The program brings its C++ library, or has none.
  builds clang++-14 "${warn[@]}" -nostdlib++ test/linkage/embed.cc "${archives[@]}" -l:libstdc++.a -lm
  builds clang++-14 "${warn[@]}" -nostdlib++ "$TEST_TMPDIR/program.o" "${archives[@]}" -lm
}

# in_a_library NAME FLAG...: makes a library of a program and libperfc, whose main is named NAME.
in_a_library() {
  cc "${warn[@]}" -fPIC -shared -Dmain="$1" "${@:2}" "$program" "${archives[@]}" -lm \
    -o "$TEST_TMPDIR/lib$1.so"
}

# Whether each shows its libperfc to the other or hides it.
in_two_libraries() {
  local hide
  for hide in '' -Wl,--exclude-libs,ALL; do
    in_a_library first ${hide:+"$hide"}
    in_a_library second ${hide:+"$hide"}
    echo 'int first(void); int second(void); int main(void) { return first() || second(); }' |
      builds cc -x c - -x none -L"$TEST_TMPDIR" -Wl,-rpath,"$TEST_TMPDIR" -lfirst -lsecond
  done
}

shows_nothing_else() {
  local members foreign
  members=$(ar t "$archive" | wc -l)
  [[ $members -eq 1 ]] || fail "$members objects"
  foreign=$(nm --defined-only --extern-only "$archive" | grep -E ' [A-Za-z] ' | grep -v ' T perfc_' || true)
  [[ -z $foreign ]] || fail "other global symbols: $foreign"
}

# impl/static/runtime.cc has nothing that could.
formats_no_floating_point_number() {
  if nm -C "$archive" | grep -E 'FormatConvertImpl\((float|(long )?double),'; then
    fail "it formats floating-point numbers"
  fi
}

# A program that brings its own allocator needs these.
allocates_as_documented() {
  local others
  others=$(nm -u "$archive" | grep -E 'alloc|memalign|strn?dup|asprintf|getline' |
    grep -vwE 'malloc|calloc|realloc|aligned_alloc|posix_memalign' || true)
  [[ -z $others ]] || fail "it allocates by more functions than docs/embedding.md says: $others"
}

does_nothing_before_main() {
  if readelf -SW "$archive" | grep -E '\.(init_array|ctors|preinit_array)'; then
    fail "it has global constructors"
  fi
}

for argument; do
  IFS=: read -ra archives <<<"$argument"
  archive=${archives[0]}
  in_a_c_program
  in_one_object
  in_a_cxx_program
  in_two_libraries
  shows_nothing_else
  allocates_as_documented
  formats_no_floating_point_number
  does_nothing_before_main
done
[[ $# -gt 0 ]]
