#!/bin/bash
# bindings/python/test.sh PREFIX: the binding's tests, with the libperfc that was installed under
# PREFIX (tools/install --prefix). The packages that the tests need are kept in a cache directory.
#
# Exit code 77: skipped, because no package registry can be reached.
set -euo pipefail
prefix=$(realpath "${1:?usage: bindings/python/test.sh PREFIX}")
cd "$(dirname "${BASH_SOURCE[0]}")"

version=$(cat requirements.txt <(python3 --version) | sha256sum | cut -c1-16)
cache=${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/perfc
venv=$cache/python-$version
if [[ ! -e $venv/complete ]]; then
  rm -rf "$venv"
  mkdir -p "$cache"
  python3 -m venv "$venv"
  if ! "$venv/bin/pip" install --quiet --requirement requirements.txt; then
    rm -rf "$venv"
    echo "SKIP: pip can't install bindings/python/requirements.txt"
    exit 77
  fi
  touch "$venv/complete"
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export PYTHONDONTWRITEBYTECODE=1
python3 tools/generate.py --check
"$venv/bin/mypy" --cache-dir "$scratch/mypy" src/perfc vectors examples bench

# The tests are of what a user installs: the wheel, built from a copy.
cp -r pyproject.toml setup.py README.md src "$scratch"
PERFC_PREFIX=$prefix "$venv/bin/pip" wheel --quiet --no-deps --no-build-isolation \
  --wheel-dir "$scratch/wheel" "$scratch"
wheel=$(echo "$scratch"/wheel/*.whl)
"$venv/bin/pip" install --quiet --no-deps --no-index --target "$scratch/installed" "$wheel"

PERFC_WHEEL=$wheel PERFC_PREFIX=$prefix PYTHONPATH=$scratch/installed \
  "$venv/bin/python" -m pytest -p no:cacheprovider --basetemp "$scratch/pytest" "${@:2}"
