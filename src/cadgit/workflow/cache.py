"""The cache inside the common git directory: content-addressed, checked when read, and may vanish at any time."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

from ..codec import CodecError, from_plain, to_plain
from ..files import write_atomically
from ..records import ManifestNode

#: The oldest files go when the cache outgrows this many bytes.
MAX_BYTES = 2 << 30


def manifest_sha256(manifest: ManifestNode | None) -> str:
    """The hash by which a run's record names its labels."""
    return hashlib.sha256(_manifest_text(manifest)).hexdigest()


def _manifest_text(manifest: ManifestNode | None) -> bytes:
    return json.dumps(to_plain(manifest) if manifest else None).encode()


class Cache:
    """Files by kind and SHA-256. A damaged or missing file is a miss; a full disk only means that nothing is kept."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory

    def put(self, kind: str, data: bytes) -> str:
        """Keep `data`; returns its SHA-256 in hex."""
        digest = hashlib.sha256(data).hexdigest()
        path = self._path(kind, digest)
        if not path.exists():
            self._write(path, data)
        return digest

    def get(self, kind: str, digest: str) -> bytes | None:
        """The bytes with that hash, or None."""
        try:
            data = self._path(kind, digest).read_bytes()
        except OSError:
            return None
        return data if hashlib.sha256(data).hexdigest() == digest else None

    def put_made(self, kind: str, key: str, data: bytes) -> None:
        """Keep what was made from something else: `key` says from what and how."""
        self._write(self._made(kind, key), hashlib.sha256(data).digest() + data)

    def get_made(self, kind: str, key: str) -> bytes | None:
        """What was made from that in that way, or None."""
        try:
            stored = self._made(kind, key).read_bytes()
        except OSError:
            return None
        data = stored[32:]
        return data if hashlib.sha256(data).digest() == stored[:32] else None

    def _made(self, kind: str, key: str) -> Path:
        return self._path(kind, hashlib.sha256(key.encode()).hexdigest())

    def put_result(self, brep: bytes, manifest: ManifestNode | None) -> tuple[str, str]:
        """Keep a run's geometry and its labels; returns the SHA-256 of the BREP bytes and that of the labels."""
        return self.put("brep", brep), self.put("manifest", _manifest_text(manifest))

    def get_result(self, brep_sha256: str, manifest_sha256: str) -> tuple[bytes, ManifestNode | None] | None:
        """Geometry and labels of a run, or None when either is gone."""
        brep, text = self.get("brep", brep_sha256), self.get("manifest", manifest_sha256)
        if brep is None or text is None:
            return None
        try:
            plain = json.loads(text)
            return brep, None if plain is None else from_plain(ManifestNode, plain)
        except (ValueError, CodecError):  # written by a cadgit that knew other fields
            return None

    def _path(self, kind: str, digest: str) -> Path:
        return self._directory / kind / digest[:2] / digest

    def _write(self, path: Path, data: bytes) -> None:
        # The cache is a convenience: that it cannot be written must not fail a run whose record was kept.
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, data)
            if path.name.startswith("00"):
                self.prune()

    def unused_since(self, moment: float) -> tuple[tuple[Path, int], ...]:
        """Path and size in bytes of the files that were neither written nor read since `moment` (Unix time)."""
        # Many disks note a reading once a day only, which is good enough where days are counted.
        return tuple((path, size) for used, size, path in self._files() if used < moment)

    def drop(self, files: Iterable[Path]) -> None:
        """Remove files; those that are gone already, or cannot be removed, are no error."""
        for path in files:
            with contextlib.suppress(OSError):
                path.unlink()

    def prune(self, limit: int = MAX_BYTES) -> None:
        """Remove the files that were written longest ago until at most `limit` bytes are left."""
        files = self._files(written=True)
        total = sum(size for _, size, _ in files)
        for _, size, path in sorted(files):
            if total <= limit:
                return
            with contextlib.suppress(OSError):
                path.unlink()
                total -= size

    def _files(self, *, written: bool = False) -> list[tuple[float, int, Path]]:
        """When each file was last used (or `written`), its size in bytes, and its path."""
        files: list[tuple[float, int, Path]] = []
        for path in self._directory.rglob("*"):
            with contextlib.suppress(OSError):
                if path.is_file():
                    stat = path.stat()
                    used = stat.st_mtime if written else max(stat.st_mtime, stat.st_atime)
                    files.append((used, stat.st_size, path))
        return files
