"""doctor: what is there, and how to mend what is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from cadgit.workflow.doctor import doctor
from cadgit.workflow.interpreter import Interpreter
from cadgit.workflow.outcomes import Finding

from .conftest import Notices


def said_of(repo: Path, name: str) -> Finding:
    """What doctor says of it."""
    (finding,) = [finding for finding in doctor(repo, Notices()).findings if finding.name == name]
    return finding


@pytest.mark.parametrize("version", ["4.4.0", ""])
def test_a_missing_embreex_is_a_warning_with_the_command_that_installs_it(
    repo: Path, monkeypatch: pytest.MonkeyPatch, version: str
) -> None:
    have = {"build123d": "0.13.0", **({"embreex": version} if version else {})}
    monkeypatch.setattr(Interpreter, "distributions", have)
    found = said_of(repo, "embreex")
    if version:
        assert (found.status, found.detail) == ("ok", version)
    else:
        assert found.status == "warn" and "cadgit render" in found.detail
        assert found.fix.endswith("-m pip install 'cadgit[render]'`")


def test_what_the_page_needs_is_named_where_it_is_missing(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    have = {"ocp-viewer": "1.2.0", "ocp-tessellate": "3.6.3", "starlette": "1.0", "uvicorn": "0.50"}
    monkeypatch.setattr(Interpreter, "distributions", have)
    assert said_of(repo, "page").status == "ok"
    monkeypatch.setattr(Interpreter, "distributions", {"starlette": "1.0", "uvicorn": "0.50"})
    found = said_of(repo, "page")
    assert found.status == "warn" and found.detail.startswith("ocp-tessellate, ocp-viewer not installed")
    assert found.fix.endswith("-m pip install 'cadgit[viewer]'`")
