#!/bin/bash
# bindings/python/venv.sh: prints where a virtual environment with requirements.txt
# is, kept in a cache directory. Exit code 77: pip can't install them, or there is
# no Python that is new enough.
set -euo pipefail
requirements=$(dirname "$(realpath "${BASH_SOURCE[0]}")")/requirements.txt
if ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
  echo "SKIP: no Python of 3.11 or newer"
  exit 77
fi
version=$(cat "$requirements" <(python3 --version) | sha256sum | cut -c1-16)
cache=${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/perfc
venv=$cache/python-$version
mkdir -p "$cache"
exec 9>"$venv.lock"
flock 9  # Two may want it at once.
if [[ ! -e $venv/complete ]]; then
  rm -rf "$venv"
  if ! python3 -m venv "$venv" >&2 ||
    ! "$venv/bin/pip" install --quiet --requirement "$requirements" >&2 ||
    ! "$venv/bin/pyright" --version >&2; then  # It fetches a node if there is none.
    rm -rf "$venv"
    echo "SKIP: pip can't install bindings/python/requirements.txt"
    exit 77
  fi
  touch "$venv/complete"
fi
echo "$venv"
