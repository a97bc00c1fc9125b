#!/bin/bash
# tools/generate on small headers, and tools/abidiff: the .py files have the cases.
set -euo pipefail

# The sandbox holds links; the checkout is where they lead.
tests=$(dirname "$(realpath WORKSPACE)")/test/generator
"$tests/difference_test.py"
exec "$tests/generator_test.py"
