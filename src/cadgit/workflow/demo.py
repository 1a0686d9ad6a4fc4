"""demo: the whole story in a repository of its own, with the operations that the commands call."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from ..errors import CadgitError, UsageError
from ..frozen import frozen
from ..git.create import create_repository
from . import demo_models, log, promote, run, status, verify
from .outcomes import (
    LogOutcome,
    Progress,
    PromoteOutcome,
    RunOutcome,
    Silent,
    StatusOutcome,
    VerifyOutcome,
)
from .workspace import Workspace

ENTRY = "bracket.py"
#: Lines of `git log` that are shown: the whole note of a version, as it usually is.
_GIT_LINES = 48

Outcome = RunOutcome | VerifyOutcome | PromoteOutcome | StatusOutcome | LogOutcome


@frozen
class DemoStep:
    """One step of the story.

    Attributes:
        text: what happens, and why.
        command: what one would type.
        exit_code: what that command would end with.
        source: the model, where it was written anew before the command.
        outcome: what the command answered; None where it refused, or where it is git's.
        error: the message of a refusal.
        output: what git printed.
    """

    text: str
    command: str
    exit_code: int
    source: str = ""
    outcome: Outcome | None = None
    error: str = ""
    output: str = ""


@frozen
class DemoOutcome:
    """`cadgit demo`: where it played, whether that is still there, its steps, and whether it came to its good end."""

    directory: str
    kept: bool
    steps: tuple[DemoStep, ...]
    complete: bool


def demo(progress: Progress, directory: Path | None, tell: Callable[[DemoStep], None]) -> DemoOutcome:
    """Play the story.

    Args:
        progress: hears the stages.
        directory: a new or empty folder that is kept; None for a temporary one.
        tell: hears each step as it ends.

    Raises:
        UsageError: the folder has something in it.
        CadgitError: something that the story has no place for; mostly the environment's fault.
    """
    if directory is not None:
        if directory.exists() and (not directory.is_dir() or any(directory.iterdir())):
            raise UsageError(f"{directory} is not empty", "name a new folder")
        return _play(progress, directory, tell, kept=True)
    place = Path(tempfile.mkdtemp(prefix="cadgit-demo-"))
    try:
        return _play(progress, place, tell, kept=False)
    finally:
        shutil.rmtree(place, ignore_errors=True)


class _Stages(Silent):
    """Passes on the stages alone: what the checks said is part of each step's outcome."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress

    def stage(self, text: str) -> None:
        self._progress.stage(text)


class _Story:
    def __init__(self, ws: Workspace, tell: Callable[[DemoStep], None]) -> None:
        self._ws = ws
        self._tell = tell
        self.steps: list[DemoStep] = []

    def add(self, step: DemoStep) -> None:
        self.steps.append(step)
        self._tell(step)

    def run(self, text: str, source: str) -> None:
        (self._ws.root / ENTRY).write_text(source, encoding="utf-8")
        outcome = run.run(self._ws, ENTRY)
        code = 0 if outcome.record.outcome == "done" else 3
        self.add(DemoStep(text, f"cadgit run {ENTRY}", code, source, outcome))

    def verify(self, text: str) -> None:
        outcome = verify.verify(self._ws)
        code = 0 if outcome.verdict.outcome in ("pass", "warn") else 1
        self.add(DemoStep(text, "cadgit verify", code, outcome=outcome))

    def promote(self, text: str, message: str) -> None:
        command = f'cadgit promote -m "{message}"'
        try:
            outcome = promote.promote(self._ws, message=message)
        except CadgitError as error:
            said = f"{error.message}\n{error.hint}" if error.hint else error.message
            self.add(DemoStep(text, command, error.exit_code, error=said))
        else:
            self.add(DemoStep(text, command, 0, outcome=outcome))

    def status(self, text: str) -> None:
        self.add(DemoStep(text, "cadgit status", 0, outcome=status.status(self._ws)))

    def log(self, text: str) -> None:
        self.add(DemoStep(text, "cadgit log", 0, outcome=log.log(self._ws)))

    def git_log(self, text: str) -> None:
        git = shutil.which("git")
        if git is None:
            return
        command = ["log", "-1", "--notes=cadgit/*", "cadgit/bracket/v2"]
        # A hook that runs the demo has GIT_DIR set for a repository of its own.
        environment = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
        done = subprocess.run(
            [git, "--no-pager", "-c", "color.ui=never", *command],
            cwd=self._ws.root,
            env=environment,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
        )
        lines = (done.stdout or done.stderr).splitlines()
        if len(lines) > _GIT_LINES:
            lines[_GIT_LINES:] = [f"… and {len(lines) - _GIT_LINES} more lines"]
        shown = "git log -1 --notes='cadgit/*' cadgit/bracket/v2"
        self.add(DemoStep(text, shown, done.returncode, output="\n".join(lines)))


def _play(progress: Progress, directory: Path, tell: Callable[[DemoStep], None], *, kept: bool) -> DemoOutcome:
    create_repository(directory)
    with Workspace.open(directory, _Stages(progress)) as ws:
        story = _Story(ws, tell)
        story.run("A plate with two holes. Its bytes become a candidate and run in a clean process.", demo_models.FIRST)
        story.verify("It is judged in a process that the model cannot touch.")
        story.promote("It passes, and a second run makes the same geometry: it becomes a version.", "plate")
        story.run("Now an edit that breaks it: these edges cannot be rounded that much.", demo_models.TOO_ROUND)
        story.run("Another edit runs, but its two solids go through each other.", demo_models.UNJOINED)
        story.promote("That is no part that anybody could make, so it is refused.", "wall")
        story.status("Nothing was lost: version 1 stands as it was.")
        story.run("The bracket is written anew, in another way.", demo_models.REWRITE)
        story.promote("It passes, and becomes version 2. Whatever was missing is run first.", "an angle, with holes")
        story.log("What happened, and what changed from one to the next.")
        story.git_log("All of this is in git, and git alone can read it.")
        latest = ws.versions.latest("bracket")
        complete = latest is not None and latest.number == 2
        return DemoOutcome(str(directory), kept, tuple(story.steps), complete)
