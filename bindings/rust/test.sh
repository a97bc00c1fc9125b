#!/bin/bash
# bindings/rust/test.sh PREFIX
#
# Tests the Rust crates against the library that is installed below PREFIX. CARGO_TARGET_DIR says
# where to build, if not beside the sources. Exit code 77: no Rust, or one that is too old.
set -euo pipefail

[[ $# -eq 1 ]] || { echo "usage: bindings/rust/test.sh PREFIX" >&2; exit 2; }
prefix=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")"
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig LD_LIBRARY_PATH=$prefix/lib
export PERFC_NO_VENDOR=1 PERFC_STATIC=0
unset PERFC_LIB_DIR
target=${CARGO_TARGET_DIR:-target}

say() { echo "-- $*"; }

rust=$(rustc --version 2>/dev/null | cut -d' ' -f2) || rust=0
is_new_enough() {
  printf '%s\n' "$1" "${rust:-0}" | sort --check=silent --version-sort
}
if ! is_new_enough 1.80 || ! cargo --version >/dev/null 2>&1; then
  say "no Rust of 1.80 or newer"
  exit 77
fi

wanted=serde
loaded=perfc-sys/dlopen
# arrow-rs wants a newer compiler than the crates do.
if is_new_enough 1.88; then
  wanted+=,arrow
else
  say "without the feature arrow: Rust $rust"
fi
if [[ -e $prefix/include/perfc/profile.h ]]; then
  wanted+=,profile
  loaded+=,profile
else
  say "without the feature profile: there is no libperfc-profile"
fi
features=(--features "$wanted")

say "every exported function"
while read -r name; do
  grep -rqw "$name" perfc/src || { echo "perfc lacks $name" >&2; exit 1; }
done < <(cat ../../test/linkage/{,profile_}exports.txt)

say "linked: plain, live, documentation"
cargo test --quiet --locked --workspace "${features[@]}"

say "loaded at run time"
(
  unset PKG_CONFIG_PATH LD_LIBRARY_PATH
  export PERFC_LIB_DIR=$prefix/lib
  cargo test --quiet --locked --tests -p perfc-sys -p perfc --features "$loaded"
)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
told=$work/told

say "a project of its own, with the README's first program"
mkdir -p "$work/project/src"
cp Cargo.lock "$work/project"
../../test/docs/block.sh README.md rust >"$work/project/src/main.rs"
cat >"$work/project/Cargo.toml" <<END
[package]
name = "project"
version = "0.0.0"
edition = "2021"

[dependencies]
perfc = { path = "$PWD/perfc" }
END
(cd "$work/project" && cargo run --quiet --offline --target-dir "$work/target" >"$told")

say "vectors"
cargo build --quiet --locked -p vectors
../../test/conformance/run.py "rust=$target/debug/vectors"
../../test/conformance/aux.sh "$prefix" "$target/debug/vectors"

say "examples"
cargo build --quiet --locked -p perfc --examples "${features[@]}"
for example in count sample trace; do
  # What the kernel doesn't let us is no failure of ours.
  "$target/debug/examples/$example" >"$told" 2>&1 || grep -qE 'errno: (1|2|13),' "$told" ||
    { cat "$told"; exit 1; }
done

if [[ $wanted == *profile* ]]; then
  ../../test/conformance/files.sh "$prefix" "$target/debug/examples/by_comm" -- \
    "$target/debug/examples/copy_file"
fi

if cargo fmt --version >/dev/null 2>&1; then
  say "format"
  cargo fmt --check
fi
if cargo clippy --version >/dev/null 2>&1; then
  say "clippy"
  cargo clippy --quiet --locked --workspace --all-targets "${features[@]}" -- -D warnings
fi
say "bindings/rust: all passed"
