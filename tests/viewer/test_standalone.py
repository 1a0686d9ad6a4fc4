"""A page by itself: all that it shows is in it, and what could not be put into it is said."""

from __future__ import annotations

import importlib.util
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("ocp_viewer")

from cadgit.errors import EnvironmentFailed, UsageError
from cadgit.kernel.jobs import Execute, Executed, InspectionFailed, Render, Rendered, Tessellated
from cadgit.records import Failure, Frame
from cadgit.viewer import assets
from cadgit.viewer.standalone import write_page
from cadgit.workflow.promote import promote
from cadgit.workflow.workspace import Workspace
from tests.workflow.conftest import Notices
from tests.workflow.fake_kernel import FakeKernel, install

MODEL = "width = 40.0\nresult = '</script><!--'\n"


class PageKernel(FakeKernel):
    """A fake kernel that has a model and a picture of everything, but of what says so."""

    has_viewer = True

    def execute(self, job: Execute, *, cold: bool = False) -> Executed:
        done = super().execute(job, cold=cold)
        if b"1 / 0" not in b"".join(file.data for file in job.files):
            return done
        failure = Failure("exception", "plate.py:1: no", frames=(Frame("plate.py", 1, "", "1 / 0"),))
        return replace(done, brep=b"", manifest=None, failure=failure)

    def tessellate(self, job: Any) -> Tessellated | InspectionFailed:
        if not self.has_viewer:
            return InspectionFailed("the page needs ocp-tessellate, which is not installed", "missing")
        return Tessellated(json.dumps({"made": type(job).__name__}).encode())

    def render(self, job: Render) -> Rendered:
        return Rendered(b"\x89PNG", b"facets")


@pytest.fixture
def ws(repo: Path) -> Workspace:
    (repo / "plate.py").write_text(MODEL, encoding="utf-8")
    opened = install(Workspace.open(repo, Notices()))
    opened.__dict__["kernel"] = PageKernel()
    return opened


def written(ws: Workspace, ref: str | None = "plate.py") -> tuple[Any, str, dict[str, Any]]:
    outcome = write_page(ws, ref, Path("page.html"))
    text = (ws.cwd / "page.html").read_text(encoding="utf-8")
    data = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)
    assert data
    return outcome, text, json.loads(data[1])


def notices(ws: Workspace) -> list[str]:
    assert isinstance(ws.progress, Notices)
    return ws.progress.said


def test_all_that_is_shown_is_in_the_file(ws: Workspace) -> None:
    outcome, text, data = written(ws)
    assert (outcome.model, outcome.ghost, outcome.size) == (True, False, len(text.encode()))
    assert data["model"] == {"made": "Tessellate"}
    assert data["state"]["page"]["outcome"] == "pass"
    assert list(data["pictures"]) == [outcome.candidate.id]
    assert data["state"]["page"]["settings"][0]["name"] == "width"


def test_a_model_is_not_overwritten_by_its_page(ws: Workspace) -> None:
    with pytest.raises(UsageError, match=r"is no \.html file"):
        write_page(ws, None, Path("plate.py"))


def test_the_file_loads_nothing(ws: Workspace) -> None:
    _, text, _ = written(ws)
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)
    assert policy and policy[1].startswith("default-src &#x27;none&#x27;; script-src &#x27;sha256-")
    assert "connect-src" not in policy[1] and "unsafe-inline" not in policy[1].split("style-src")[0]
    markup = re.sub(r"<(script|style)\b.*?</\1>", "", text, flags=re.S)
    assert re.findall(r'(?:src|href)="(?!data:)', markup) == []
    assert "Apache-2.0" in markup and "ocp-viewer 1." in markup


def test_texts_of_a_model_end_no_script(ws: Workspace) -> None:
    _, text, _ = written(ws)
    assert text.count("</script>") == text.count("<script")
    assert text.count("<!--") == 1  # the notice about three-cad-viewer


def test_a_version_before_is_there_as_a_ghost(ws: Workspace) -> None:
    promote(ws, "plate.py")
    (ws.cwd / "plate.py").write_text(MODEL.replace("40.0", "41.0"), encoding="utf-8")
    outcome, _, data = written(ws)
    assert outcome.ghost and data["ghost"] == {"made": "Haunt"}
    assert data["state"]["page"]["before"]["number"] == 1
    assert "+width = 41.0" in data["state"]["page"]["source"][0]["diff"]


def test_a_model_that_fails_has_a_page_with_its_error_and_the_last_model(ws: Workspace) -> None:
    written(ws)
    (ws.cwd / "plate.py").write_text("1 / 0\n", encoding="utf-8")
    outcome, _, data = written(ws)
    page = data["state"]["page"]
    assert (page["outcome"], page["record"]["failure"]["frames"][0]["source"]) == ("failed", "1 / 0")
    assert outcome.model and page["good"]["number"] == 1


def test_what_never_ran_well_has_a_page_without_a_model(ws: Workspace) -> None:
    (ws.cwd / "plate.py").write_text("1 / 0\n", encoding="utf-8")
    outcome, _, data = written(ws)
    assert not outcome.model
    assert data["why"] == "nothing of it ran yet, so there is no model"


def test_without_ocp_tessellate_the_page_says_so(ws: Workspace) -> None:
    ws.kernel.has_viewer = False  # type: ignore[attr-defined]
    outcome, _, data = written(ws)
    assert not outcome.model and "ocp-tessellate" in data["why"]
    assert [text for text in notices(ws) if "the page has no model" in text]


@pytest.mark.parametrize("missing", ["ocp_viewer", "starlette", "uvicorn"])
def test_a_missing_package_is_named_with_the_command_that_installs_it(
    missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == missing else find(name))
    with pytest.raises(EnvironmentFailed, match=missing.replace("_", "-")) as error:
        assets.library()
        assets.check_server()
    assert "pip install 'cadgit[viewer]'" in error.value.hint


def test_another_three_cad_viewer_is_seen() -> None:
    # What the page relies on inside of it was looked at in this version; tests/viewer/test_stage.py tries it.
    script = assets.library().script.read_text(encoding="utf-8")
    assert re.search(r'const version = "5\.1\.', script)
