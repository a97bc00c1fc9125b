#!/bin/bash
# Which room may use which: rooms.py has the rules.
set -euo pipefail

# The sandbox holds links; the checkout is where they lead.
cd "$(dirname "$(realpath WORKSPACE)")"
exec test/docs/rooms.py
