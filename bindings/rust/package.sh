#!/bin/bash
# bindings/rust/package.sh OUT
#
# Packages the crates: OUT/perfc-sys-VERSION.crate, which has the library's sources, and
# OUT/perfc-VERSION.crate. The same commit gives the same files. It doesn't build them:
# test/packages/rust.sh does.
set -euo pipefail

[[ $# -eq 1 ]] || { echo "usage: bindings/rust/package.sh OUT" >&2; exit 2; }
mkdir -p "$1"
out=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")"

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
# Outside of git: cargo would write the commit into the crates, and refuse what git doesn't know.
git ls-files -z | xargs -0 cp --parents -t "$stage"
../../tools/bundle "$stage/perfc-sys/vendor"
for crate in perfc-sys perfc; do
  cp ../../LICENSE "$stage/$crate"
done
cd "$stage"
CARGO_TARGET_DIR=$stage/target cargo package --quiet --locked --no-verify -p perfc-sys -p perfc
cp target/package/*.crate "$out"
