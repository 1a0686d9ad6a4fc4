"""A version's provenance as an in-toto Statement v1 with an SLSA Provenance v1 predicate."""

from __future__ import annotations

import base64
import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cadgit.errors import StorageError
from cadgit.workflow import attest, promote, undo
from cadgit.workflow.workspace import Workspace

from .conftest import Notices
from .step_kernel import with_steps


@pytest.fixture
def ws(repo: Path) -> Workspace:
    ws = with_steps(Workspace.open(repo, Notices()))
    (repo / "sizes.json").write_text("{}", encoding="utf-8")
    (repo / "clip.py").write_text(
        "from build123d import Box\nopen('sizes.json')\nwidth = 1\nresult = Box(width, 2, 3)\n", encoding="utf-8"
    )
    promote.promote(ws, "clip.py")
    return ws


@pytest.fixture
def statement(ws: Workspace) -> dict[str, Any]:
    return attest.attest(ws, "clip@v1").statement


def test_it_has_every_field_that_the_specifications_require(statement: dict[str, Any]) -> None:
    assert statement["_type"] == "https://in-toto.io/Statement/v1"
    assert statement["predicateType"] == "https://slsa.dev/provenance/v1"
    for subject in statement["subject"]:
        assert subject["digest"]
    build, run = statement["predicate"]["buildDefinition"], statement["predicate"]["runDetails"]
    assert ":" in build["buildType"] and build["externalParameters"]
    assert ":" in run["builder"]["id"]
    known = {"name", "uri", "digest", "content", "downloadLocation", "mediaType", "annotations"}
    for resource in (*statement["subject"], *build["resolvedDependencies"], *run["byproducts"]):
        assert set(resource) <= known and {"name", "uri", "digest"} & set(resource)
        assert all(isinstance(value, str) and value for value in resource.get("digest", {}).values())
    assert set(build) <= {"buildType", "externalParameters", "internalParameters", "resolvedDependencies"}
    assert set(run) <= {"builder", "metadata", "byproducts"}
    assert run["metadata"]["finishedOn"].endswith("Z")


def test_its_subjects_are_the_files_that_were_promoted(ws: Workspace, statement: dict[str, Any]) -> None:
    kept = ws.versions.artifacts(ws.versions.history("clip")[0])
    digests = {subject["name"]: subject["digest"]["sha256"] for subject in statement["subject"]}
    assert digests == {name: hashlib.sha256(kept[name]).hexdigest() for name in ("clip.step", "clip.brep")}


def test_it_names_every_file_of_the_closure_and_what_it_was_asked_for(ws: Workspace, statement: dict[str, Any]) -> None:
    build = statement["predicate"]["buildDefinition"]
    resources = {one["name"]: one for one in build["resolvedDependencies"]}
    for name in ("clip.py", "sizes.json"):
        assert resources[name]["digest"]["sha256"] == hashlib.sha256((ws.root / name).read_bytes()).hexdigest()
    version = ws.versions.history("clip")[0]
    assert resources["cadgit/clip/v1"]["digest"] == {"gitCommit": version.id, "gitTree": version.tree}
    assert build["externalParameters"] == {"part": "clip", "entry": "clip.py"}
    (verdict, *_) = statement["predicate"]["runDetails"]["byproducts"]
    assert json.loads(base64.b64decode(verdict["content"]))["checks"] == ["valid: pass"]


def test_distributions_are_package_urls(ws: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    environment = replace(ws.versions.environment(ws.versions.history("clip")[0]), distributions=("numpy==2.4.6",))
    monkeypatch.setattr(ws.versions, "environment", lambda version: environment)
    build = attest.attest(ws, "clip@v1").statement["predicate"]["buildDefinition"]
    assert {"name": "numpy", "uri": "pkg:pypi/numpy@2.4.6"} in build["resolvedDependencies"]


def test_the_same_version_gives_the_same_text(ws: Workspace, tmp_path: Path) -> None:
    outcome = attest.attest(ws, "clip", tmp_path / "clip.json")
    assert outcome.path == str(tmp_path / "clip.json")
    assert (tmp_path / "clip.json").read_text(encoding="utf-8") == attest.text(attest.attest(ws, "clip@v1").statement)


def test_a_withdrawn_version_is_said_to_be_withdrawn(ws: Workspace) -> None:
    undo.undo(ws, "clip")
    attest.attest(ws, "clip@v1")
    assert isinstance(ws.progress, Notices) and "withdrawn" in ws.progress.said[-1]


def test_a_place_that_cannot_be_written_is_named(ws: Workspace, tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="nowhere"):
        attest.attest(ws, "clip@v1", tmp_path / "nowhere" / "clip.json")
