"""The parts of tools/generate. Only clang.py, comments.py and headers.py know of C's text."""
