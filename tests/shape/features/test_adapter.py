"""quiddity's answers in our terms; its failures are an answer too."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import build123d as b3d
import pytest
import quiddity

from cadgit.shape.brep import FACE, shape_map
from cadgit.shape.features import adapter
from cadgit.shape.features.adapter import NotSeen, look_at


def look(part: b3d.Part) -> Any:
    solid = part.solid().wrapped
    return look_at(solid, shape_map(solid, FACE))


def test_a_solid_without_planes_and_cylinders_has_none_of_these_features() -> None:
    assert look(b3d.Sphere(10)) == ()


def test_whatever_it_raises_is_told_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(part: object) -> None:
        raise KeyError("no such edge\nmore")

    monkeypatch.setattr(quiddity, "build_framed_recognition_evidence", fail)
    with pytest.raises(NotSeen, match=r"^quiddity failed: KeyError: 'no such edge"):
        look(b3d.Box(1, 2, 3))


def test_a_refusal_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from quiddity.evidence import FramedEvidenceRefusalReason, RefusedFramedEvidence

    refusal = RefusedFramedEvidence(FramedEvidenceRefusalReason.CALLER_FACE_MAPPING_UNAVAILABLE)
    monkeypatch.setattr(quiddity, "build_framed_recognition_evidence", lambda part: refusal)
    with pytest.raises(NotSeen, match="caller-face-mapping-unavailable"):
        look(b3d.Box(1, 2, 3))


def test_the_version_is_the_one_whose_answers_were_measured() -> None:
    assert quiddity.__version__ == "0.3.11"


def test_whoever_imports_the_adapter_does_not_load_quiddity_yet() -> None:
    """The kernel imports all of `shape` and waits: quiddity's 9 MB are for the process that asks it."""
    tree = ast.parse(Path(adapter.__file__).read_bytes())
    named = [ast.unparse(node) for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    assert named and not any("quiddity" in line for line in named)
