#!/bin/bash
# exchange.sh HERE ARM64: files of this machine and of an arm64 machine, each listed by both.
# HERE and ARM64 are runfiles of :exchange. Exit status 77: the machine's kernel can't be had.
set -euo pipefail
here=$(realpath "$1") arm64=$(realpath "$2")
readonly exchange=perfc/test/profile/exchange/exchange
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# list FILE LIST
list() { (cd "$here/perfc" && "$here/$exchange" list "$1" "$2"); }

(cd "$here/perfc" && "$here/$exchange" write "$work/here.data" "$work/here.written")
cp -RL "$arm64" "$work/arm64"
cp "$work/here.data" "$work/arm64/perfc/here.data"
cat >"$work/arm64/perfc/run_exchange" <<SH
#!/bin/sh
set -e
exchange=\$PWD/${exchange#perfc/}
\$exchange write /results/there.data /results/there.written
\$exchange list here.data /results/here.listed
SH
chmod +x "$work/arm64/perfc/run_exchange"
status=0
TEST_SRCDIR=$work/arm64 tools/vm --timeout=200 --results="$work/results" \
  arm64 "$work/arm64/perfc/run_exchange" || status=$?
[[ $status == 0 ]] || exit "$status"

list "$work/here.data" "$work/here.relisted"
list "$work/results/there.data" "$work/there.listed"
# Records are written as they come, and listed by time.
same() { cmp <(sort "$1") <(sort "$2"); }
same "$work/here.written" "$work/here.relisted"
same "$work/here.written" "$work/results/here.listed"
same "$work/results/there.written" "$work/there.listed"
for written in "$work/here.written" "$work/results/there.written"; do
  grep -q '^SAMPLE .*stack 512' "$written"
  grep -q '^MMAP2 ' "$written"
done
wc -l "$work/here.written" "$work/results/there.written"
