#!/bin/bash
# test/packages/python.sh: the wheels of both architectures and the sdist, each installed by pip
# as a new user would, and the first program of bindings/python/README.md with them. The arm64
# wheel is tried by Debian's arm64 Python under qemu-user.
#
# Exit code 77: skipped, because pip or apt-get can't reach a registry, or there are no perf events.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
if [[ $(cat /proc/sys/kernel/perf_event_paranoid 2>/dev/null || echo 9) -gt 2 && $EUID -ne 0 ]]; then
  echo "SKIP: no perf events, or perf_event_paranoid > 2"
  exit 77
fi
status=0
tools=$(bindings/python/venv.sh) || status=$?
if [[ $status -ne 0 ]]; then
  echo "$tools"
  exit "$status"
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# wheel_of ARCH: the one wheel that was made for it.
wheel_of() {
  echo "$scratch"/made/perfc-*-py3-none-manylinux_2_28_"$1".whl
}

# build_twice: all packages; the same bytes each time, whatever the umask and the moment.
build_twice() {
  local arch name
  for arch in x86_64 aarch64; do
    tools/portable "$arch" "$scratch/$arch"
    bindings/python/build.sh wheel "$arch" "$scratch/$arch/lib" "$scratch/made"
    (umask 077 && bindings/python/build.sh wheel "$arch" "$scratch/$arch/lib" "$scratch/again")
  done
  bindings/python/build.sh sdist "$scratch/made"
  (umask 077 && bindings/python/build.sh sdist "$scratch/again")
  for name in "$scratch"/made/*; do
    cmp "$name" "$scratch/again/$(basename "$name")"
  done
  "$tools/bin/twine" check --strict "$scratch"/made/*
  for arch in x86_64 aarch64; do
    "$tools/bin/auditwheel" show --json "$(wheel_of "$arch")" >"$scratch/log"
    grep -E "\"overall_tag\": \"manylinux_2_(5|1[0-9]|2[0-8])_$arch\"" "$scratch/log"
  done
}

# install NAME FILE OPTION...: into a venv of that name, as pip does it for a new user.
install() {
  python3 -m venv "$scratch/$1"
  "$scratch/$1/bin/pip" install --quiet --disable-pip-version-check "${@:3}" "$2"
}

# runs NAME: with that venv, README.md's program prints samples, and the package's own library
# was loaded.
runs() {
  local python=$scratch/$1/bin/python lines library
  lines=$(cd "$scratch" && "$python" program.py | grep -c 's: thread [0-9]* at 0x')
  library=$(cd "$scratch" && "$python" -c 'import perfc; print(perfc.library_path)')
  echo "$1: $lines samples, by $library"
  [[ $lines -gt 0 && $library == "$scratch/$1"/lib/*/site-packages/perfc/libperfc.so.0 ]]
}

try_wheel() {
  install wheel "$(wheel_of x86_64)" --no-index
  runs wheel
}

# docs/getting-started.md, where pip finds what was made instead of what was published.
try_getting_started() {
  mkdir "$scratch/started"
  (cd "$scratch/started" && "$1/test/docs/getting_started.py" Python |
    PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INDEX=1 PIP_FIND_LINKS="$scratch/made" sh) | tee "$scratch/log"
  grep -qx '[1-9][0-9]* page faults' "$scratch/log"
}

# The compiler's absence is said; with one, the sdist works.
try_sdist() {
  local sdist
  sdist=$(echo "$scratch"/made/perfc-*.tar.gz)
  if CXX=no-such-compiler install sdist "$sdist" --no-binary perfc 2>"$scratch/log"; then
    echo "the sdist was installed without a compiler" >&2
    return 1
  fi
  grep 'error: there is no C++ compiler' "$scratch/log"
  install sdist "$sdist" --no-binary perfc
  runs sdist
}

# apt_get COMMAND...: with lists and a cache of its own, of arm64.
apt_get() {
  (cd "$scratch/arm64" && apt-get -qq -o APT::Architecture=arm64 -o APT::Architectures=arm64 \
    -o Dir::State="$scratch/arm64/state" -o Dir::State::status="$scratch/arm64/status" \
    -o Dir::Cache="$scratch/arm64/cache" -o APT::Sandbox::User="$(id -un)" "$@")
}

# Debian's arm64 Python, unpacked and not installed.
unpack_arm64_python() {
  local file
  mkdir -p "$scratch/arm64"/{state,cache,root}
  touch "$scratch/arm64/status"
  apt_get update && apt_get download libc6 libexpat1 zlib1g libffi8 python3.11-minimal \
    libpython3.11-minimal libpython3.11-stdlib || return
  for file in "$scratch"/arm64/*.deb; do
    dpkg -x "$file" "$scratch/arm64/root"
  done
}

# There are no perf events under qemu-user: it decodes.
try_arm64() {
  local root=$scratch/arm64/root
  python3 -m zipfile -e "$(wheel_of aarch64)" "$scratch/arm64/wheel"
  PYTHONPATH=$scratch/arm64/wheel qemu-aarch64-static -L "$root" "$root/usr/bin/python3.11" - <<'END'
import platform, struct
import perfc
assert platform.machine() == "aarch64" and perfc.library_path.endswith("/wheel/perfc/libperfc.so.0")
sample = struct.pack("<IHHQ", perfc.RecordType.SAMPLE, 0, 16, 0x1234)
with perfc.Plan(perfc.Attr(sample_type=perfc.SampleType.IP)) as plan:
    print("arm64:", plan.view(sample).decode())
    assert plan.view(sample).decode().ip == 0x1234
END
}

test/docs/block.sh bindings/python/README.md python >"$scratch/program.py"
build_twice
checkout=$PWD
cd "$scratch"
try_wheel
try_getting_started "$checkout"
try_sdist
if ! unpack_arm64_python; then
  echo "SKIP: apt-get can't download arm64's Python; all else passed"
  exit 77
fi
try_arm64
