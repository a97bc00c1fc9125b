#!/bin/bash
# Columns in the hands of pyarrow, DuckDB and polars: builds the library, keeps
# their packages in a cache directory, and runs the tests.
#
# Exit code 77: skipped, because no package registry can be reached.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

requirements=test/arrow/requirements.txt
version=$(cat "$requirements" <(python3 --version) | sha256sum | cut -c1-16)
cache=${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/perfc
venv=$cache/arrow-$version

if [[ ! -e $venv/complete ]]; then
  rm -rf "$venv"
  mkdir -p "$cache"
  python3 -m venv "$venv"
  if ! "$venv/bin/pip" install --quiet --requirement "$requirements"; then
    rm -rf "$venv"
    echo "SKIP: pip can't install $requirements"
    exit 77
  fi
  touch "$venv/complete"
fi

if [[ -z ${LIBPERFC:-} ]]; then
  bazel build --noshow_progress //:libperfc.so.0
  LIBPERFC=$(bazel info bazel-bin 2>/dev/null)/libperfc.so.0
fi
LIBPERFC=$LIBPERFC PYTHONPATH=test/arrow PYTHONDONTWRITEBYTECODE=1 \
  "$venv/bin/python" -m unittest "${@:-discover}" --start-directory test/arrow --pattern '*_test.py'
