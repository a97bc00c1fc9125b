#!/bin/bash
# docs/ffi.md: the module for Node, made from abi.json, has all functions; its program
# prints samples, and a failure is told in the library's words. Exit code 77: no Node,
# or npm can't reach a registry. PERFC_INSTALLED is where libperfc is installed, if it is.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PERFC_PREFIX=${PERFC_INSTALLED:-$work/installed}
export PERFC_LIBRARY=$PERFC_PREFIX/lib/libperfc.so.0
export PERFC_PROFILE_LIBRARY=$PERFC_PREFIX/lib/libperfc-profile.so.0

# block LANGUAGE [NUMBER]: that block of the page.
block() { "$root/test/docs/block.sh" "$root/docs/ffi.md" "$@"; }

command -v node >/dev/null || { echo "SKIP: no Node"; exit 77; }
[[ -n ${PERFC_INSTALLED-} ]] || "$root/tools/install" --prefix "$PERFC_PREFIX"
mkdir "$work/project"
cd "$work/project"
echo '{"private": true}' >package.json
read -ra install <<<"$(block console)"
"${install[@]}" --no-audit --no-fund || { echo "SKIP: npm can't install koffi"; exit 77; }
block js >perfc.mjs
block js 2 >sample.mjs
block js 3 >types.mjs

# Each function of the ABI, and a failed call.
cat >all.mjs <<'END'
import { perfc, Struct, check } from "./perfc.mjs";
console.log(Object.keys(perfc).length);
const error = new Struct("perfc_error");
try {
  check(perfc.open_string(null, "cpu-clok", 0, 0, -1, [null], error.bytes), error);
} catch (failure) {
  console.log(failure.message);
}

// An array of handles, a struct that goes in, and a call without an error.
import { constants as c } from "./perfc.mjs";
const attr = new Struct("perfc_attr", {
  type: c.PERFC_TYPE_SOFTWARE, config: BigInt(c.PERFC_COUNT_SW_PAGE_FAULTS),
  read_format: BigInt(c.PERFC_FORMAT_GROUP | c.PERFC_FORMAT_ID), flags: BigInt(c.PERFC_ATTR_EXCLUDE_KERNEL),
});
const handles = [0, 1].map((number) => {
  const handle = [null];
  check(perfc.open(null, attr.bytes, attr.bytes.length, 0, -1, number ? first : null, 0n, handle, error.bytes), error);
  if (!number) globalThis.first = handle[0];
  return handle[0];
});
const counts = Buffer.alloc(2 * new Struct("perfc_count").bytes.length);
console.log("members", check(perfc.read_group(handles[0], handles, counts, counts.length / 2, 2), "read_group"));
try {
  check(perfc.read(null, counts, counts.length), "read");
} catch (failure) {
  console.log(failure.message);
}
END
node all.mjs | tee told
[[ $(head -n 1 told) -eq $(cat "$root"/test/linkage/{,profile_}exports.txt | wc -l) ]]
grep -q "did you mean 'cpu-clock'" told

grep -qx 'members 2' told
grep -qx 'read failed with errno 22' told

read -r command <<<"$(block console 2)"
eval "${command//\/opt\/perfc/$PERFC_PREFIX}" >samples
grep -cE '^[0-9.]+ s: thread [0-9]+ at 0x[0-9a-f]+$' samples

cc -I"$PERFC_PREFIX/include" "$root/test/conformance/files.c" -o files -L"$PERFC_PREFIX/lib" \
  -Wl,-rpath,"$PERFC_PREFIX/lib" -lperfc-profile -lperfc
./files perf.data
node types.mjs perf.data >types
grep -qx '10 SAMPLE' types && grep -qx '2 COMM' types
# Without the second library the first one's functions are there.
PERFC_PROFILE_LIBRARY=/nowhere.so node all.mjs >told
[[ $(head -n 1 told) -eq $(wc -l <"$root/test/linkage/exports.txt") ]]
