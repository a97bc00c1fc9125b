#!/bin/bash
# Every generated file is what the headers say.
set -euo pipefail

# The sandbox holds links; the checkout is where they lead.
exec "$(dirname "$(realpath WORKSPACE)")/tools/generate" --check
