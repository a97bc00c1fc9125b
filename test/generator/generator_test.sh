#!/bin/bash
# tools/generate on small headers: generator_test.py has the cases.
set -euo pipefail

# The sandbox holds links; the checkout is where they lead.
exec "$(dirname "$(realpath WORKSPACE)")/test/generator/generator_test.py"
