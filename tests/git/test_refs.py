"""Names of parts and lines, and the refs built from them."""

from __future__ import annotations

import subprocess
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cadgit.errors import NameError_
from cadgit.git.refs import (
    ArtifactsRef,
    CandidatesRef,
    NotesRef,
    PromotedRef,
    RenumberedRef,
    TagRef,
    check_line_name,
    check_no_clash,
    check_part_name,
    part_name_from,
)

stems = st.text(max_size=60)
names = stems.map(part_name_from)
lines = names.filter(lambda name: not (name[:1] in "vV" and name[1:].isdigit()))
numbers = st.integers(min_value=1, max_value=10**6)


@given(names, lines)
def test_a_candidates_ref_is_parsed_back_to_its_part_and_line(part: str, line: str) -> None:
    ref = CandidatesRef(part, line)
    assert CandidatesRef.parse(ref.name) == ref


@given(names, numbers)
def test_refs_of_a_version_are_parsed_back_to_part_and_number(part: str, number: int) -> None:
    for ref in (ArtifactsRef(part, number), TagRef(part, number)):
        assert type(ref).parse(ref.name) == ref


@given(names)
def test_a_promoted_ref_is_parsed_back_to_its_part(part: str) -> None:
    assert PromotedRef.parse(PromotedRef(part).name) == PromotedRef(part)


@given(names)
def test_a_renumbered_ref_is_parsed_back_to_its_part_and_commit(part: str) -> None:
    ref = RenumberedRef(part, "1a" * 20)
    assert RenumberedRef.parse(ref.name) == ref
    assert RenumberedRef.parse(PromotedRef(part).name) is None


@pytest.mark.parametrize("space", ["run", "verify", "promote", "trace"])
def test_a_notes_ref_is_parsed_back_to_its_space(space: str) -> None:
    assert NotesRef.parse(f"refs/notes/cadgit/{space}") == NotesRef(space)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "ref",
    [
        "refs/heads/main",
        "refs/cadgit/candidates/bracket",
        "refs/cadgit/candidates/bracket/main/deep",
        "refs/cadgit/candidates/bracket/v2",
        "refs/cadgit/artifacts/bracket/3",
        "refs/cadgit/artifacts/bracket/v0",
        "refs/tags/cadgit/bracket/v03",
        "refs/tags/cadgit/bracket/v٣",
        "refs/cadgit/promoted/a/b",
        "refs/notes/commits",
        "refs/notes/cadgit/other",
    ],
)
def test_a_ref_of_another_kind_is_not_parsed(ref: str) -> None:
    kinds = (CandidatesRef, PromotedRef, ArtifactsRef, TagRef, NotesRef)
    assert [kind.parse(ref) for kind in kinds] == [None] * 5


@given(stems)
def test_every_stem_gives_a_legal_part_name_that_stays_itself(stem: str) -> None:
    name = part_name_from(stem)
    assert check_part_name(name) == name
    assert part_name_from(name) == name


@given(st.lists(names, min_size=1, max_size=20))
@settings(max_examples=10)
def test_git_takes_every_name_that_we_take(parts: list[str]) -> None:
    for part in parts:
        done = subprocess.run(["git", "check-ref-format", PromotedRef(part).name])
        assert done.returncode == 0, part


@pytest.mark.parametrize(
    ("stem", "name"),
    [
        ("bracket", "bracket"),
        ("müller", "müller"),
        (unicodedata.normalize("NFD", "müller"), "müller"),
        ("name with spaces", "name-with-spaces"),
        ("a  :: b", "a-b"),
        (".hidden", "hidden"),
        ("x.lock", "x"),
        ("x.lock.lock", "x"),
        ("v1..2", "v1-2"),
        ("--", "part"),
        ("", "part"),
        ("user@host", "user-host"),
        ("部品", "部品"),
    ],
)
def test_a_part_name_derived_from_a_stem_keeps_letters_and_replaces_the_rest(stem: str, name: str) -> None:
    assert part_name_from(stem) == name


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("", "empty"),
        ("a b", "space"),
        ("a/b", "'/'"),
        ("a..b", "'..'"),
        ("a~1", "'~'"),
        ("a^", "'^'"),
        ("a:b", "':'"),
        ("a@{1}", "'@'"),
        ("x.lock", ".lock"),
        ("X.LOCK", ".lock"),
        (".x", "starts with '.'"),
        ("-x", "starts with '-'"),
        ("x.", "ends with '.'"),
        ("a\tb", "contains"),
        ("a\u00a0b", "space or control"),
        ("a\x85b", "space or control"),
        ("x" * 101, "longer than 100 bytes"),
        (unicodedata.normalize("NFD", "müller"), "NFC"),
        ("\udc80", "control"),
    ],
)
def test_an_illegal_name_is_refused_with_the_rule_and_a_better_one(name: str, says: str) -> None:
    with pytest.raises(NameError_, match="the part name") as caught:
        check_part_name(name)
    assert says in caught.value.message
    assert "for example" in caught.value.hint
    assert caught.value.exit_code == 2


@pytest.mark.parametrize("line", ["v2", "V10"])
def test_a_line_that_reads_like_a_version_is_refused(line: str) -> None:
    with pytest.raises(NameError_, match="version"):
        check_line_name(line)


def test_a_name_that_differs_in_case_only_is_refused_naming_both() -> None:
    with pytest.raises(NameError_, match=r"'Bracket'.*'bracket'"):
        check_no_clash("part", "Bracket", ["lid", "bracket"])
    check_no_clash("part", "bracket", ["lid", "bracket"])
