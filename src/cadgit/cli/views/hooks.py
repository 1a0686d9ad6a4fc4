"""What git's hooks say, and what became of their files."""

from __future__ import annotations

from collections.abc import Iterator

from ...workflow.outcomes import HookFile, HookModel, HookOutcome
from ..output import numbers
from ..output.blocks import Block, Line, Title
from .run import name as candidate_name


def hook(outcome: HookOutcome) -> Iterator[Block]:
    """What there is to say; nothing at all where all is well."""
    if outcome.hook == "pre-commit":
        yield from _pre_commit(outcome)
    elif outcome.hook == "post-commit":
        yield from (
            Title(f"cadgit: {_committed(model)}", "good" if model.passed else "warn") for model in outcome.models
        )
    elif outcome.hook == "pre-push":
        yield from _pre_push(outcome)
    else:
        yield from (Title(f"cadgit: {_moved(model)}", "warn") for model in outcome.models)


def _pre_commit(outcome: HookOutcome) -> Iterator[Block]:
    if not outcome.models:
        return
    count = numbers.count(len(outcome.models), "staged model")
    verb = "has" if len(outcome.models) == 1 else "have"
    yield Title(f"cadgit: {count} {verb} not passed", "bad" if outcome.refused else "warn")
    for model in outcome.models:
        yield Line(_not_passed(model), indent=1)
    if outcome.refused:
        yield Line("the commit was refused; `git commit --no-verify` commits anyway", label="hint", indent=1)


def _not_passed(model: HookModel) -> str:
    name = f"{model.part} ({model.entry})" if model.entry else model.part
    match model.outcome:
        case "not run":
            why = model.reason or f"the staged bytes never ran: `cadgit verify {model.entry}`"
        case "done":
            why = f"it ran and was not judged: `cadgit verify {model.entry}`"
        case _:
            why = f"{model.outcome}: {model.reason}" if model.reason else model.outcome
    return f"{name}: {why}"


def _committed(model: HookModel) -> str:
    assert model.candidate is not None
    of = f"{model.version.name}, " if model.version else ""
    return f"{model.entry} is {of}candidate {candidate_name(model.candidate)} ({model.outcome})"


def _pre_push(outcome: HookOutcome) -> Iterator[Block]:
    if outcome.left_behind:
        names = [version.name for version in outcome.left_behind]
        stay = "stays" if len(names) == 1 else "stay"
        yield Title(f"cadgit: {', '.join(names)} {stay} behind, as far as is known here", "warn")
        if outcome.remote.startswith((".", "/")) or ":" in outcome.remote:
            how = "give the remote a name (`git remote add`); then `cadgit push` and that name"
        else:
            how = f"`cadgit push {outcome.remote}`"
        yield Line(f"{how} sends versions with their files and records", indent=1)


def _moved(model: HookModel) -> str:
    assert model.version is not None
    what = "is not there any more" if model.outcome == "missing" else "is no longer"
    promoted = f"{model.version.name}, promoted {numbers.moment(model.version.when)}"
    if model.outcome == "missing":
        return f"{model.entry} {what}; it was {promoted}"
    return f"{model.entry} {what} {promoted}; `cadgit restore {model.version.name}` brings that back"


def files(hooks: tuple[HookFile, ...]) -> Iterator[Block]:
    """Each of git's hooks that `init` was asked about, with the line to add to one that is somebody else's."""
    for file in hooks:
        if file.state == "foreign":
            yield Line(
                f"{file.name}: {file.path} is not cadgit's, so it was left as it is; add to it:", "warn", indent=1
            )
            yield Line(file.line, "code", indent=2)
        else:
            yield Line(f"{file.name}: {file.state}", indent=1)
