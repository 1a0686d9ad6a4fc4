"""Nothing can be asked for that nobody judges."""

from __future__ import annotations

import cadgit.checks.spec  # noqa: F401 - registers the checks
from cadgit.checks.registry import lookup, names
from cadgit.spec import KEYS, PREFIX


def test_every_requirement_has_a_check_with_a_line_of_documentation() -> None:
    checks = {PREFIX + key.replace("_", "-") for key in KEYS}
    assert checks == {name for name in names() if name.startswith(PREFIX)}
    assert all(lookup(name).doc.endswith(".") for name in checks)
