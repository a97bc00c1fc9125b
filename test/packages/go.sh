#!/bin/bash
# The Go module as it is released: `go get`, `go run`, vendoring and cross builds with nothing
# but Go and a C compiler; with -tags perfc_shared an installed library.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/go_proxy.bash"

# prints COMMAND...: the command prints samples.
prints() {
  "$@" >"$work/output" 2>&1 || fail "$* fails" "$work/output"
  grep -qE '^thread [0-9]+ at \[0x[0-9a-f]+' "$work/output" || fail "$* prints no samples" "$work/output"
}

mkdir "$work/first"
cd "$work/first"
"$checkout/test/docs/getting_started.py" Go | sed "s|libperfc/perfc|$path/perfc|" >"$work/script"
sh "$work/script" >"$work/output" 2>&1 || fail "docs/getting-started.md fails" "$work/output"
grep -qx '[1-9][0-9]* page faults' "$work/output" || fail "docs/getting-started.md counts nothing" "$work/output"

project user scratch
program README.md 1 >main.go
prints go run .
grep -q "go get $path/perfc@$version" "$(module README.md)" || fail "README.md doesn't name the module"
grep -rhE '^    go get ' --include=README.md "$(module .)" | grep -vE "^    go get $path(/perfc)?@$version$" \
  >"$work/output" && fail "the READMEs get another module" "$work/output"
go mod verify >/dev/null
get "$path/...@$version"
go vet "$path/..." || fail "go vet complains"
[[ -z $(gofmt -l "$(module perfc)") ]] || fail "link_static.go isn't formatted"
go build -o program .
if [[ $(ldd program) == *perfc* ]]; then fail "the program needs a libperfc"; fi
prints go run -buildmode=pie .
go build -ldflags '-linkmode external -extldflags -static' -o static . 2>"$work/output" ||
  fail "no static program" "$work/output"
[[ $(readelf --dynamic static) == *"no dynamic section"* ]] || fail "the static program needs libraries"
prints ./static
cat >shared.go <<'GO'
package main

import "C"

//export samples
func samples() { main() }
GO
go build -buildmode=c-shared -o libsamples.so . || fail "no shared library"
printf 'extern void samples(void);\nint main(void) { samples(); return 0; }\n' >main.c
cc main.c -o from_c ./libsamples.so && prints ./from_c
rm main.c shared.go

go mod vendor
for file in perfc.h libperfc_linux_amd64.a libperfc_linux_arm64.a; do
  [[ -s vendor/$path/perfc/$file ]] || fail "vendoring loses $file"
done
prints env GOPROXY=off GOFLAGS=-mod=vendor go run .
rm -r vendor

if CGO_ENABLED=0 go build . 2>"$work/output" || ! grep -q 'undefined: libperfc_needs_cgo_see_README$' "$work/output"; then
  fail "without cgo the error isn't README.md's" "$work/output"
fi
if sed -n '/^#if/,/^#endif/p' "$(module perfc/link_static.go)" |
  cc -U__x86_64__ -E - >"$work/output" 2>&1 || ! grep -q 'build with -tags perfc_shared' "$work/output"; then
  fail "another architecture has no clear error" "$work/output"
fi

program README.md 3 >main.go
go run . >"$work/output" || fail "README.md's program with a context fails" "$work/output"
grep -qE '^thread [0-9]+: [0-9]+ samples$' "$work/output" || fail "it prints no samples" "$work/output"
program README.md 1 >main.go

# Another module that uses the module, and a program that knows only the former.
project library example.org/library
program README.md 1 | sed 's/^package main/package library/; s/^func main()/func Samples()/' >library.go
mkdir "$work/transitive"
cd "$work/transitive"
go mod init scratch 2>/dev/null
cat >main.go <<'GO'
package main

import "example.org/library"

func main() { library.Samples() }
GO
go mod edit -require example.org/library@v0.0.0 -replace "example.org/library=$work/library"
go mod tidy 2>"$work/output" || fail "go mod tidy fails" "$work/output"
prints go run .

# A program for arm64, which qemu-user runs: it has no perf events.
project cross scratch
cat >main.go <<GO
package main

import (
	"fmt"
	"runtime"

	"$path/perfc"
)

func main() {
	attr := perfc.Attr{SampleType: perfc.SAMPLE_IP | perfc.SAMPLE_TID}
	plan, err := perfc.NewPlan(attr.Bytes(), nil, perfc.BYTE_ORDER_NATIVE)
	if err != nil {
		panic(err)
	}
	record := perfc.NewRecord(plan, perfc.RECORD_SAMPLE, 0, []byte{
		9, 0, 0, 0, 0, 0, 24, 0, 0xef, 0xbe, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0,
	})
	sample, err := record.Sample()
	fmt.Printf("%s %#x %d %d %v\n", runtime.GOARCH, sample.IP, sample.PID, sample.TID, err)
}
GO
GOARCH=arm64 CGO_ENABLED=1 CC=aarch64-linux-gnu-gcc go build -o program . || fail "no program for arm64"
qemu-aarch64-static -L /usr/aarch64-linux-gnu ./program >"$work/output"
diff - "$work/output" <<<'arm64 0xbeef 1 2 <nil>' || fail "arm64 decodes otherwise"

# The shared library of a prefix.
unset PKG_CONFIG
export PKG_CONFIG_PATH=$work/prefix/lib/pkgconfig
cd "$work/user"
go build -tags perfc_shared -o shared .
[[ $(ldd shared) == *"libperfc.so.0 => not found"* ]] || fail "-tags perfc_shared doesn't load the library"
prints env LD_LIBRARY_PATH="$work/prefix/lib" ./shared
prints env CGO_LDFLAGS="-Wl,-rpath,$work/prefix/lib" go run -tags perfc_shared .
size=$(stat -c %s "$work"/proxy/example.org/*/libperfc/@v/*.zip)
echo "go: all passed; the module's zip has $((size / 1000)) kB"
