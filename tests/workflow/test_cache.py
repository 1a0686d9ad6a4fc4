"""The cache: right or absent, never wrong, never in the way."""

from __future__ import annotations

import os
from pathlib import Path

from cadgit.records import ManifestNode
from cadgit.workflow.cache import Cache

MANIFEST = ManifestNode("box", color=(1.0, 0.5, 0.0, 1.0), children=(ManifestNode("lid"), ManifestNode("base")))


def test_bytes_come_back_by_their_hash(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    digest = cache.put("step", b"ISO-10303-21;")
    assert cache.get("step", digest) == b"ISO-10303-21;"
    assert cache.get("brep", digest) is None


def test_a_damaged_file_is_a_miss_not_an_answer(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    digest = cache.put("step", b"good")
    (file,) = (path for path in tmp_path.rglob("*") if path.is_file())
    file.write_bytes(b"bad")
    assert cache.get("step", digest) is None


def test_geometry_comes_back_with_the_labels_of_its_own_run(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    labelled, plain = cache.put_result(b"brep", MANIFEST), cache.put_result(b"brep", None)
    assert labelled[0] == plain[0]
    assert cache.get_result(*labelled) == (b"brep", MANIFEST)
    assert cache.get_result(*plain) == (b"brep", None)
    assert cache.get_result(labelled[0], "") is None


def test_labels_without_geometry_are_a_miss(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    digest, labels = cache.put_result(b"brep", MANIFEST)
    next((tmp_path / "brep").rglob(digest)).unlink()
    assert cache.get_result(digest, labels) is None


def test_labels_that_somebody_edited_are_a_miss(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    digest, labels = cache.put_result(b"brep", MANIFEST)
    file = next((tmp_path / "manifest").rglob(labels))
    file.write_text(file.read_text(encoding="utf-8").replace("lid", "forged"), encoding="utf-8")
    assert cache.get_result(digest, labels) is None


def test_a_place_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be", encoding="utf-8")
    cache = Cache(tmp_path / "cache")
    digest = cache.put("brep", b"brep")
    assert cache.get("brep", digest) is None


def test_pruning_drops_the_oldest_files_first(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    digests = [cache.put("step", bytes([n]) * 100) for n in range(5)]
    for age, digest in enumerate(digests):
        path = next(tmp_path.rglob(digest))
        os.utime(path, (1000 + age, 1000 + age))
    cache.prune(limit=200)
    assert [cache.get("step", digest) is not None for digest in digests] == [False, False, False, True, True]
