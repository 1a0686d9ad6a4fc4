"""doctor: what cadgit needs, how it stands here, and how to mend what is missing."""

from __future__ import annotations

import platform
import shutil
import sys
from pathlib import Path

from .. import __version__
from ..errors import CadgitError
from ..git.lost_tags import lost_tags
from ..git.repository import libgit2_version
from ..kernel import client
from .init import NOTES_PATTERN
from .outcomes import DoctorOutcome, Finding, Progress
from .workspace import Workspace

#: What the extra `viewer` brings.
_PAGE = ("ocp-tessellate", "ocp-viewer", "starlette", "uvicorn")


def doctor(cwd: Path, progress: Progress) -> DoctorOutcome:
    """Look at versions, sandbox layers, git and the kernel. Works outside a repository too; starts nothing."""
    findings = [
        Finding("cadgit", "ok", f"{__version__} on Python {platform.python_version()} ({sys.executable})"),
        Finding("system", "ok" if sys.platform == "linux" else "warn", platform.platform()),
    ]
    try:
        ws: Workspace | None = Workspace.open(cwd, progress)
    except CadgitError as error:
        findings.append(Finding("repository", "fail", error.message, error.hint))
        ws = None
    findings += _git(ws)
    if ws is not None:
        with ws:
            findings += _interpreter(ws)
            findings += _repository(ws)
            findings += _tags(ws)
            findings.append(_kernel(ws))
    findings += [
        Finding(
            f"sandbox: {layer.name}",
            "ok" if layer.available else "warn",
            layer.detail,
            ""
            if layer.available
            else 'runs go on without this layer; `sandbox = "strict"` in cadgit.toml refuses them',
        )
        for layer in client.sandbox_layers()
    ]
    return DoctorOutcome(tuple(findings))


def _interpreter(ws: Workspace) -> list[Finding]:
    have = ws.interpreter.distributions
    python = ws.interpreter.python
    fix = f"`{python} -m pip install build123d manifold3d`, or set `python` under [kernel] in cadgit.toml"
    needed = {
        "build123d": ("build123d",),
        "OCP": ("cadquery-ocp-novtk", "cadquery-ocp"),
        "manifold3d": ("manifold3d",),
    }
    found = []
    for label, names in needed.items():
        version = next((have[name] for name in names if name in have), "")
        if version:
            found.append(Finding(label, "ok", version))
        else:
            found.append(Finding(label, "fail", f"not installed for {python}", fix))
    return [*found, _pictures(ws), _page(ws)]


def _pictures(ws: Workspace) -> Finding:
    """The one package of the extra `render`: only pictures are missing without it."""
    version = ws.interpreter.distributions.get("embreex")
    if version:
        return Finding("embreex", "ok", version)
    return Finding(
        "embreex",
        "warn",
        "not installed: `cadgit render` and `log --pictures` draw no pictures",
        f"`{ws.interpreter.python} -m pip install 'cadgit[render]'`",
    )


def _page(ws: Workspace) -> Finding:
    """The packages of the extra `viewer`: only the page is missing without them."""
    have = ws.interpreter.distributions
    missing = [name for name in _PAGE if name not in have]
    if not missing:
        return Finding("page", "ok", f"ocp-viewer {have['ocp-viewer']}, ocp-tessellate {have['ocp-tessellate']}")
    return Finding(
        "page",
        "warn",
        f"{', '.join(missing)} not installed: no `cadgit watch --serve`, no `cadgit page`",
        f"`{ws.interpreter.python} -m pip install 'cadgit[viewer]'`",
    )


def _git(ws: Workspace | None) -> list[Finding]:
    git = shutil.which("git")
    return [
        Finding("libgit2", "ok", libgit2_version()),
        Finding("git", "ok", git)
        if git
        else Finding(
            "git", "warn", "not installed", "cadgit works without; install git to read its history and to pack objects"
        ),
    ]


def _repository(ws: Workspace) -> list[Finding]:
    repository = ws.repository
    found = [Finding("repository", "ok", str(repository.root or repository.git_dir))]
    if not repository.identity.fallback:
        found.append(Finding("identity", "ok", str(repository.identity)))
    else:
        fix = 'git config --global user.name "Your Name"; git config --global user.email you@example.com'
        found.append(Finding("identity", "warn", f"not set; versions are signed off as {repository.identity}", fix))
    if NOTES_PATTERN in repository.config_values("notes.displayRef"):
        found.append(Finding("notes in git log", "ok", f"notes.displayRef = {NOTES_PATTERN}"))
    else:
        found.append(Finding("notes in git log", "warn", "plain `git log` does not show cadgit's notes", "cadgit init"))
    return found


def _tags(ws: Workspace) -> list[Finding]:
    return [
        Finding(f"tag {tag.tag}", "warn", "deleted; its version still counts", tag.fix)
        for part in ws.parts()
        for tag in lost_tags(ws.repository, part)
    ]


def _kernel(ws: Workspace) -> Finding:
    status = ws.kernel.status()
    if not status.running:
        return Finding("kernel", "ok", "not running; it starts by itself at the first run")
    return Finding(
        "kernel", "ok", f"running, pid {status.pid}, {status.memory / 1e6:.0f} MB, {status.jobs_done} jobs done"
    )
