"""The provenance of a version: a short block of TOML that people read in git log, and that holds all of it."""

from __future__ import annotations

import dataclasses
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cadgit.codec import CodecError
from cadgit.frozen import complete_all
from cadgit.git import provenance
from cadgit.git.notes import WIDTH
from cadgit.git.repository import Repository
from cadgit.git.versions import Versions
from cadgit.records import Box, Environment, Font, Geometry, Override, Promotion, SolidMeasure, StepHeader
from tests.conftest import Git

from .samples import add, promote, promotion

complete_all()  # hypothesis reads their signatures

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
words = st.from_regex(r"[a-z][a-z.-]{0,9}", fullmatch=True)
hashes = st.text("0123456789abcdef", min_size=40, max_size=64)
sizes = st.integers(0, 2**40)
floats = st.floats(allow_nan=False)
points = st.tuples(floats, floats, floats)
ranks = ("pass", "warn", "not checked", "fail")


@st.composite
def promotions(draw: st.DrawFn) -> Promotion:
    """Any promotion that a workflow could make."""
    environment = Environment(
        *(draw(texts) for _ in range(5)),
        distributions=tuple(draw(st.lists(texts, max_size=3))),
        fonts=tuple(draw(st.lists(st.builds(Font, texts, texts, texts, hashes), max_size=2))),
    )
    parameters = draw(st.lists(st.builds(Override, words, texts), max_size=2))
    part = draw(words)
    header = StepHeader(
        *(part, draw(words), draw(hashes), draw(hashes), draw(hashes), environment.build123d, environment.occt),
        parameters=tuple(parameters),
        time_stamp=draw(sizes),
    )
    solids = st.builds(SolidMeasure, texts, floats, floats, points)
    geometry = Geometry(
        draw(st.sampled_from(["solid", "assembly", "sketch"])),
        draw(st.none() | st.builds(Box, points, points)),
        *(draw(floats), draw(floats), draw(st.none() | points), *(draw(sizes) for _ in range(4))),
        labels=tuple(draw(st.lists(texts, max_size=3))),
        parts=tuple(draw(st.lists(solids, max_size=2))),
    )
    checks = sorted(
        draw(st.lists(st.tuples(words, st.sampled_from(ranks)), max_size=6)), key=lambda c: ranks.index(c[1])
    )
    return Promotion(
        *(part, draw(st.integers(1, 10**6)), draw(hashes), draw(st.integers(1, 10**6)), draw(words)),
        *(draw(words), draw(texts), header, environment, tuple(draw(st.lists(words, max_size=3))), draw(texts)),
        *(geometry, draw(hashes), draw(sizes), draw(hashes), draw(sizes), draw(hashes)),
        tuple(f"{name}: {status}" for name, status in checks),
        *(draw(words), draw(texts), tuple(draw(st.lists(words, max_size=2))), draw(texts), draw(texts)),
        renumbered_from=draw(texts),
        labels_sha256=draw(hashes),
        spec_sha256=draw(st.just("") | hashes),
    )


@given(promotions())
@settings(max_examples=60)
def test_whatever_a_promotion_says_is_read_back_from_its_note(made: Promotion) -> None:
    (note,) = tomllib.loads(provenance.block(made))["promote"]
    assert provenance.from_note(note) == replace(made, message="")


@given(promotions())
@settings(max_examples=20)
def test_keys_of_a_later_cadgit_are_passed_over(made: Promotion) -> None:
    note = {**provenance.to_note(made), "moon": {"phase": 3}, "weather": [1, 2]}
    assert provenance.from_note(note) == replace(made, message="")


@pytest.mark.parametrize(
    "broken",
    [
        {"candidate": "nonsense"},
        {"candidate": 7},
        {"versions": ["cadgit 1"]},
        {"versions": "x"},
        {"result": []},
        {"result": ["solid", "faces many"]},
        {"box": [[1.0]]},
        {"fonts": [["Arial"]]},
        {"parameters": ["width"]},
        {"bytes": 3},
        {"promoted": 3},
        {"passed": 3},
    ],
    ids=str,
)
def test_a_note_that_somebody_edited_is_refused_and_no_crash(broken: dict[str, Any]) -> None:
    note = provenance.to_note(SAMPLE) | broken
    with pytest.raises(CodecError):
        provenance.from_note(note)


@pytest.mark.parametrize("key", ["candidate", "version", "versions", "result", "bytes", "tree", "promoted"])
def test_a_note_without_what_it_has_to_say_is_refused(key: str) -> None:
    note = provenance.to_note(SAMPLE)
    del note[key]
    with pytest.raises(CodecError):
        provenance.from_note(note)


FONT = Font("Arial", "Liberation Sans", "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf", "f" * 64)
GATE = ("result", "size", "solids", "closed", "manifold", "tolerance", "volume", "disjoint", "valid", "overlap")
LAYERS = (
    *("user-namespace", "namespaces", "own-proc", "read-only-world", "scratch-limit", "session", "environment"),
    *("rlimits", "no-capabilities", "landlock-7", "seccomp"),
)
SAMPLE = Promotion(
    part="motor_mount",
    version=2,
    candidate="1d671dbbac60ae44374a0d5931a1d99ecf518549",
    number=4,
    line="main",
    when="2026-11-30T16:52:46+00:00",
    who="Ada Tester <ada@example.com>",
    header=StepHeader(
        *("motor_mount", "motor_mount.py", "1" * 64, "2" * 64, "d4273e33b96594ec9277e7eec8a7dd1348351c62"),
        *("0.13.0", "8.0.1", (Override("width", "50"), Override("hole", "2.5*CM"))),
    ),
    environment=Environment("3.11.7", "0.13.0", "8.0.1.1", "8.0.1", "linux-x86_64", (), (FONT,)),
    sandbox=LAYERS,
    cadgit="0.1.0",
    geometry=Geometry(
        *("solid", Box((0.0, -27.15, 0.0), (48.0, 27.15, 51.3)), 30161.76972, 15053.21512, (15.12838, 0.0, 16.03143)),
        *(1, 30, 76, 48),
    ),
    brep_sha256="3" * 64,
    brep_bytes=33616,
    step_sha256="4" * 64,
    step_bytes=101331,
    step_blob="1570ae5581214a5077db4c14ecb55818be5bef30",
    checks=(
        *(f"{name}: pass" for name in (*GATE, "watertight", "step.write", *(f"step.{name}" for name in GATE))),
        *("round-trip: pass", "spec.size: pass", "spec.holes: pass"),
    ),
    deterministic="a second, cold run made the same bytes",
    message="holes for M5",
    previous="d9e76cc096bda0686df554f45570b914a8bdbad1",
    labels_sha256="5" * 64,
    spec_sha256="7" * 64,
)


def test_a_note_is_short_and_as_wide_as_a_terminal(snapshot: Any) -> None:
    text = provenance.block(SAMPLE)
    assert max(map(len, text.splitlines())) <= WIDTH
    assert text == snapshot


def test_a_plain_version_s_note_has_about_25_lines() -> None:
    plain = replace(
        SAMPLE,
        environment=replace(SAMPLE.environment, fonts=()),
        header=replace(SAMPLE.header, parameters=()),
        checks=tuple(check for check in SAMPLE.checks if not check.startswith("spec.")),
        spec_sha256="",
        previous="",
    )
    assert len(provenance.block(plain).splitlines()) <= 26


def test_every_field_of_a_promotion_is_in_the_note() -> None:
    others = {"header", "environment", "geometry", "checks", "withdrawn", "message"}
    text = provenance.block(replace(SAMPLE, renumbered_from="v1 abc", accepted_unchecked=("overlap",)))
    for field in dataclasses.fields(Promotion):
        value = getattr(SAMPLE, field.name)
        if field.name not in others and value and not isinstance(value, tuple):
            assert str(value) in text, field.name
    assert 'renumbered_from = "v1 abc"' in text and 'accepted_unchecked = ["overlap"]' in text


def test_plain_git_log_shows_the_block_and_the_tag_has_the_same(repo: Path, git: Git) -> None:
    candidate, _ = add(repo, "a")
    version = promote(repo, candidate, message="[[promote]]\npart = 'a trap'")
    shown = git("log", "-1", "--notes=cadgit/*", version.tag, cwd=repo)
    expected = provenance.block(promotion(candidate, 1, "", version_blob(git, repo)))
    assert "".join(f"    {line}\n" for line in expected.splitlines()) in f"{shown}\n"
    assert git("tag", "-l", "--format=%(contents)", version.tag, cwd=repo).rstrip().endswith(expected.rstrip())


def version_blob(git: Git, repo: Path) -> str:
    return git("rev-parse", "refs/cadgit/artifacts/bracket/v1:bracket.step", cwd=repo)


def test_a_message_that_looks_like_provenance_does_not_replace_it(repo: Path, git: Git) -> None:

    candidate, _ = add(repo, "a")
    version = promote(repo, candidate, message="[[promote]]\npart = 'a trap'")
    git("update-ref", "-d", "refs/notes/cadgit/promote", cwd=repo)
    assert Versions(Repository.open(repo)).promotion(version).part == "bracket"
