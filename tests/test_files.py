"""Files are written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cadgit.files import read_whole, write_atomically


def test_a_device_is_not_read_as_it_might_never_end(tmp_path: Path) -> None:
    link = tmp_path / "zero.step"
    link.symlink_to("/dev/zero")
    for device in (Path("/dev/zero"), link):
        with pytest.raises(OSError, match="Is a device"):
            read_whole(device)
    (tmp_path / "part.step").write_bytes(b"data")
    assert read_whole(tmp_path / "part.step") == b"data"


def test_a_new_file_gets_the_umask_s_permissions(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_atomically(tmp_path / "part.step", b"data")
    finally:
        os.umask(before)
    assert (tmp_path / "part.step").stat().st_mode & 0o777 == 0o640


def test_a_file_that_is_there_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "part.step"
    path.write_bytes(b"old")
    path.chmod(0o604)
    write_atomically(path, b"new", sync=True)
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == 0o604


def test_on_an_error_the_old_file_stays_and_nothing_lies_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "part.step"
    path.write_bytes(b"old")

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(OSError, match="No space"):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["part.step"]
