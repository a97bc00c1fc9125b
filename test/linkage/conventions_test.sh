#!/bin/bash
# The headers say one thing, and it is what the library does: conventions.py has the
# rules.
set -euo pipefail

# The sandbox holds links; the checkout is where they lead.
cd "$(dirname "$(realpath WORKSPACE)")"
exec test/linkage/conventions.py
