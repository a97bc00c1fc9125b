#!/bin/bash
# bindings/python/test.sh PREFIX: the binding's tests, with the libperfc that was installed under
# PREFIX (tools/install --prefix). The packages that the tests need are kept in a cache directory.
#
# Exit code 77: skipped, because there is no Python of 3.11 or newer, or pip can't reach a registry.
set -euo pipefail
prefix=$(realpath "${1:?usage: bindings/python/test.sh PREFIX}")
cd "$(dirname "${BASH_SOURCE[0]}")"

status=0
venv=$(./venv.sh) || status=$?
if [[ $status -ne 0 ]]; then
  echo "$venv"
  exit "$status"
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export PYTHONDONTWRITEBYTECODE=1
"$venv/bin/mypy" --cache-dir "$scratch/mypy" src/perfc vectors examples bench tests/test_types.py
"$venv/bin/pyright" --pythonpath "$venv/bin/python"

# The tests are of what a user installs: the wheel, built from a copy.
cp -rL LICENSE THIRD_PARTY MANIFEST.in README.md pyproject.toml setup.py src "$scratch"
PERFC_LIBRARY_FOLDER=$prefix/lib "$venv/bin/pip" wheel --quiet --no-deps --no-build-isolation \
  --wheel-dir "$scratch/wheel" "$scratch"
wheel=$(echo "$scratch"/wheel/*.whl)
"$venv/bin/pip" install --quiet --no-deps --no-index --target "$scratch/installed" "$wheel"

export PERFC_WHEEL=$wheel PERFC_PREFIX=$prefix PYTHONPATH=$scratch/installed
"$venv/bin/pyright" --pythonpath "$venv/bin/python" --ignoreexternal --verifytypes perfc
../../test/conformance/run.py "python=$venv/bin/python vectors/vectors.py"
../../test/conformance/aux.sh "$prefix" "$venv/bin/python" vectors/vectors.py
../../test/conformance/files.sh "$prefix" "$venv/bin/python" examples/by_comm.py -- \
  "$venv/bin/python" examples/copy_file.py || [[ $? -eq 77 ]]
"$venv/bin/python" -m pytest -p no:cacheprovider --basetemp "$scratch/pytest" "${@:2}"
