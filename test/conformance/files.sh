#!/bin/bash
# files.sh PREFIX BY_COMM... -- COPY_FILE...
#
# The two programs of a binding about perf.data files: by_comm counts a file's samples by the names of
# their threads, copy_file copies a file with the samples of one process. With the libraries that are
# installed under PREFIX. Exit code 77: libperfc-profile isn't among them.
set -euo pipefail
prefix=$(realpath "$1")
shift
by_comm=()
while [[ $1 != -- ]]; do
  by_comm+=("$1")
  shift
done
copy_file=("${@:2}")
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
if [[ ! -e $prefix/include/perfc/profile.h ]]; then
  echo "SKIP: libperfc-profile isn't installed"
  exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cc -I"$prefix/include" "$here/files.c" -o "$work/files" -L"$prefix/lib" -Wl,-rpath,"$prefix/lib" \
  -lperfc-profile -lperfc
"$work/files" "$work/perf.data"

# counts FILE LINE...: the program prints these lines, whatever their order.
counts() {
  "${by_comm[@]}" "$1" | sed 's/^ *//' | sort | diff - <(printf '%s\n' "${@:2}" | sort)
}

counts "$work/perf.data" "8  alpha" "2  beta"
"${copy_file[@]}" "$work/perf.data" "$work/copy" 20 | grep -qE '^[0-9]+ records, [0-9]+ bytes$'
counts "$work/copy" "2  beta"
# Not silently over what is there.
if "${copy_file[@]}" "$work/perf.data" "$work/copy" 2>"$work/words"; then exit 1; fi
grep -q EEXIST "$work/words"
echo "files: counted and copied"
