"""Plain advice for the failures that OCCT and build123d produce most, from what the exception says.

OCCT's own words (``BRep_API: command not done``) tell a programmer of OCCT what happened, and the author of a model
nothing. Each rule names what usually is the cause and the first thing to try.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rule:
    """Advice for exceptions whose type name and text (``"ValueError: …"``, with causes) match `error`, and whose
    source line matches `line`."""

    error: str
    advice: str
    line: str = ""

    def fits(self, text: str, line: str) -> bool:
        """Whether this rule is about that exception, raised by that source line."""
        return bool(re.search(self.error, text, re.IGNORECASE) and re.search(self.line, line, re.IGNORECASE))


RULES: tuple[Rule, ...] = ()


def advice(error: BaseException, line: str = "") -> str:
    """What to try after this exception; empty if there is nothing better to say than the exception does.

    Args:
        line: the model's source line that failed, as different calls fail with the same words.
    """
    text = _text(error)
    return next((rule.advice for rule in RULES if rule.fits(text, line)), "")


def _text(error: BaseException | None) -> str:
    parts = []
    for _ in range(8):
        if error is None:
            break
        try:
            parts.append(f"{type(error).__name__}: {error}")
        except Exception:
            parts.append(type(error).__name__)
        error = error.__cause__ or error.__context__
    return "\n".join(parts)


_ = Callable
