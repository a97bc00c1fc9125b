#!/bin/bash
# A project with nothing but Zig takes the binding by `zig fetch`, as an archive and as
# a folder, and its program samples itself: zig compiles libperfc. With each Zig
# that is supported; for another machine too.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
zig=$root/bindings/zig/zig.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset PKG_CONFIG_PATH LD_LIBRARY_PATH
export ZIG_LOCAL_CACHE_DIR=$work/cache ZIG_GLOBAL_CACHE_DIR=$work/global

say() { echo "-- $*"; }
fail() { echo "$*" >&2; exit 1; }

# new_project NAME: with the README's build.zig and first program.
new_project() {
  local readme=$root/bindings/zig/README.md right
  mkdir -p "$work/$1/src"
  cd "$work/$1"
  "$root/test/docs/block.sh" "$readme" zig 1 >build.zig
  "$root/test/docs/block.sh" "$readme" zig 2 >src/main.zig
  cat >build.zig.zon <<'END'
.{
    .name = .scratch,
    .version = "0.0.0",
    .fingerprint = 0x7a1c8bc47b8c6f51,
    .paths = .{""},
}
END
  # The fingerprint is made of the name: Zig says which.
  right=$("$zig" build --help 2>&1 | sed -n 's/.*use this value: //p') || true
  [[ -z $right ]] || sed -i "s/fingerprint = .*,/fingerprint = $right,/" build.zig.zon
}

samples() {
  local count
  count=$(timeout 60 zig-out/bin/scratch 2>&1 | grep -cE '^[0-9a-f]+ ') || true
  [[ $count -gt 0 ]] || fail "$1: no samples"
  say "$1: $count samples"
}

status=0
version=$("$zig" version) || status=$?
[[ $status -eq 0 ]] || { echo "$version"; exit "$status"; }
archive=$("$root/bindings/zig/package.sh" "$work/package")
again=$("$root/bindings/zig/package.sh" "$work/again")
cmp "$archive" "$again" || fail "twice, the package has other bytes"

say "zig $version, the archive"
new_project oldest
"$zig" fetch --save=perfc "$archive"
grep -q '\.hash = "perfc-' build.zig.zon || fail "no hash was saved"
"$zig" build
samples "zig $version"
[[ $(readelf -dW zig-out/bin/scratch) != *libperfc* ]] || fail "it needs a libperfc"

say "zig $version, for arm64 with musl"
"$zig" build -Dtarget=aarch64-linux-musl
[[ $(readelf -h zig-out/bin/scratch) == *AArch64* ]] || fail "not for arm64"
# There are no perf events under qemu-user: the library says so.
if command -v qemu-aarch64-static >/dev/null; then
  told=$(qemu-aarch64-static zig-out/bin/scratch 2>&1) || true
  [[ $told == *perf_event_open* ]] || fail "not our error text: $told"
fi

say "zig $version, docs/getting-started.md"
mkdir -p "$work"/{started/scratch,bin}
cp "$archive" "$work/started/scratch"
printf '#!/bin/sh\nexec "%s" "$@"\n' "$zig" >"$work/bin/zig"
chmod +x "$work/bin/zig"
cd "$work/started/scratch"
"$root/test/docs/getting_started.py" Zig | PATH=$work/bin:$PATH sh >"$work/told" 2>&1 ||
  fail "$(cat "$work/told")"
grep -qx '[1-9][0-9]* page faults' "$work/told" || fail "$(cat "$work/told")"

say "zig $version, an installed library"
"$root/tools/install" --prefix "$work/prefix" >/dev/null
cd "$work/oldest"
PKG_CONFIG_PATH=$work/prefix/lib/pkgconfig "$zig" build -fsys=perfc
samples "zig $version"
[[ $(readelf -dW zig-out/bin/scratch) == *'[libperfc.so.0]'* ]] || fail "it has a libperfc of its own"

export PERFC_ZIG=previous
version=$("$zig" version)
say "zig $version, a folder of the project"
new_project previous
tar --extract --file "$archive"
path=$(sed -n 's/^    \(\.perfc = .*\),$/\1/p' "$root/bindings/zig/README.md")
sed -i "s|^    .paths|    .dependencies = .{ $path },\n&|" build.zig.zon
"$zig" build
samples "zig $version"

export PERFC_ZIG=newest
version=$("$zig" version)
say "zig $version, a folder elsewhere"
tar --extract --directory "$work" --file "$archive"
new_project newest
"$zig" fetch --save=perfc "$work"/perfc-zig-*
"$zig" build -Doptimize=ReleaseFast
samples "zig $version"
