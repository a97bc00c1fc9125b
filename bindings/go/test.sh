#!/bin/bash
# test.sh PREFIX: the tests of the Go packages against the libperfc that is
# installed there. Exit code 77: no Go, or one that is too old.
set -euo pipefail
prefix=${1:?usage: test.sh PREFIX}
cd "$(dirname "${BASH_SOURCE[0]}")"
PATH=$PATH:/usr/local/go/bin:/usr/lib/go/bin
wanted=$(sed -n 's/^go //p' go.mod)
version=$(GOTOOLCHAIN=local go env GOVERSION 2>/dev/null | sed 's/^go//') || true
if ! printf '%s\n' "$wanted" "${version:-0}" | sort --check=silent --version-sort; then
  echo "SKIP: no Go of $wanted or newer, but ${version:-none}"
  exit 77
fi
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig
# What pkg-config says isn't in the key of Go's cache.
export CGO_LDFLAGS=-L$prefix/lib
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

[[ -z $(gofmt -l .) ]] || { echo "not formatted: $(gofmt -l .)"; exit 1; }

# All packages but those that need a library which isn't installed.
packages=(./...)
if [[ ! -e $prefix/include/perfc/profile.h ]]; then
  echo "without package profile: there is no libperfc-profile"
  mapfile -t packages < <(go list ./... | grep -vE '/(profile|bycomm|copyfile)$')
fi
go vet "${packages[@]}"

# Every exported function is there.
while read -r name; do
  grep -rqw "$name" perfc || { echo "perfc lacks $name"; exit 1; }
done <../../test/linkage/exports.txt
while read -r name; do
  grep -rqw "$name" profile || { echo "profile lacks $name"; exit 1; }
done <../../test/linkage/profile_exports.txt

go test -timeout 5m -race "${packages[@]}"
# Every pointer that crosses over is looked at; go test can't be told so. This run loads the
# shared library, the one above is linked with the archive.
GOEXPERIMENT=cgocheck2 LD_LIBRARY_PATH=$prefix/lib go test -tags perfc_shared -timeout 5m "${packages[@]}"

# The test kit takes the place of a shared library only.
export LD_LIBRARY_PATH=$prefix/lib
go build -tags perfc_shared -o "$scratch/vectors" ./internal/vectors
../../test/conformance/run.py "go=$scratch/vectors"
../../test/conformance/aux.sh "$prefix" "$scratch/vectors"
unset LD_LIBRARY_PATH  # What follows carries the library.

# What the kernel doesn't let us is no failure of ours.
for example in count sample trace; do
  go run "./examples/$example" >"$scratch/output" 2>&1 ||
    grep -qE 'EACCES|EPERM|ENOENT' "$scratch/output" || { cat "$scratch/output"; exit 1; }
  [[ -s $scratch/output ]] || { echo "$example prints nothing"; exit 1; }
done

if [[ ${packages[0]} == ./... ]]; then
  for example in bycomm copyfile; do
    go build -o "$scratch/$example" "./examples/$example"
  done
  ../../test/conformance/files.sh "$prefix" "$scratch/bycomm" -- "$scratch/copyfile"
fi

# Without a shared library, not even libc.
go build -ldflags '-linkmode external -extldflags -static' -o "$scratch/static" ./examples/count 2>"$scratch/output" ||
  { cat "$scratch/output"; exit 1; }
[[ $(readelf --dynamic "$scratch/static") == *"no dynamic section"* ]] || { echo "static: it needs libraries"; exit 1; }
"$scratch/static" >"$scratch/output" 2>&1 ||
  grep -qE 'EACCES|EPERM' "$scratch/output" || { cat "$scratch/output"; exit 1; }

# Without cgo: the error that README.md quotes.
error=$(grep -o 'libperfc_needs_cgo[A-Za-z_]*' README.md)
for package in perfc profile perf perfutils perfreader perfevent; do
  if CGO_ENABLED=0 go build "./$package" 2>"$scratch/output" ||
    ! grep -q "undefined: $error$" "$scratch/output"; then
    echo "$package without cgo:" && cat "$scratch/output" && exit 1
  fi
done

# A project of its own, as README.md tells.
mkdir "$scratch/project"
cp examples/count/main.go go.sum "$scratch/project"
module=$PWD
cd "$scratch/project"
go mod init scratch
go mod edit -require libperfc@v0.0.0 -replace "libperfc=$module"
GOFLAGS=-mod=mod go run . >"$scratch/output" 2>&1 ||
  grep -qE 'EACCES|EPERM' "$scratch/output" || { cat "$scratch/output"; exit 1; }
for number in 1 2 3; do
  "$module/../../test/docs/block.sh" "$module/README.md" go "$number" >main.go
  GOFLAGS=-mod=mod go run . >"$scratch/output" 2>&1 ||
    grep -qE 'EACCES|EPERM' "$scratch/output" || { cat "$scratch/output"; exit 1; }
  [[ -s $scratch/output ]] || { echo "README.md's program $number prints nothing"; exit 1; }
done
if [[ -e $prefix/include/perfc/profile.h ]]; then
  "$module/../../test/docs/block.sh" "$module/README.md" go 4 >main.go
  GOFLAGS=-mod=mod go vet .
fi
echo "bindings/go: all passed"
