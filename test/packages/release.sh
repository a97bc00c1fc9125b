#!/bin/bash
# tools/release makes all files of a release; from another folder and with nothing built it
# makes the same bytes. What the other tests here don't try is tried: the archives of libraries
# and sources, the checksums, the SPDX list.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
. "$root/tools/debian.bash"
missing=$(why_no_debian)
if [[ -n $missing ]]; then echo "SKIP: $missing"; exit 77; fi
work=$(mktemp -d)
version=$(sed -n 's/^ "version": "\(.*\)",$/\1/p' "$root/bindings/abi.json")

clean_up() {
  local checkout
  for checkout in "$work"/checkout "$work"/another/checkout; do
    [[ ! -d $checkout ]] || (cd "$checkout" && bazel clean --expunge >/dev/null 2>&1) || true
  done
  rm -rf --one-file-system "$work"
}
trap clean_up EXIT

# release CHECKOUT OUT: of a clone of this repository's last commit.
release() {
  git clone --quiet "$root" "$1"
  (umask 077 && "$1/tools/release" "$version" --out="$2" --go-module=example.org/perfc) >"$work/log" 2>&1 ||
    { tail -n 40 "$work/log"; return 1; }
}

release "$work/checkout" "$work/release"
cd "$work/release"
ls -lR
for file in "libperfc-$version"{,-linux-x86_64,-linux-aarch64}.tar.gz perfc-"$version".tar.gz \
  perfc{,-sys}-"$version".crate perfc-zig-"$version".tar.gz "libperfc-$version.spdx.json" \
  perfc-"$version"-py3-none-manylinux_2_28_{x86_64,aarch64}.whl debian/libperfc_"$version".{dsc,tar.xz} \
  debian/{libperfc0,libperfc-dev,libperfc-profile0,libperfc-profile-dev,perfc}_"$version"_{amd64,arm64}.deb debian/python3-perfc_"$version"_all.deb \
  goproxy/example.org/perfc/@v/v"$version".{info,mod,zip}; do
  [[ -s $file ]] || { echo "there is no $file"; exit 1; }
done
sha256sum --check --quiet SHA256SUMS
[[ $(find . -type f | wc -l) -eq $(($(wc -l <SHA256SUMS) + 1)) ]]

echo "=== the libraries"
mkdir "$work/unpacked"
tar -xf "libperfc-$version-linux-x86_64.tar.gz" -C "$work/unpacked" --strip-components=1
export PKG_CONFIG_PATH=$work/unpacked/lib/pkgconfig
# shellcheck disable=SC2046
cc "$root/examples/five_verbs.c" $(pkg-config --cflags --libs perfc) -o "$work/program"
LD_LIBRARY_PATH=$work/unpacked/lib "$work/program" | grep -x '[1-9][0-9]* samples'
# shellcheck disable=SC2046
cc "$root/test/linkage/profile_program.c" $(pkg-config --cflags --libs perfc-profile) -o "$work/program"
LD_LIBRARY_PATH=$work/unpacked/lib "$work/program"

echo "=== docs/install.md: from the files, in projects, and removing"
# commands PATTERN: the block of commands with such a line.
commands() {
  awk -v wanted="$1" '/^```$/ { if (on && text ~ wanted) print text; on = !on; text = ""; next } on { text = text $0 "\n" }' \
    "$root/docs/install.md"
}
export FILES=$work/release MODULE=example.org/perfc
(
  cargo new --quiet --vcs none "$work/crates"
  cd "$work/crates"
  commands 'cargo add' | sh -eu
  "$root/test/docs/block.sh" "$root/bindings/rust/README.md" rust >src/main.rs
  PERFC_LIB_DIR=$work/unpacked/lib cargo run --quiet >"$work/samples"
  grep '^ *0x[0-9a-f]' "$work/samples" >/dev/null
)
(
  mkdir "$work/module"
  cd "$work/module"
  export PATH=$PATH:/usr/local/go/bin:/usr/lib/go/bin GOMODCACHE=$work/modules GOFLAGS=-modcacherw
  go mod init scratch
  eval "$(commands 'go get')"
  "$root/test/docs/block.sh" "$root/bindings/go/README.md" go | sed "s,\"libperfc/,\"$MODULE/," >main.go
  go run . | grep '^thread [0-9]' >/dev/null
)
tar -tf "libperfc-$version-linux-x86_64.tar.gz" | grep -v '/$' | sed "s,^[^/]*,$work/unpacked," | xargs rm
if find "$work/unpacked" ! -type d | grep .; then exit 1; fi

echo "=== the SPDX list"
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check spdx-tools==0.8.3
"$work/venv/bin/pyspdxtools" --infile "libperfc-$version.spdx.json"
python3 - "libperfc-$version.spdx.json" <<'END'
import json
import sys
told = json.load(open(sys.argv[1]))
names = {entry["fileName"].removeprefix("./"): entry["checksums"][1]["checksumValue"]
         for entry in told["files"]}
sums = dict(reversed(line.split()) for line in open("SHA256SUMS"))
own = sums.pop(sys.argv[1])
assert own and names == sums, set(names) ^ set(sums)
END

echo "=== twice"
mkdir "$work/another"
release "$work/another/checkout" "$work/again"
diff -r "$work/release" "$work/again"
echo "release: all passed; $(du -sh . | cut -f1) in $(wc -l <SHA256SUMS) files"
