#!/bin/bash
# aux.sh PREFIX COMMAND...: `COMMAND aux` reads the AUX area of a tracing PMU by a
# binding, on a machine of the test kit that is installed under PREFIX. It opens an
# event of type 8 on this thread, maps a ring and an AUX area of a page each, and
# until the target has gone prints the pieces that records name, and what
# there is before and after each release: offset, data, and the rest at the area's
# start, as numbers of bytes and their first and last values.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
prefix=$(realpath "${1:?usage: aux.sh PREFIX COMMAND...}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"${CC:-cc}" -shared -fPIC "$here/aux_machine.c" -I"$prefix/include" -L"$prefix/lib" \
  -lperfc-testing -Wl,-rpath,"$prefix/lib" -o "$work/aux_machine.so"
library=$prefix/lib/libperfc-testing.so.0
PERFC_LIBRARY=$library LD_PRELOAD="$work/aux_machine.so $library" "${@:2}" aux >"$work/told"
diff - "$work/told" <<'END'
nothing
view 0: 4090 bytes 0 to 249, 0 bytes
peek 0: 4090 bytes 0 to 249, 0 bytes
nothing
view 4090: 6 bytes 250 to 255, 4 bytes 0 to 3
peek 4090: 6 bytes 250 to 255, 4 bytes 0 to 3
nothing
END
echo "aux: equal"
