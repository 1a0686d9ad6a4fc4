"""pre-commit and post-commit: whether staged models have passed, and a note on what was committed."""

from __future__ import annotations

from pathlib import Path

from ...errors import CadgitError
from ...git.snapshot import Snapshot, run_git
from ...git.user_commits import note_model
from ...records import CommittedModel
from ..outcomes import HookModel, HookOutcome
from ..run import run_closure
from ..verify import judge
from ..workspace import Workspace, now
from .models import Changes, StoredModel, judged, models_in

#: The tree without a file, which git knows without having it stored.
_NOTHING = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"


def pre_commit(ws: Workspace, index: Path | None = None) -> HookOutcome:
    """Say which staged models have not passed; where ``[hooks] pre_commit`` is ``block``, refuse the commit.

    Args:
        index: the index that git commits, when it is not the working tree's own.
    """
    settings = ws.config.hooks
    if settings.pre_commit == "off":
        return HookOutcome("pre-commit")
    listed = run_git(ws.repository, "diff", "--cached", "--name-status", "--no-renames", "-z", index=index)
    staged = Snapshot.of_index(ws.repository, index)
    said = []
    for model in models_in(ws, staged, Changes.parsed(listed)):
        if isinstance(model, StoredModel):
            told = judged(ws, staged, model)
            if settings.run and told.outcome in ("not run", "done"):
                told = _run(ws, staged, model)
        else:
            told = model
        if not told.passed:
            said.append(told)
    return HookOutcome("pre-commit", tuple(said), refused=bool(said) and settings.pre_commit == "block")


def post_commit(ws: Workspace) -> HookOutcome:
    """Note on the commit that HEAD is which candidates or versions its models are, as far as they ever ran."""
    repository, head = ws.repository, ws.repository.head.commit
    commit = repository.commit(head)
    if commit is None:
        return HookOutcome("post-commit")
    before = str(commit.parent_ids[0]) if commit.parent_ids else _NOTHING
    listed = run_git(repository, "diff-tree", "-r", "-z", "--name-status", "--no-renames", before, head)
    committed = Snapshot.of_commit(repository, head)
    said = []
    for model in models_in(ws, committed, Changes.parsed(listed)):
        told = judged(ws, committed, model) if isinstance(model, StoredModel) else model
        candidate = told.candidate
        if candidate is not None:
            version = told.version.number if told.version else 0
            note = CommittedModel(
                told.part,
                told.entry,
                candidate.id,
                candidate.line,
                candidate.number,
                told.outcome,
                now(),
                version,
            )
            note_model(repository, head, note)
            said.append(told)
    return HookOutcome("post-commit", tuple(said))


def _run(ws: Workspace, staged: Snapshot, model: StoredModel) -> HookModel:
    """Run and judge staged bytes that never were."""
    try:
        outcome = run_closure(ws, model.part, model.closure)
        if outcome.record.failure is None:
            judge(ws, outcome.candidate)
    except CadgitError as error:
        return HookModel(model.part.name, model.part.entry, "not run", error.message)
    return judged(ws, staged, model)
