"""Which parts and lines an exchange is about."""

from __future__ import annotations

from ...frozen import frozen
from ..refs import CandidatesRef, NotesRef, check_line_name, check_part_name
from .names import SharedRef


@frozen
class Selection:
    """The parts and lines to exchange; empty for all. `candidates` false leaves candidates out altogether."""

    parts: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    candidates: bool = True

    def __post_init__(self) -> None:
        for part in self.parts:
            check_part_name(part)
        for line in self.lines:
            check_line_name(line)

    @property
    def everything(self) -> bool:
        """Whether nothing is left out."""
        return self.candidates and not self.parts and not self.lines

    def has_part(self, part: str) -> bool:
        """Whether the part is chosen."""
        return not self.parts or part in self.parts

    def has(self, ref: SharedRef) -> bool:
        """Whether the ref is chosen. Notes always are: one ref has those of all parts."""
        if isinstance(ref, NotesRef):
            return True
        if isinstance(ref, CandidatesRef) and not (self.candidates and (not self.lines or ref.line in self.lines)):
            return False
        return self.has_part(ref.part)
