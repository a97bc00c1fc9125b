#!/bin/bash
# bindings/python/build.sh wheel ARCH FOLDER OUT
#
# Makes OUT/perfc-VERSION-py3-none-manylinux_2_28_ARCH.whl with FOLDER/libperfc.so.0 and
# libperfc-profile.so.0. ARCH is x86_64 or aarch64. Fails if one of the libraries is missing, isn't
# for this architecture, or needs a newer glibc.
#
# bindings/python/build.sh sdist OUT
#
# Makes OUT/perfc-VERSION.tar.gz with the libraries' sources, which pip compiles.
#
# The same sources and libraries make the same bytes, which have the time SOURCE_DATE_EPOCH, or
# that of the last commit. Exit code 77: pip can't install the tools.
set -euo pipefail
usage() {
  echo "usage: bindings/python/build.sh wheel ARCH FOLDER OUT | sdist OUT" >&2
  exit 2
}
case ${1-} in
  wheel) [[ $# -eq 4 && $2 =~ ^(x86_64|aarch64)$ ]] || usage ;;
  sdist) [[ $# -eq 2 ]] || usage ;;
  *) usage ;;
esac
out=$(realpath -m "${!#}")
[[ $1 == sdist ]] || folder=$(realpath "$3")
cd "$(dirname "${BASH_SOURCE[0]}")"

status=0
venv=$(./venv.sh) || status=$?
if [[ $status -ne 0 ]]; then
  echo "$venv"
  exit "$status"
fi

umask 022
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/source" "$scratch/made"
cp -rL LICENSE THIRD_PARTY MANIFEST.in README.md examples pyproject.toml setup.py src "$scratch/source"
find "$scratch/source" -name __pycache__ -prune -exec rm -r {} +

# build WHAT OPTION...: a wheel or an sdist, into made. The log is for failures.
build() {
  local status=0
  "$venv/bin/python" -m build --no-isolation --outdir "$scratch/made" "$@" \
    "$scratch/source" >"$scratch/log" 2>&1 || status=$?
  [[ $status -eq 0 ]] || cat "$scratch/log" >&2
  return "$status"
}

make_sdist() {
  local name
  ../../tools/bundle "$scratch/source/libperfc"
  build --sdist
  name=$(basename "$scratch"/made/*.tar.gz .tar.gz)
  # setuptools writes the user and the moment into it.
  tar -C "$scratch/made" -xzf "$scratch/made/$name.tar.gz"
  tar -C "$scratch/made" --sort=name --format=ustar --owner=0 --group=0 --numeric-owner \
    --mode=u=rwX,go=rX --mtime="@$SOURCE_DATE_EPOCH" -cf - "$name" |
    gzip -9n >"$scratch/$name.tar.gz"
  mv "$scratch/$name.tar.gz" "$out"
}

# glibc_of: the newest glibc that a wheel's libraries need, by what auditwheel says. Nothing if they need
# a library that isn't there: the second one needs the first, which perfc has loaded by then.
glibc_of() {
  python3 -c '
import json, re, sys
told = json.load(sys.stdin)
found = re.fullmatch(rf"manylinux_2_(\d+)_{sys.argv[1]}", told["sym_tag"])
if found and set(told["external_libs"]) <= {"libperfc.so.0"}:
    print(found[1])
' "$1"
}

# make_wheel ARCH
make_wheel() {
  local plat=manylinux_2_28_$1 wheel newest library
  for library in libperfc.so.0 libperfc-profile.so.0; do
    [[ -e $folder/$library ]] || { echo "there is no $folder/$library" >&2; exit 1; }
  done
  PERFC_LIBRARY_FOLDER=$folder build --wheel "--config-setting=--build-option=--plat-name=$plat"
  wheel=$(echo "$scratch"/made/*.whl)
  "$venv/bin/auditwheel" show --json "$wheel" >"$scratch/audit"
  newest=$(glibc_of "$1" <"$scratch/audit")
  if [[ -z $newest || $newest -gt 28 ]]; then
    cat "$scratch/audit" >&2
    echo "the libraries of $folder aren't ones for $plat: tools/portable makes them" >&2
    exit 1
  fi
  mv "$wheel" "$out"
}

mkdir -p "$out"
"make_$1" "${2-}"
