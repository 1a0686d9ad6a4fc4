"""Directions and section planes, read strictly."""

from __future__ import annotations

import pytest

from cadgit.errors import UsageError
from cadgit.viewpoints import VIEWS, Section, section, viewpoint


@pytest.mark.parametrize("name", [*VIEWS, "30/20", "-12.5/-90"])
def test_a_view_has_three_directions_at_right_angles(name: str) -> None:
    view = viewpoint(name)
    axes = (view.right, view.up, view.back)
    for i, a in enumerate(axes):
        for j, b in enumerate(axes):
            assert sum(x * y for x, y in zip(a, b, strict=True)) == pytest.approx(float(i == j))
    x, y, z = view.right, view.up, view.back
    across = (x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0])
    assert across == pytest.approx(z)  # not mirrored


def test_the_front_is_seen_from_minus_y_with_z_up_and_the_right_from_plus_x() -> None:
    assert viewpoint("front").back == pytest.approx((0, -1, 0))
    assert viewpoint("front").up == pytest.approx((0, 0, 1))
    assert viewpoint("right").back == pytest.approx((1, 0, 0))
    assert viewpoint("top").up == pytest.approx((0, 1, 0))
    assert viewpoint("90/0").back == viewpoint("right").back


@pytest.mark.parametrize("name", ["", "ISO", "isometric", "0/91", "1/2/3", "nan/0"])
def test_another_view_is_refused_with_those_that_there_are(name: str) -> None:
    with pytest.raises(UsageError) as caught:
        viewpoint(name)
    assert "iso-below" in caught.value.hint and "30/20" in caught.value.hint


def test_planes_are_named_by_axis_coordinate_or_plane() -> None:
    assert section("x") == Section(0, None)
    assert section("y=-12.5") == Section(1, -12.5)
    assert section("XZ") == section("y=0") == Section(1, 0.0)
    assert section("xy") == Section(2, 0.0)


@pytest.mark.parametrize("text", ["w", "x=", "x=1mm", "xx", "x=nan"])
def test_another_plane_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="no section plane"):
        section(text)
