"""Candidates as commits: a message whose trailers say part, line and number, and a tree that says how to run it."""

from __future__ import annotations

import pygit2

from .. import codec
from ..records import Candidate, CandidateMeta
from .refs import DEFAULT_LINE, MOST_DIGITS
from .repository import iso_time

#: Where a candidate's tree says what it is; closures have no files in this folder.
META_FOLDER = ".cadgit"
META_PATH = f"{META_FOLDER}/candidate.toml"

_PART, _LINE, NUMBER = "Cadgit-Part", "Cadgit-Line", "Cadgit-Number"


def candidate_message(part: str, line: str, number: int) -> str:
    """The commit message of a candidate."""
    subject = f"{part} #{number}" if line == DEFAULT_LINE else f"{part}@{line} #{number}"
    return f"{subject}\n\n{_PART}: {part}\n{_LINE}: {line}\n{NUMBER}: {number}\n"


def read_candidate(commit: pygit2.Commit, line: str = "") -> Candidate | None:
    """The candidate that a commit says it is, or None.

    Args:
        line: where it was found, when that is known: two clones may have added to a line, and then sharing gives the
            candidates of one of them, which never change, a line of their own.
    """
    trailers = commit.message_trailers
    part, born, number = (trailers.get(key, "") for key in (_PART, _LINE, NUMBER))
    if not (part and born and number.isascii() and number.isdigit() and len(number) <= MOST_DIGITS):
        return None
    meta = read_meta(commit.tree)
    if meta is None or meta.part != part:
        return None
    when = iso_time(commit.commit_time)
    return Candidate(str(commit.id), part, line or born, int(number), str(commit.tree_id), when, meta)


def read_meta(tree: pygit2.Tree) -> CandidateMeta | None:
    """What the tree of a candidate or version says of itself, or None if it is another tree."""
    try:
        return codec.from_plain(CandidateMeta, codec.loads(tree[META_PATH].data.decode()))
    except (KeyError, AttributeError, ValueError):  # no such file, no file, no UTF-8, no TOML
        return None
