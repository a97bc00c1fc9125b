#!/bin/bash
# shared_library_test.sh sees each fault: libraries are built with one of them, and it
# names that one.
set -euo pipefail
readonly library=$TEST_TMPDIR/libfaulty.so
readonly sound=(-shared -fPIC -O2 -fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2
  -Wl,-soname,libperfc.so.0,-z,relro,-z,now,-z,noexecstack)

cat >"$TEST_TMPDIR/sound.c" <<'C'
#include <stdio.h>
int perfc_digit(int number) {
  char words[32];
  snprintf(words, sizeof words, "%d", number);
  return words[0];
}
C
cat >"$TEST_TMPDIR/environment.c" <<'C'
#include <stdlib.h>
char *perfc_path(void) { return getenv("PERFC_PATH"); }
C
cat >"$TEST_TMPDIR/address.c" <<'C'
extern int perfc_there;
int *perfc_address(void) { return &perfc_there; }
C
cat >"$TEST_TMPDIR/writable.c" <<'C'
__asm__(".pushsection .writable_code, \"awx\", @progbits; ret; .popsection");
C
cat >"$TEST_TMPDIR/constructor.c" <<'C'
int perfc_made;
__attribute__((constructor)) static void Make(void) { perfc_made = 1; }
C
cat >"$TEST_TMPDIR/chosen.c" <<'C'
static int One(void) { return 1; }
static int (*Choose(void))(void) { return One; }
static int Chosen(void) __attribute__((ifunc("Choose")));
int perfc_chosen(void) { return Chosen(); }
C
cat >"$TEST_TMPDIR/tls.c" <<'C'
static _Thread_local int calls __attribute__((tls_model("initial-exec")));
int perfc_calls(void) { return ++calls; }
C

# build OPTION...: the library, sound but for the options.
build() {
  gcc "${sound[@]}" "$TEST_TMPDIR/sound.c" "$@" -o "$library" 2>"$TEST_TMPDIR/warnings"
}

# names FAULT OPTION...: the test of a library built so fails, and says so of this alone.
names() {
  local output
  build "${@:2}"
  if output=$(test/linkage/shared_library_test.sh "$library" --optimised 2>&1); then
    echo "not seen: $1" >&2
    exit 1
  fi
  if ! grep -q "^$1:" <<<"$output" || [[ $(grep -c '^[^ ].*:$' <<<"$output") -ne 1 ]]; then
    echo "expected of $1 alone: $output" >&2
    exit 1
  fi
}

build
test/linkage/shared_library_test.sh "$library" --optimised

names "SONAME" -Wl,-soname,libother.so
gcc -shared -Wl,-soname,libperfc-other.so.0 -x c /dev/null -o "$TEST_TMPDIR/libother.so"
names "NEEDED of ours" -Wl,--no-as-needed "$TEST_TMPDIR/libother.so"
names "NEEDED besides libc, libm and ld.so" -Wl,--no-as-needed -lstdc++
names "search paths" -Wl,-rpath,/opt/lib
names "all symbols bound at load" -Wl,-z,lazy
names "read-only relocations" -Wl,-z,norelro
names "constructors" "$TEST_TMPDIR/constructor.c"
names "functions chosen at load" "$TEST_TMPDIR/chosen.c"
names "static TLS" "$TEST_TMPDIR/tls.c"
names "stack" -Wl,-z,execstack
names "segments both writable and executable" "$TEST_TMPDIR/writable.c"
names "stack protector" -fno-stack-protector
names "_FORTIFY_SOURCE" -U_FORTIFY_SOURCE
names "the environment" "$TEST_TMPDIR/environment.c"
gcc -c -fno-pic -mcmodel=large -O2 "$TEST_TMPDIR/address.c" -o "$TEST_TMPDIR/address.o"
names "text relocations" "$TEST_TMPDIR/address.o" -Wl,-z,notext
