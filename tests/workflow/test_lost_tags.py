"""status, log, show and doctor say that a tag was deleted, and what brings it back."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cadgit.workflow import log, show, status
from cadgit.workflow.doctor import doctor
from tests.conftest import Git

from .conftest import Made


@pytest.fixture
def without_tag(made: Made, git: Git) -> Made:
    version = made.version(made.candidate("clip.py", "x = 1\n"))
    git("tag", "-d", version.tag, cwd=made.repo)
    return made


@pytest.mark.parametrize(
    "command",
    [lambda ws: status.status(ws), lambda ws: log.log(ws, "clip"), lambda ws: show.show(ws, "clip")],
    ids=["status", "log", "show"],
)
def test_commands_that_look_notice_it(without_tag: Made, command: Callable[[object], object]) -> None:
    command(without_tag.ws)
    (said,) = [text for text in without_tag.notices.said if "cadgit/clip/v1 was deleted" in text]
    assert "git tag -a" in said


def test_doctor_has_the_fix(without_tag: Made) -> None:
    (finding,) = [f for f in doctor(without_tag.repo, without_tag.notices).findings if f.name == "tag cadgit/clip/v1"]
    assert finding.status == "warn" and finding.fix.startswith("git tag -a -m 'clip v1' ")


def test_nothing_is_said_where_every_tag_is_there(made: Made) -> None:
    made.version(made.candidate("clip.py", "x = 1\n"))
    status.status(made.ws)
    assert made.notices.said == []
    assert [f for f in doctor(made.repo, made.notices).findings if f.name.startswith("tag ")] == []
