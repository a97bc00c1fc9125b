#!/bin/bash
# test/docs/block.sh FILE LANGUAGE [NUMBER]: that block of code of a Markdown file, counted among
# those of the language. Without a number the first. It fails if there are fewer.
set -euo pipefail
exec awk -v fence="\`\`\`$2" -v wanted="${3:-1}" '
  $0 == fence { n++; on = n == wanted; next }
  /^```$/ { on = 0 }
  on
  END { exit n < wanted }' "$1"
