#!/bin/bash
# Every tracked C and C++ file is as clang-format leaves it.
set -euo pipefail

# The sandbox holds links; the checkout is where they lead.
checkout=$(dirname "$(realpath WORKSPACE)")
"$checkout/tools/format" --check
