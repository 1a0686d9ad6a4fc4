"""The files that a page is made of: ours in `static/`, and three-cad-viewer's from the installed ocp-viewer."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import sys
from pathlib import Path

from ..errors import EnvironmentFailed
from ..frozen import frozen

STATIC = Path(__file__).parent / "static"
#: Our modules, by the names under which they import each other.
MODULES = tuple(sorted(path.stem for path in STATIC.glob("*.js")))
_INSIDE = Path("server") / "static"
INSTALL = f"{sys.executable} -m pip install 'cadgit[viewer]'"


@frozen
class Library:
    """three-cad-viewer as it is installed: its files, the distribution that they came with, and its licence."""

    script: Path
    style: Path
    distribution: str
    licence: str


def library() -> Library:
    """Where three-cad-viewer is; ocp-viewer, which brings it, is not imported.

    Raises:
        EnvironmentFailed: it is not installed, or has no such files.
    """
    spec = importlib.util.find_spec("ocp_viewer")
    if spec is None or not spec.submodule_search_locations:
        raise EnvironmentFailed("the page needs ocp-viewer, which is not installed", INSTALL)
    inside = Path(next(iter(spec.submodule_search_locations))) / _INSIDE
    script, style = inside / "js" / "three-cad-viewer.esm.js", inside / "css" / "three-cad-viewer.css"
    if not (script.is_file() and style.is_file()):
        raise EnvironmentFailed(f"the installed ocp-viewer has no three-cad-viewer in {inside}", INSTALL)
    found = importlib.metadata.distribution("ocp-viewer")
    named = f"ocp-viewer {found.version}"
    terms = found.metadata.json.get("license_expression", "see its distribution")
    return Library(script, style, named, str(terms))


def check_server() -> None:
    """Whether what serves a page is installed.

    Raises:
        EnvironmentFailed: it is not.
    """
    for name in ("starlette", "uvicorn"):
        if importlib.util.find_spec(name) is None:
            raise EnvironmentFailed(f"the page needs {name}, which is not installed", INSTALL)


def text(name: str) -> str:
    """One of our own files."""
    return (STATIC / name).read_text(encoding="utf-8")
