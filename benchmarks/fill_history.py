"""Give a model a long past, for `history_size.py`: candidates that ran and passed, without running them.

    python fill_history.py COUNT

in a repository whose last candidate of `plain.py` is real. Its record and verdict are what each of the others gets.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from cadgit import codec
from cadgit.git import trees
from cadgit.git.candidate_commits import candidate_message
from cadgit.git.candidates import META_PATH
from cadgit.git.note_trees import with_entries
from cadgit.git.notes import WIDTH
from cadgit.git.refs import CandidatesRef, NotesRef
from cadgit.git.transaction import RefUpdate, transact
from cadgit.records import Closure, SourceFile
from cadgit.workflow.workspace import Workspace, now


def fill(ws: Workspace, count: int) -> None:
    """Add `count` candidates to the line, with a run record and a verdict each, in one move of three refs."""
    repository, part = ws.repository, "plain"
    tip = ws.candidates.tip(part)
    assert tip is not None
    (run,), (verdict,) = ws.candidates.runs(tip.id)[:1], ws.candidates.verdicts(tip.id)[-1:]
    source, meta = ws.candidates.closure_of(tip).source, codec.dumps(codec.to_plain(tip.meta)).encode()
    notes: dict[str, dict[str, str | None]] = {"run": {}, "verify": {}}
    parent = tip.id
    for number in range(tip.number + 1, tip.number + 1 + count):
        closure = Closure("plain.py", (SourceFile("plain.py", source + b"# from the past: %d\n" % number),))
        files = (*closure.files, SourceFile(META_PATH, meta))
        tree = trees.write_tree(repository.raw, files)
        parent = repository.write_commit(tree, [parent], candidate_message(part, "main", number), now())
        hashes = {"source_sha256": closure.source_sha256, "closure_sha256": closure.closure_sha256}
        records = {"run": replace(run, tree=tree, **hashes), "verify": replace(verdict, tree=tree)}
        for space, record in records.items():
            text = codec.dumps({space: [codec.to_plain(record)]}, width=WIDTH)
            notes[space][parent] = repository.write_blob(text.encode())
    updates = [RefUpdate(CandidatesRef(part).name, tip.id, parent)]
    for space in ("run", "verify"):
        ref = NotesRef(space).name
        before = repository.ref(ref)
        assert before is not None
        tree = with_entries(repository.raw, repository.raw[before].tree, notes[space])[-1]
        updates.append(RefUpdate(ref, before, repository.write_commit(tree, [before], "from the past\n", now())))
    transact(repository, updates)


if __name__ == "__main__":
    with Workspace.open(Path.cwd()) as workspace:
        fill(workspace, int(sys.argv[1]))
