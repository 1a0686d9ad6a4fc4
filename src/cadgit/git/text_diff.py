"""Differences between two texts as git shows them."""

from __future__ import annotations

import pygit2


def hunks(old: bytes, new: bytes) -> str:
    """The hunks of a unified diff with three lines of context, from the first ``@@`` on; empty for equal texts.

    Only ``\\n`` ends a line, and a last line without it is marked, as in git. The time grows with the size of the
    texts; that of Python's difflib with its square, which is minutes for a table of 40,000 lines.
    """
    _, start, rest = bytes(pygit2.Patch.create_from(old, new).data).partition(b"\n@@ ")
    return (start + rest).decode("utf-8", "replace").strip("\n")
