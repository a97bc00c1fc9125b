# Sourced by the tests of the Go module: makes a proxy that has the module as it is released, and
# sets the go command up so that nothing installed is used.
#
#   $work         a folder that is removed at the end
#   $work/prefix  an installation, for -tags perfc_shared
#   $path         the module's path
#   $version      its version
#   $checkout     the repository
checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$checkout"
go_path=$PATH:/usr/local/go/bin:/usr/lib/go/bin
for tool in go aarch64-linux-gnu-gcc qemu-aarch64-static; do
  PATH=$go_path command -v "$tool" >/dev/null || { echo "SKIP: no $tool"; exit 77; }
done
unset PKG_CONFIG_PATH LD_LIBRARY_PATH CGO_CFLAGS CGO_LDFLAGS
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
  echo "go: $1"
  [[ $# -eq 1 ]] || cat "$2"
  exit 1
}

for arch in x86_64 aarch64; do
  tools/portable "$arch" "$work/$arch" >&2
done
tools/install --prefix "$work/prefix" >&2
PATH=$go_path  # Bazel would build everything again for another PATH.

# Capital letters are written in another way in a proxy. The path ends as the repository's own.
path=example.org/Observe/libperfc version=v0.1.0
for out in proxy again; do
  bindings/go/module.sh "$path" "$version" "$work/x86_64/lib" "$work/aarch64/lib" "$work/$out"
done
diff -r "$work/proxy" "$work/again" || fail "the second module differs from the first"

# The go command has fetched some of the other modules before. Ours is in no checksum database.
cached=$(go env GOMODCACHE)/cache/download
GOPROXY=file://$work/proxy,file://$cached,$(go env GOPROXY)
export GOPROXY GOMODCACHE=$work/modules GOFLAGS="-modcacherw -buildvcs=false" GOSUMDB=off
# Nothing may ask for an installed library.
export PKG_CONFIG=false

# project NAME MODULE: a new module that uses the module.
project() {
  mkdir "$work/$1"
  cd "$work/$1"
  go mod init "$2" 2>/dev/null
  get "$path@$version"
}

get() { go get "$1" 2>"$work/output" || fail "go get $1 fails" "$work/output"; }

# module NAME: a file of the module as the go command has unpacked it.
module() { echo "$GOMODCACHE/example.org/!observe/libperfc@$version/$1"; }

# program FILE NUMBER: that program of one of the module's READMEs.
program() { "$checkout/test/docs/block.sh" "$(module "$1")" go "$2"; }
