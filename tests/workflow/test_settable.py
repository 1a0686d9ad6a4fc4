"""The names that ``-P`` can replace are those of the file as it is now."""

from __future__ import annotations

from typing import Any

import pytest

from cadgit.errors import RefError
from cadgit.workflow.settable import settable


def test_the_names_that_are_bound_once_to_a_literal(made: Any) -> None:
    made.write("box.py", "width, wall = 40, 2\ntwice = 2 * len('x')\nn = 1\nn = 2\n")
    assert settable(made.ws, "box.py") == ("width", "wall")
    made.write("box.py", "depth = 1\n")
    assert settable(made.ws, "box.py") == ("depth",)


def test_what_is_no_model_has_none(made: Any) -> None:
    with pytest.raises(RefError):
        settable(made.ws, "nothing.py")
