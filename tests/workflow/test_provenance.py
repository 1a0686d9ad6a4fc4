"""What a version says of itself is put together from its run and verdict."""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import replace

from cadgit.records import Box, CheckResult, ManifestNode, SolidMeasure
from cadgit.workflow.provenance import promotion_of, rounded, version_files

from .conftest import Made, box

NOISY = replace(
    box(1, 2, 3),
    box=Box((-1.7763568394002505e-15, -0.0, 1e-7), (1.00000000000001, 2.0, 3.0)),
    volume=30161.76971771323,
    parts=(SolidMeasure("", 1.0, 2.0, (0.0, 0.0, 0.0)),),
    centre_of_mass=(1 / 3, -1e-17, 0.0),
)


def test_a_note_states_no_noise_of_arithmetic() -> None:
    found = rounded(NOISY)
    assert repr(found.box) == repr(Box((0.0, 0.0, 0.0), (1.0, 2.0, 3.0)))
    assert found.volume == 30161.76972 and repr(found.centre_of_mass) == "(0.33333, 0.0, 0.0)"
    assert found.parts == ()
    empty = rounded(replace(NOISY, box=None, centre_of_mass=None))
    assert (empty.box, empty.centre_of_mass) == (None, None)


def test_files_and_provenance_name_the_same_bytes(made: Made) -> None:
    candidate = made.candidate("clip.py", "x = 1\n")
    record = made.ran(candidate, NOISY)
    record = replace(record, environment=replace(record.environment, distributions=("numpy==2.4.6",)))
    checks = (CheckResult("a", "warn", ""), CheckResult("b", "pass", ""), CheckResult("c", "not checked", ""))
    verdict = made.judged(candidate, *checks)
    files = version_files(candidate, record, b"BREP", ManifestNode("lid"), b"STEP")
    assert sorted(files) == ["clip.brep", "clip.step", "manifest.toml"]
    manifest = tomllib.loads(files["manifest.toml"].decode())
    assert manifest["manifest"] == {"label": "lid"} and manifest["environment"]["distributions"] == ["numpy==2.4.6"]
    promotion = promotion_of(made.ws, candidate, record, verdict, files)
    assert promotion.labels_sha256 == hashlib.sha256(files["manifest.toml"]).hexdigest()
    assert (promotion.step_bytes, promotion.brep_bytes) == (4, 4)
    assert promotion.checks == ("b: pass", "a: warn", "c: not checked")  # as the note groups them
    assert promotion.environment.distributions == () and promotion.geometry == rounded(NOISY)
