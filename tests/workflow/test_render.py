"""Pictures of what REF means: which geometry, which file, and what is kept for the next one."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest

from cadgit.errors import EnvironmentFailed, UsageError
from cadgit.kernel.jobs import (
    Draw,
    Exported,
    Import,
    Imported,
    InspectionFailed,
    Render,
    Rendered,
)
from cadgit.workflow import promote, render, undo
from cadgit.workflow.render import Look
from cadgit.workflow.workspace import Workspace

from .conftest import Notices, box
from .fake_kernel import FakeKernel, install


class Painter(FakeKernel):
    """Draws nothing, and remembers what was asked for."""

    def __init__(self) -> None:
        self.asked: list[Any] = []
        self.answer: InspectionFailed | None = None

    def render(self, job: Render) -> Rendered | InspectionFailed:
        self.asked.append(job)
        made = b"" if job.subject.facets else b"FACETS" + job.subject.brep
        ghost = b"FACETS" + job.ghost.brep if job.ghost and not job.ghost.facets else b""
        return self.answer or Rendered(b"\x89PNG cadgit" + repr(job.views).encode(), made, ghost, 3)

    def draw(self, job: Draw) -> Exported | InspectionFailed:
        self.asked.append(job)
        return self.answer or Exported(b"<svg><!-- cadgit --></svg>")

    def read_file(self, job: Import) -> Imported | InspectionFailed:
        return Imported(b"FILE" + job.data, box(1, 2, 3))


@pytest.fixture
def ws(repo: Path) -> Workspace:
    (repo / "clip.py").write_text("from build123d import Box\nresult = Box(1, 2, 3)\n", encoding="utf-8")
    workspace = install(Workspace.open(repo, Notices()))
    workspace.__dict__["kernel"] = Painter()
    return workspace


def painter(ws: Workspace) -> Painter:
    kernel = ws.kernel
    assert isinstance(kernel, Painter)
    return kernel


def test_a_picture_is_called_after_the_part_and_the_next_one_needs_no_geometry(ws: Workspace) -> None:
    done = render.render(ws, "clip.py", None, Look())
    file = ws.cwd / "clip.png"
    assert done.path == "clip.png" and done.views == ("iso",) and done.unplaced == 3
    assert done.sha256 == hashlib.sha256(file.read_bytes()).hexdigest() and done.size == file.stat().st_size
    assert painter(ws).asked[0].subject.brep.startswith(b"BREP")
    render.render(ws, "clip.py", None, Look(views=("top", "30/20")))
    again = painter(ws).asked[1]
    assert again.subject.brep == b"" and again.subject.facets.startswith(b"FACETS")
    assert [view.name for view in again.views] == ["top", "30/20"]


def test_holes_are_looked_for_in_the_geometry(ws: Workspace) -> None:
    for _ in range(2):
        render.render(ws, "clip.py", None, Look(label="holes"))
    assert all(job.subject.brep for job in painter(ws).asked)


def test_the_geometry_of_a_version_is_what_was_promoted(ws: Workspace) -> None:
    promoted = promote.promote(ws, "clip.py")
    done = render.render(ws, "clip@v1", None, Look())
    assert done.version == promoted.version
    job = painter(ws).asked[-1]
    assert job.title == "clip@v1"
    assert dict(job.about)["Comment"] == f"BREP sha256 {promoted.promotion.brep_sha256}"
    (ws.cwd / "clip.py").write_text("from build123d import Box\nresult = Box(1, 2, 4)\n", encoding="utf-8")
    assert render.render(ws, "clip.py", None, Look(ghost="clip@v1")).version is None
    job = painter(ws).asked[-1]
    assert job.title == "clip #2, beside clip@v1" and job.ghost.facets != job.subject.facets


def test_a_file_can_be_the_ghost(ws: Workspace) -> None:
    (ws.cwd / "supplier.step").write_bytes(b"ISO")
    render.render(ws, "clip.py", None, Look(ghost="supplier.step"))
    assert painter(ws).asked[-1].ghost.brep == b"FILEISO"


def test_a_picture_takes_the_place_of_an_own_one_and_never_of_somebody_else_s(ws: Workspace) -> None:
    photograph = ws.cwd / "clip.png"
    photograph.write_bytes(b"\x89PNG a photograph")
    with pytest.raises(UsageError, match=r"clip\.png is there already"):
        render.render(ws, "clip.py", None, Look())
    assert photograph.read_bytes() == b"\x89PNG a photograph"
    render.render(ws, "clip.py", Path("clip.png"), Look())  # it was named
    render.render(ws, "clip.py", None, Look(views=("top",)))  # and is ours now


@pytest.mark.parametrize(
    "look",
    [
        Look(views=()),
        Look(views=("nowhere",)),
        Look(size="800"),
        Look(size="0x600"),
        Look(size="800x99999"),
        Look(size="8000x8000", views=("iso", "top")),
        Look(section="w=3"),
    ],
)
def test_what_does_not_exist_is_refused_before_anything_runs(ws: Workspace, look: Look) -> None:
    with pytest.raises(UsageError):
        render.render(ws, "clip.py", None, look)
    assert painter(ws).asked == [] and not (ws.cwd / "clip.png").exists()


def test_a_missing_package_ends_with_how_to_install_it(ws: Workspace) -> None:
    painter(ws).answer = InspectionFailed("pictures need embreex, which is not installed", "missing")
    with pytest.raises(EnvironmentFailed, match="embreex") as caught:
        render.render(ws, "clip.py", None, Look())
    assert "-m pip install 'cadgit[render]'" in caught.value.hint
    assert ws.interpreter.python in caught.value.hint


def test_what_cannot_be_drawn_says_why(ws: Workspace) -> None:
    painter(ws).answer = InspectionFailed("the result has no finite size, so there is nothing to see")
    with pytest.raises(EnvironmentFailed, match="clip #1 cannot be drawn: the result has no finite size"):
        render.draw(ws, "clip.py", None)


def test_a_drawing_s_title_block_is_the_provenance(ws: Workspace) -> None:
    promoted = promote.promote(ws, "clip.py")
    done = render.draw(ws, "clip@v1", Path("clip.pdf"))
    assert (done.format, done.views, done.path) == ("pdf", (), "clip.pdf")
    block = dict(painter(ws).asked[-1].title_block)
    assert block["Part"] == "clip" and block["Version"] == "v1" and block["State"] == "promoted"
    assert block["Source"] == f"clip.py  {promoted.promotion.header.source_sha256[:16]}"
    assert block["Tree"] == promoted.candidate.tree[:16]
    undo.undo(ws, "clip")
    render.draw(ws, "clip@v1", None)
    assert dict(painter(ws).asked[-1].title_block)["State"].startswith("withdrawn 20")
    (ws.cwd / "clip.py").write_text("from build123d import Box\nresult = Box(1, 2, 4)\n", encoding="utf-8")
    render.draw(ws, "clip.py", None)
    block = dict(painter(ws).asked[-1].title_block)
    assert (block["Version"], block["State"]) == ("candidate #2", "not promoted")
    assert block.keys().isdisjoint({"By", "Material", "Mass", "Parameters"})


def test_material_mass_and_tolerances_are_those_of_the_spec(ws: Workspace) -> None:
    (ws.cwd / "cadgit.toml").write_text(
        """
        [parts.clip]
        entry = "clip.py"
        [parts.clip.spec]
        size = ["1 ± 0.1", "<= 2.5 mm", 3]
        mass = "<= 1 kg"
        material = "steel"
        """,
        encoding="utf-8",
    )
    workspace = install(Workspace.open(ws.cwd, Notices()))
    workspace.__dict__["kernel"] = Painter()
    render.draw(workspace, "clip.py", None)
    job = painter(workspace).asked[-1]
    block = dict(job.title_block)
    assert block["Material"] == "steel"
    assert block["Mass"] == "0.0471 g"  # 6 mm³ at 7.85 g/cm³
    assert job.notes == ("Spec, size: x 1 ± 0.1, y <= 2.5 mm, z 3",)


@pytest.mark.parametrize("name", ["clip.png", "clip", "clip.dwg"])
def test_a_drawing_has_one_of_three_endings(ws: Workspace, name: str) -> None:
    with pytest.raises(UsageError, match="a drawing is a"):
        render.draw(ws, "clip.py", Path(name))


def test_a_picture_with_a_drawing_s_ending_is_told_how_to_ask_for_one(ws: Workspace) -> None:
    with pytest.raises(UsageError) as caught:
        render.render(ws, "clip.py", Path("clip.svg"), Look())
    assert "--drawing" in caught.value.hint


def test_a_thumbnail_is_drawn_once(ws: Workspace) -> None:
    version = promote.promote(ws, "clip.py").version
    first, second = render.thumbnail(ws, version), render.thumbnail(ws, version)
    assert first == second and len(painter(ws).asked) == 1
    assert painter(ws).asked[0].bare and painter(ws).asked[0].size == render.THUMBNAIL
