#!/bin/bash
# bindings/zig/zig.sh ARGUMENT...: a Zig that the binding is tested with, of the
# package `ziglang`, kept in a cache directory: the oldest that is supported, or the
# one of PERFC_ZIG, "oldest", "previous", "newest" or a version. Exit code 77: it can't be had.
set -euo pipefail
case ${PERFC_ZIG:-oldest} in
  oldest) version=0.15.2 ;;
  previous) version=0.16.0 ;;
  newest) version=0.17.1 ;;
  *) version=$PERFC_ZIG ;;
esac
venv=${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/perfc/zig-$version
if [[ ! -e $venv/complete ]]; then
  rm -rf "$venv"
  mkdir -p "$(dirname "$venv")"
  if ! python3 -m venv "$venv" || ! "$venv/bin/pip" install --quiet "ziglang==$version"; then
    rm -rf "$venv"
    echo "SKIP: pip can't install ziglang $version"
    exit 77
  fi
  touch "$venv/complete"
fi
exec "$venv/bin/python" -m ziglang "$@"
