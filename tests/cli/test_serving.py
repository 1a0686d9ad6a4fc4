"""`cadgit watch --serve`: where the page is served, and what is watched."""

from __future__ import annotations

import pytest

from cadgit.cli.serving import ANY_PORT, split_port


@pytest.mark.parametrize(
    ("serve", "targets", "wanted"),
    [
        (None, ("a.py",), (None, ("a.py",))),
        (ANY_PORT, ("a.py",), (ANY_PORT, ("a.py",))),
        ("7374", ("a.py",), ("7374", ("a.py",))),
        # `--serve a.py`: a file stands where a port could.
        ("a.py", (), (ANY_PORT, ("a.py",))),
        ("a.py", ("b.py",), (ANY_PORT, ("a.py", "b.py"))),
    ],
)
def test_only_a_number_after_serve_is_a_port(
    serve: str | None, targets: tuple[str, ...], wanted: tuple[str | None, tuple[str, ...]]
) -> None:
    assert split_port(serve, targets) == wanted
