#!/bin/bash
# The C compilers of both architectures lay the public structs out as bindings/abi.json
# says.
set -euo pipefail
failed=0
for arch in x86_64 aarch64; do
  "$arch-linux-gnu-gcc" -std=c11 -Iinclude -fsyntax-only test/linkage/layouts.c || failed=1
done
exit "$failed"
