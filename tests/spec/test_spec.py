"""A spec has a stable order, a text that it can be read back from, and a hash over text and files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from cadgit import config
from cadgit.spec import (
    KEYS,
    Attachment,
    Clearance,
    Holes,
    KeepOut,
    OfKind,
    Range,
    Reference,
    Region,
    Size,
    Spec,
    SpecError,
    Symmetry,
    Unchanged,
    Volume,
    from_text,
    spec_sha256,
)

from .samples import EVERYTHING

FIVE = Range(4.99, 5.01, "5")


def test_a_spec_with_everything_is_read_back_from_its_text() -> None:
    spec = config.parse(EVERYTHING, Path("/repository/cadgit.toml")).parts[0].spec
    assert spec is not None
    assert {named.check.removeprefix("spec.").replace("-", "_") for named in spec.requirements} == set(KEYS)
    assert from_text(spec.text()) == spec
    assert spec.unspecified(assembly=True) == ()


def test_the_text_states_tolerances_that_nobody_wrote() -> None:
    """A version was judged by the defaults of its day."""
    text = Spec(
        holes=(Holes(FIVE),), reference=(Reference("a.step", 1.0),), keep_out=(KeepOut(Region(step="b.step")),)
    ).text()
    assert "position_tolerance = 0.01" in text and "max_volume = 0.01" in text
    assert "box" not in text and "pitch_circle" not in text


def test_an_empty_spec_has_no_text_and_no_hash() -> None:
    assert Spec().text() == ""
    assert from_text("") == Spec()
    assert spec_sha256("", ()) == ""


def test_requirements_come_in_the_order_of_the_fields_and_several_are_numbered() -> None:
    spec = Spec(holes=(Holes(FIVE), Holes(Range(3.0, 3.0, "3"))), kind=OfKind("solid"), volume=Volume(FIVE))
    assert [named.name for named in spec.requirements] == ["spec.kind", "spec.volume", "spec.holes.1", "spec.holes.2"]
    assert [named.check for named in spec.requirements][-2:] == ["spec.holes", "spec.holes"]
    assert [named.name for named in replace(spec, holes=(Holes(FIVE),)).requirements][-1] == "spec.holes"


def test_a_requirement_of_another_cadgit_is_refused_and_not_passed_over() -> None:
    text = Spec(kind=OfKind("solid")).text()
    with pytest.raises(SpecError, match="does not know"):
        from_text(text + '\n[colour]\nname = "red"\n')
    with pytest.raises(SpecError, match="does not know"):
        from_text(text.replace('kind = "solid"', 'kind = "solid"\nexactly = true'))
    with pytest.raises(SpecError, match="cannot be read"):
        from_text("[kind]\nkind = 3\n")
    with pytest.raises(SpecError, match="cannot be read"):
        from_text("[kind")


def test_a_text_of_an_older_cadgit_is_read_with_the_defaults_of_today() -> None:
    spec = Spec(symmetry=(Symmetry("XZ"),), kind=OfKind("solid"))
    older = spec.text().replace("offset = 0.0\n", "")
    assert older != spec.text()
    assert from_text(older) == spec


def test_a_table_that_is_empty_asks_for_nothing_and_is_no_unknown_requirement() -> None:
    assert from_text("") == Spec()
    with pytest.raises(SpecError, match="does not know"):
        from_text("[tolerances]\n")


def test_the_hash_covers_the_text_and_the_files() -> None:
    text = Spec(reference=(Reference("a.step", 1.0),)).text()
    one = spec_sha256(text, [Attachment("a.step", "1" * 64)])
    assert len(one) == 64
    others = {
        spec_sha256(text, [Attachment("a.step", "2" * 64)]),
        spec_sha256(text, [Attachment("a.step")]),
        spec_sha256(text.replace("1.0", "2.0"), [Attachment("a.step", "1" * 64)]),
    }
    assert len(others) == 3 and one not in others
    both = [Attachment("a", "1" * 64), Attachment("b", "2" * 64)]
    assert spec_sha256(text, both) == spec_sha256(text, both[::-1])


def test_attachments_are_the_files_that_requirements_name_each_once() -> None:
    spec = Spec(
        keep_out=(KeepOut(Region(step="b.step")), KeepOut(Region(step="a.step"))),
        reference=(Reference("a.step", 1.0),),
        unchanged=(Unchanged(2, config.parse(EVERYTHING, Path("/x")).parts[0].spec.unchanged[0].outside),),  # type: ignore[union-attr]
    )
    assert spec.attachments == ("a.step", "b.step", "v2.brep")


def test_what_is_not_specified_is_named_and_between_children_only_where_there_are_some() -> None:
    spec = Spec(size=Size(x=FIVE), clearance=())
    assert "size" not in spec.unspecified(assembly=False)
    assert {"mass", "centre of mass", "keep out", "wall"} <= set(spec.unspecified(assembly=False))
    assert "clearance" not in spec.unspecified(assembly=False)
    assert "clearance" in spec.unspecified(assembly=True)
    assert "clearance" not in Spec(clearance=(Clearance(("a", "b"), 1.0),)).unspecified(assembly=True)
