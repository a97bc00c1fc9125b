#!/bin/bash
# cross.sh LIBRARIES DIRECTORY: the tests of the Go packages for arm64, with the build of
# libperfc and libperfc-profile in LIBRARIES, as programs which DIRECTORY/perfc/run_tests
# runs where there is no Go.
set -euo pipefail
libraries=$(realpath "${1:?usage: cross.sh LIBRARIES DIRECTORY}")
out=$(realpath "${2:?usage: cross.sh LIBRARIES DIRECTORY}")/perfc
cd "$(dirname "${BASH_SOURCE[0]}")"
PATH=$PATH:/usr/local/go/bin:/usr/lib/go/bin
if ! command -v go >/dev/null; then
  echo "SKIP: no Go here"
  exit 77
fi

mkdir -p "$out/lib"
for library in libperfc libperfc-profile; do
  install "$libraries/$library.so.0" "$out/lib"
  ln -s "$library.so.0" "$out/lib/$library.so"
done
# Without pkg-config, which would want an installation.
export GOOS=linux GOARCH=arm64 CGO_ENABLED=1 CC=aarch64-linux-gnu-gcc PKG_CONFIG=true
export CGO_CFLAGS="-O2 -I$(realpath ../../include)" CGO_LDFLAGS="-L$out/lib -lperfc-profile -lperfc"

packages=()
for package in */; do
  compgen -G "$package*_test.go" >/dev/null || continue
  packages+=("${package%/}")
  mkdir "$out/${package%/}"
  go test -c -tags perfc_shared -o "$out/${package}tests" "./$package"
  [[ ! -d ${package}testdata ]] || cp -r "${package}testdata" "$out/$package"
done

# What needs the go command or the sources: what a package exports, which is the same
# everywhere, and tests of others with our packages.
cat >"$out/run_tests" <<SH
#!/bin/sh
export LD_LIBRARY_PATH=\$PWD/lib
failed=0
for package in ${packages[*]}; do
  echo "== \$package"
  (cd \$package && ./tests -test.timeout=3m '-test.skip=ExportedAPI|ExportedType|Upstream') || failed=1
done
exit \$failed
SH
chmod +x "$out/run_tests"
