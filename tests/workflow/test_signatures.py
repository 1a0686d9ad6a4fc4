"""Which versions are asked about, and what the answer is in all."""

from __future__ import annotations

import pytest

from cadgit.errors import RefError
from cadgit.workflow.signatures import signatures
from tests.conftest import Git

from .conftest import Made


def test_all_versions_of_a_part_or_of_all_parts_are_looked_at(made: Made) -> None:
    for name in ("clip.py", "lid.py"):
        made.version(made.candidate(name, "x = 1\n"))
    made.version(made.candidate("clip.py", "x = 2\n"))
    names = [one.version.name for one in signatures(made.ws).signatures]
    assert names == ["clip@v1", "clip@v2", "lid@v1"]
    assert [one.version.name for one in signatures(made.ws, "clip").signatures] == ["clip@v1", "clip@v2"]
    assert [one.version.name for one in signatures(made.ws, "clip@v1").signatures] == ["clip@v1"]
    assert signatures(made.ws).good  # unsigned is not bad


def test_one_bad_tag_is_a_no(made: Made, git: Git) -> None:
    version = made.version(made.candidate("clip.py", "x = 1\n"))
    git("tag", "-a", "-f", "-m", "by hand", "cadgit/clip/v1", version.candidate, cwd=made.repo)
    git("update-ref", "refs/cadgit/promoted/clip", version.id, cwd=made.repo)
    outcome = signatures(made.ws, "clip")
    assert not outcome.good and outcome.signatures[0].state == "bad"


def test_where_nothing_was_promoted_there_is_nothing_to_verify(made: Made) -> None:
    with pytest.raises(RefError, match="no version"):
        signatures(made.ws)
