#!/bin/bash
# The man pages: man_test.py has the rules.
set -euo pipefail

# The sandbox holds links; the checkout is where they lead.
exec "$(dirname "$(realpath WORKSPACE)")/test/docs/man_test.py" "$PWD/$1"
