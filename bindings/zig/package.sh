#!/bin/bash
# bindings/zig/package.sh FOLDER: makes FOLDER/perfc-zig-VERSION.tar.gz, which `zig
# fetch` takes: the binding with libperfc's sources. The same sources give the same
# bytes.
set -euo pipefail
out=$(realpath "${1:?usage: bindings/zig/package.sh FOLDER}")
cd "$(dirname "${BASH_SOURCE[0]}")"
version=$(sed -n 's/^    \.version = "\(.*\)",$/\1/p' build.zig.zon)
name=perfc-zig-$version
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir -p "$out" "$work/$name"
git ls-files -z -- build.zig build.zig.zon README.md examples src test vectors |
  xargs -0 cp --parents -t "$work/$name"
cp ../../LICENSE "$work/$name"
../../tools/bundle "$work/$name/vendor"

# list CONDITION...: the sources that find finds so, as a list of Zig's.
list() {
  (cd "$work/$name/vendor" && find impl abseil zstd "$@" | LC_ALL=C sort |
    sed -e '1i .{' -e 's/.*/    "&",/' -e '$a }')
}
list -name '*.cc' ! -path 'impl/static/*' ! -path 'impl/profile/*' >"$work/$name/sources.zon"
list \( -path 'impl/profile/*.cc' -o -path 'zstd/*.[cS]' \) >"$work/$name/profile_sources.zon"

tar --create --directory "$work" --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner \
  --mode=u=rwX,go=rX "$name" | gzip --best --no-name >"$out/$name.tar.gz"
echo "$out/$name.tar.gz"
