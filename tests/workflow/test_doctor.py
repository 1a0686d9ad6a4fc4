"""doctor: what is there, and how to mend what is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from cadgit.workflow.doctor import doctor
from cadgit.workflow.interpreter import Interpreter
from cadgit.workflow.outcomes import Finding

from .conftest import Notices


def embreex(repo: Path) -> Finding:
    """What doctor says of it."""
    (finding,) = [finding for finding in doctor(repo, Notices()).findings if finding.name == "embreex"]
    return finding


@pytest.mark.parametrize("version", ["4.4.0", ""])
def test_a_missing_embreex_is_a_warning_with_the_command_that_installs_it(
    repo: Path, monkeypatch: pytest.MonkeyPatch, version: str
) -> None:
    have = {"build123d": "0.13.0", **({"embreex": version} if version else {})}
    monkeypatch.setattr(Interpreter, "distributions", have)
    found = embreex(repo)
    if version:
        assert (found.status, found.detail) == ("ok", version)
    else:
        assert found.status == "warn" and "cadgit render" in found.detail
        assert found.fix.endswith("-m pip install 'cadgit[render]'`")
