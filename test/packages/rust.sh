#!/bin/bash
# The crates as they are published: a new project adds perfc and runs the README's first program,
# with the library compiled from the crate, installed under a prefix, installed where the dynamic
# linker looks, and loaded at run time.
set -euo pipefail
root=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../..")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset PERFC_LIB_DIR PERFC_STATIC PERFC_NO_VENDOR PKG_CONFIG_PATH LD_LIBRARY_PATH RUSTFLAGS

say() { echo "-- $*"; }
fail() { echo "$*" >&2; exit 1; }

version=$(cargo --version 2>/dev/null | cut -d' ' -f2) || version=0
if ! printf '%s\n' 1.90 "$version" | sort --check=silent --version-sort; then
  say "packaging needs cargo 1.90 or newer"
  exit 77
fi

say "package"
"$root/bindings/rust/package.sh" "$work/crates"
"$root/bindings/rust/package.sh" "$work/again"
for crate in "$work"/crates/*.crate; do
  cmp "$crate" "$work/again/$(basename "$crate")"
  # The registry's limit.
  [[ $(stat --format=%s "$crate") -lt 10000000 ]] || fail "$crate is too large"
done

say "a registry in a directory: the crates, and what they depend on"
mkdir -p "$work"/{unpacked,registry,home,dependencies/src}
for crate in perfc-sys perfc; do
  file=$(echo "$work/crates/$crate"-[0-9]*.crate)
  mkdir "$work/unpacked/$crate"
  tar --extract --file "$file" --directory "$work/unpacked/$crate" --strip-components=1
  printf '{"files":{},"package":"%s"}\n' "$(sha256sum "$file" | cut -d' ' -f1)" \
    >"$work/unpacked/$crate/.cargo-checksum.json"
done
(
  cd "$work/dependencies"
  cat >Cargo.toml <<END
[package]
name = "dependencies"
edition = "2021"

[dependencies]
perfc = { path = "$work/unpacked/perfc", features = ["dlopen"] }

[patch.crates-io]
perfc-sys = { path = "$work/unpacked/perfc-sys" }
END
  touch src/lib.rs
  cp "$root/bindings/rust/Cargo.lock" .
  cargo vendor --quiet "$work/registry" >/dev/null
)
mv "$work"/unpacked/* "$work/registry"
export CARGO_HOME=$work/home CARGO_TARGET_DIR=$work/target
cat >"$CARGO_HOME/config.toml" <<END
[source.crates-io]
replace-with = "directory"

[source.directory]
directory = "$work/registry"
END

# project NAME OPTION...: a new project with perfc, added with these options, and the program.
project() {
  cargo new --quiet --vcs none "$work/$1"
  cd "$work/$1"
  cargo add --quiet perfc "${@:2}"
  "$root/test/docs/block.sh" "$work/registry/perfc/README.md" rust >src/main.rs
}

# prints_samples COMMAND...
prints_samples() {
  "$@" >"$work/samples" || fail "$* failed"
  grep -q '^ *0x[0-9a-f]' "$work/samples" || fail "$* printed no samples"
}

# loads PROGRAM: the path of the libperfc.so.0 that it loads.
loads() {
  ldd "$work/target/debug/$1" | sed -n 's/.*libperfc\.so\.0 => \(.*\) (.*/\1/p'
}

say "docs/getting-started.md"
mkdir "$work/started"
cd "$work/started"
"$root/test/docs/getting_started.py" Rust | sh >"$work/told" 2>&1 || fail "$(cat "$work/told")"
grep -qx '[1-9][0-9]* page faults for 1000000 bytes' "$work/told" || fail "$(cat "$work/told")"

say "compiled from the crate"
project vendored
PKG_CONFIG=/nonexistent prints_samples cargo run --quiet
[[ -z $(loads vendored) ]] || fail "the program needs libperfc.so.0"

say "compiled from the crate: vectors"
project vectors
cp "$root"/bindings/rust/vectors/src/*.rs src
cargo build --quiet
"$root/test/conformance/run.py" "rust=$work/target/debug/vectors"

say "installed under a prefix"
"$root/tools/install" --prefix "$work/prefix" >/dev/null
project installed --no-default-features
export PKG_CONFIG_PATH=$work/prefix/lib/pkgconfig
prints_samples cargo run --quiet
[[ -z $(loads installed) ]] || fail "the program needs libperfc.so.0, which it can't find"

say "installed where the dynamic linker looks"
library=$work/prefix/lib/libperfc.so.0
# The machine's own cache of libraries stays as it is.
/sbin/ldconfig -C "$work/ld.so.cache" "$work/prefix/lib" 2>/dev/null
linker=(unshare --mount)
[[ $EUID -eq 0 ]] || linker=(unshare --map-root-user --mount)
linker+=(sh -c "mount --bind '$work/ld.so.cache' /etc/ld.so.cache && exec \"\$@\"" sh)
# cargo doesn't know that there is another cache.
cargo clean --quiet -p perfc-sys
prints_samples "${linker[@]}" cargo run --quiet
[[ $("${linker[@]}" ldd "$work/target/debug/installed") == *"=> $library "* ]] ||
  fail "the program doesn't load $library"
PERFC_STATIC=1 prints_samples "${linker[@]}" cargo run --quiet
[[ -z $(loads installed) ]] || fail "the program needs libperfc.so.0"

say "instead of what the crate has: libperfc.so under a prefix, by an rpath"
cd "$work/vendored"
export RUSTFLAGS="-C link-arg=-Wl,-rpath,$work/prefix/lib" PERFC_STATIC=0
PERFC_NO_VENDOR=1 prints_samples cargo run --quiet
[[ $(loads vendored) == "$library" ]] || fail "the program doesn't load $library"
unset PKG_CONFIG_PATH
PERFC_LIB_DIR=$work/prefix/lib prints_samples cargo run --quiet
[[ $(loads vendored) == "$library" ]] || fail "the program doesn't load $library"
unset RUSTFLAGS PERFC_STATIC

say "loaded at run time"
project loaded --no-default-features --features dlopen
PERFC_LIB_DIR=$work/prefix/lib prints_samples cargo run --quiet
! "$work/target/debug/loaded" 2>"$work/why" || fail "the program finds a libperfc.so.0"
grep -q "tried libperfc.so.0" "$work/why" || fail "$(cat "$work/why")"

say "no library at all"
cd "$work/installed"
! PKG_CONFIG_PATH='' cargo build --quiet 2>"$work/why" || fail "the build finds a libperfc"
grep -q "feature \`vendored\`" "$work/why" || fail "$(cat "$work/why")"
! PERFC_LIB_DIR=/nonexistent cargo build --quiet 2>"$work/why" || fail "the build finds a libperfc"
grep -q "PERFC_LIB_DIR=/nonexistent: there is no libperfc.so" "$work/why" || fail "$(cat "$work/why")"

arm64=aarch64-unknown-linux-gnu
if [[ -d $(rustc --print target-libdir --target "$arm64") ]] &&
  command -v aarch64-linux-gnu-g++ qemu-aarch64-static >/dev/null; then
  say "compiled from the crate for arm64"
  project arm64
  cat >src/main.rs <<'END'
fn main() {
    println!("{}", perfc::version().unwrap());
}
END
  export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
  export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER="qemu-aarch64-static -L /usr/aarch64-linux-gnu"
  cargo run --quiet --target "$arm64" >"$work/told"
  [[ $(head -n 1 "$work/told") == "$(sed -n 's/^version = //p' "$root/bindings/rust/Cargo.toml" | tr -d '"')" ]] ||
    fail "$(cat "$work/told")"
else
  say "no Rust, or no g++, for arm64"
fi

say "test/packages/rust: all passed"
