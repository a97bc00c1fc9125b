#!/bin/bash
# bindings/test.sh LANGUAGE [PREFIX]: the tests of one binding, against the
# libperfc that is installed under PREFIX, or else is built and installed for it.
set -euo pipefail
usage() {
  echo "usage: bindings/test.sh LANGUAGE [PREFIX]" >&2
  exit 2
}
[[ $# -ge 1 && $# -le 2 ]] || usage
cd "$(dirname "${BASH_SOURCE[0]}")"
[[ -x $1/test.sh ]] || usage
prefix=${2-}
if [[ -z $prefix ]]; then
  prefix=$(mktemp -d)
  trap 'rm -rf "$prefix"' EXIT
  ../tools/install --prefix "$prefix"
fi
"$1/test.sh" "$(realpath "$prefix")"
