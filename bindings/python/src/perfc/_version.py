"""The version of the headers."""
# Written by tools/generate from bindings/abi.json.
VERSION = "0.1.0"
