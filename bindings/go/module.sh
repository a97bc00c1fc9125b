#!/bin/bash
# module.sh PATH VERSION LIBS_X86_64 LIBS_AARCH64 OUT: the module as it is released, with the
# import path PATH and the libperfc.a and libperfc-profile.a of both folders inside, so that a program needs nothing
# but Go and a C compiler. OUT becomes a module proxy that serves it: GOPROXY=file://OUT. The
# same inputs give the same bytes; $SOURCE_DATE_EPOCH or else the last commit is the time.
set -euo pipefail
usage='usage: module.sh PATH VERSION LIBS_X86_64 LIBS_AARCH64 OUT'
path=${1:?$usage} version=${2:?$usage}
x86_64=$(realpath "${3:?$usage}") aarch64=$(realpath "${4:?$usage}") out=$(realpath -m "${5:?$usage}")
[[ $version == v[0-9]* ]] || { echo "module.sh: $version isn't a version of Go's, such as v0.1.0" >&2; exit 2; }
cd "$(dirname "${BASH_SOURCE[0]}")"
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT

# Most tests compare with other modules or need the repository, so they stay here.
packages=(perfc profile perf perfutils perfreader perfevent internal/memory internal/bridge)
mapfile -t files < <(git ls-files -- go.mod go.sum README.md examples "${packages[@]}" \
  ':!*_test.go' ':!*/testdata/*' && git ls-files -- '*/example*_test.go')
cp --parents "${files[@]}" "$tree"
cp ../../LICENSE ../../THIRD_PARTY "$tree"
# The package's folder has the name that the headers' #include lines begin with. Vendoring
# keeps all files of a package's folder, but no folder without Go files.
cp ../../include/perfc/*.h "$tree/perfc"
rm "$tree/perfc/profile.h"
# Those of profile lie in its folder, and so have shorter names.
cp ../../include/perfc/profile.h ../../include/perfc/profile/*.h "$tree/profile"
sed -i -E 's#(include [<"])perfc/profile/#\1profile/#' "$tree"/profile/*.h
sed -i -E 's#(include [<"])perfc/profile\.h#\1profile/profile.h#' "$tree"/profile/*.go

# link_static PACKAGE LIBRARY OTHERS: the archives become a part of the package.
link_static() {
  cp "$x86_64/$2.a" "$tree/$1/$2_linux_amd64.a"
  cp "$aarch64/$2.a" "$tree/$1/$2_linux_arm64.a"
  cat >"$tree/$1/link_static.go" <<GO
//go:build !perfc_shared

package $1

/*
#cgo CFLAGS: -I\${SRCDIR}/..
#cgo linux,amd64 LDFLAGS: \${SRCDIR}/$2_linux_amd64.a${3:+ \${SRCDIR\}/../$3_linux_amd64.a} -lm -ldl -lpthread
#cgo linux,arm64 LDFLAGS: \${SRCDIR}/$2_linux_arm64.a${3:+ \${SRCDIR\}/../$3_linux_arm64.a} -lm -ldl -lpthread

#if !defined(__linux__) || !(defined(__x86_64__) || defined(__aarch64__))
#error "This module has libperfc for Linux on x86-64 and arm64. Install libperfc and build with -tags perfc_shared."
#endif
*/
import "C"
GO
}
link_static perfc libperfc ""
link_static profile libperfc-profile perfc/libperfc
sed -i "s|^module libperfc$|module $path|" "$tree/go.mod"
names=$(IFS='|' && echo "${packages[*]}")
find "$tree" \( -name '*.go' -o -name '*.md' \) -exec \
  sed -i -E -e "s#(^|[^/[:alnum:]])libperfc/($names)\b#\1$path/\2#g" -e "s#go get libperfc@#go get $path@#" \
  -e "s#(go get $path[^@ ]*)@.*#\1@$version#" {} +

# A proxy's folders are in small letters, with ! before those that were capital.
proxy=$out/$(sed 's/[A-Z]/!\L&/g' <<<"$path")/@v
mkdir -p "$proxy"
cp "$tree/go.mod" "$proxy/$version.mod"
time=$(date --utc --date="@${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}" +%Y-%m-%dT%H:%M:%SZ)
printf '{"Version":"%s","Time":"%s"}\n' "$version" "$time" >"$proxy/$version.info"
python3 - "$tree" "$path@$version" "$proxy/$version.zip" <<'PY'
import pathlib
import sys
import zipfile

tree, root, target = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]
with zipfile.ZipFile(target, "w") as archive:
    for file in sorted(path for path in tree.rglob("*") if path.is_file()):
        # An entry that is made by its name alone has a fixed date and fixed permissions.
        entry = zipfile.ZipInfo(f"{root}/{file.relative_to(tree)}")
        archive.writestr(entry, file.read_bytes(), zipfile.ZIP_DEFLATED, 9)
PY
find "$proxy" -name '*.info' -printf '%f\n' | sed 's/\.info$//' | sort --version-sort >"$proxy/list"
