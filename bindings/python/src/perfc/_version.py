"""The version of the headers."""
# Written by tools/generate.py from include/perfc/*.h.
VERSION = "0.1.0"
