"""The cache inside the common git directory: content-addressed, checked when read, and may vanish at any time."""

from __future__ import annotations

import contextlib
import hashlib
import json
from pathlib import Path

from ..codec import CodecError, from_plain, to_plain
from ..files import write_atomically
from ..records import ManifestNode

#: The oldest files go when the cache outgrows this many bytes.
MAX_BYTES = 2 << 30


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

    def put_result(self, tree: str, brep: bytes, manifest: ManifestNode | None) -> str:
        """Keep a run's geometry and its labels; returns the SHA-256 of the BREP bytes."""
        digest = self.put("brep", brep)
        # Equal geometry may carry other labels in another candidate, so the tree is part of the key.
        text = json.dumps(to_plain(manifest) if manifest else None)
        self._write(self._manifest_path(tree, digest), text.encode())
        return digest

    def get_result(self, tree: str, digest: str) -> tuple[bytes, ManifestNode | None] | None:
        """Geometry and labels of a run, or None when either is gone."""
        brep = self.get("brep", digest)
        try:
            plain = json.loads(self._manifest_path(tree, digest).read_text())
            manifest = None if plain is None else from_plain(ManifestNode, plain)
        except (OSError, ValueError, CodecError):
            return None
        return None if brep is None else (brep, manifest)

    def _path(self, kind: str, digest: str) -> Path:
        return self._directory / kind / digest[:2] / digest

    def _manifest_path(self, tree: str, digest: str) -> Path:
        return self._directory / "manifest" / tree[:2] / f"{tree}-{digest}"

    def _write(self, path: Path, data: bytes) -> None:
        # The cache is a convenience: that it cannot be written must not fail a run whose record was kept.
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, data)
            if path.name.startswith("00"):
                self.prune()

    def prune(self, limit: int = MAX_BYTES) -> None:
        """Remove the files that were written longest ago until at most `limit` bytes are left."""
        files: list[tuple[float, int, Path]] = []
        for path in self._directory.rglob("*"):
            with contextlib.suppress(OSError):
                if path.is_file():
                    stat = path.stat()
                    files.append((stat.st_mtime, stat.st_size, path))
        total = sum(size for _, size, _ in files)
        for _, size, path in sorted(files):
            if total <= limit:
                return
            with contextlib.suppress(OSError):
                path.unlink()
                total -= size
