"""Runs a small model through the executor, in this very process: the executor puts back all that it changes."""

from __future__ import annotations

import io
import textwrap
from pathlib import Path
from typing import Any

from cadgit.kernel import executor, jobs, wire
from cadgit.records import Failure, ManifestNode


def run_script(folder: Path, source: str | bytes, files: dict[str, str] | None = None, **job: Any) -> jobs.Executed:
    """What `run_model` reports of a script (`entry`, model.py unless given) with further files beside it."""
    entry = job.pop("entry", "model.py")
    tree = folder / "tree"
    if isinstance(source, str):
        source = textwrap.dedent(source).encode()
    for name, data in {entry: source, **{name: text.encode() for name, text in (files or {}).items()}}.items():
        path = tree / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    said: list[bytes] = []
    executor.run_model(jobs.Execute(files=(), entry=entry, **job), tree, folder, said.append)
    report = wire.decode(said[-1])
    assert isinstance(report, jobs.Executed)
    assert said[:-1] in ([b"start"], []), "the start is said once, and nothing after the report"
    return report


def failure_of(report: jobs.Executed) -> Failure:
    """The failure of a run that had to fail."""
    assert report.failure is not None, f"it ran: {report.chosen_by}"
    return report.failure


def shape_of(report: jobs.Executed) -> Any:
    """The shape of a run that had to succeed, as build123d object."""
    from build123d import Shape
    from OCP.BinTools import BinTools
    from OCP.TopoDS import TopoDS_Shape

    assert report.failure is None, report.failure
    shape = TopoDS_Shape()
    BinTools.Read_s(shape, io.BytesIO(report.brep))
    return Shape.cast(shape)


def labels(node: ManifestNode | None) -> Any:
    """A manifest as nested tuples of labels: ``("asm", "a", ("inner", "b"))``; a leaf is its label."""
    assert node is not None
    return (node.label, *(labels(child) for child in node.children)) if node.children else node.label
