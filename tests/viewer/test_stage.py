"""What the page relies on inside of three-cad-viewer, in a browser: an upgrade that breaks it is seen here."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Any

import numpy as np
import pytest

pytest.importorskip("ocp_tessellate")
pytest.importorskip("ocp_viewer")

from build123d import Box, Compound, Location, Solid
from PIL import Image

from cadgit.records import ManifestNode
from cadgit.shape.brep import FACE, shape_map
from cadgit.shape.ghost import ghost
from cadgit.shape.measure import bounding_box
from cadgit.shape.viewed import tessellated
from cadgit.viewer.assets import library
from cadgit.viewer.html import whole

#: From above, so that the model's axes are the picture's.
TOP = "() => { document.querySelector('#stage').stage.viewer.setView('top'); }"
EVIL = '<img src=x onerror="document.body.id=1">'


@pytest.fixture(scope="module")
def shape() -> Any:
    return Compound([Box(40, 30, 10).solid(), Solid.make_box(5, 5, 5).moved(Location((50, 0, 0)))]).wrapped


def top_face(shape: Any) -> int:
    """The number of the plate's face that looks up."""
    faces = shape_map(shape, FACE)
    boxes = {number: bounding_box(faces.FindKey(number)) for number in range(1, faces.Extent() + 1)}
    (found,) = [n for n, box in boxes.items() if box and box.minimum[2] == pytest.approx(5) and box.size[0] > 30]
    return found


@pytest.fixture(scope="module")
def page(chromium: Any, shape: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    manifest = ManifestNode(children=(ManifestNode(EVIL), ManifestNode("pin")))
    candidate = {"id": "c" * 40, "part": "plate", "line": "main", "number": 2, "when": "2026-01-01T10:00:00+00:00"}
    place = {"entity": f"face {top_face(shape)}", "point": [15, 10, 5]}
    elsewhere = {"entity": "face 1", "point": [0, 0, 5]}
    checks = [
        {"name": "spec.here", "status": "fail", "message": EVIL, "places": [place]},
        {"name": "step.solids", "status": "warn", "message": "", "places": [elsewhere]},
        {"name": "disjoint", "status": "warn", "message": "", "places": [{"entity": "solid 2 'face 3'"}]},
    ]
    width = {"name": "width", "line": 3, "text": "40", "kind": "int", "value": "40", "number": 40}
    shown = {
        "candidate": candidate,
        "name": "plate #2",
        "ref": "plate#2",
        "outcome": "fail",
        "model": "m",
        "good": candidate,
        "good_model": "m",
        "checks": checks,
        "before": {"number": 1, "id": "v"},
        "record": {"warnings": [EVIL]},
        "settings": [width],
    }
    data = {
        "state": {"parts": [], "live": None, "page": shown},
        "model": tessellated(shape, manifest, "plate", 1e-3),
        "ghost": ghost(Box(40, 30, 12).wrapped, Box(40, 30, 10).wrapped, "exact"),
        "pictures": {},
    }
    path = tmp_path_factory.mktemp("page") / "page.html"
    path.write_text(whole(data, library(), "plate </title><script>document.body.id=1</script>"), encoding="utf-8")
    page = chromium.new_page(viewport={"width": 1280, "height": 720})
    errors: list[str] = []
    asked: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(path.as_uri())
    page.wait_for_selector("#stage[data-candidate]")
    page.evaluate(TOP)
    yield page
    assert errors == []
    assert [url for url in asked if not url.startswith(("data:", "blob:", path.as_uri()))] == []


def picture(page: Any) -> Any:
    """The model as it is seen, as numbers from 0 to 1."""
    data = page.locator("#stage canvas").first.screenshot()
    return np.asarray(Image.open(BytesIO(data)).convert("RGB")) / 255.0


def blue(pixels: Any) -> float:
    """How much of a picture is the blue of what is selected."""
    red, _, blue = pixels.transpose(2, 0, 1)
    return float(np.mean((blue > 0.75) & (blue - red > 0.3)))


def test_a_check_colours_its_face_and_marks_its_point(page: Any) -> None:
    page.focus("#copy")
    before = blue(picture(page))
    page.focus("#verdict button[data-name='spec.here']")
    page.wait_for_selector("#stage[data-flagged='1']")
    after = blue(picture(page))
    assert after > before + 0.05
    mark, canvas = page.locator(".mark").bounding_box(), page.locator("#stage canvas").first.bounding_box()
    # The point is a place of the plate's upper right quarter, seen from above.
    seen = page.evaluate("() => document.querySelector('#stage').stage.project([15, 10, 5])")
    assert mark["x"] + mark["width"] / 2 == pytest.approx(canvas["x"] + canvas["width"] * (seen[0] + 1) / 2, abs=4)
    page.focus("#copy")
    page.wait_for_selector("#stage[data-flagged='0']")
    assert blue(picture(page)) == pytest.approx(before, abs=0.01)


@pytest.mark.slow
def test_the_ghost_comes_and_goes(page: Any) -> None:
    page.focus("#copy")
    before = picture(page)
    page.click("#ghost")
    page.wait_for_selector("#stage[data-ghost=true]")
    reddish = np.mean(picture(page)[..., 0] - picture(page)[..., 2] > 0.15)
    assert reddish > 0.05  # two mm of the plate were removed, which is seen from above
    page.click("#ghost")
    page.wait_for_selector("#stage[data-ghost=false]")
    page.focus("#copy")
    assert np.mean(np.abs(picture(page) - before) > 0.1) < 0.01


def test_a_solid_is_all_of_its_faces_whatever_its_label_says(page: Any) -> None:
    page.focus("#verdict button[data-name='disjoint']")
    page.wait_for_selector("#stage[data-flagged='6']")
    assert page.evaluate("() => document.querySelector('#stage').stage.named('face 99').length") == 0


def test_faces_of_the_step_file_are_not_taken_for_the_models(page: Any) -> None:
    # A file that is read again counts its faces in another order: the wrong one would be coloured.
    page.focus("#verdict button[data-name='step.solids']")
    page.wait_for_selector("#stage[data-flagged='0']")
    assert page.inner_text(".mark") == "face 1 of the STEP file"


def test_measuring_works_without_a_server(page: Any) -> None:
    answer = page.evaluate("""() => {
      const { viewer } = document.querySelector('#stage').stage;
      const solid = [...viewer.nestedGroup.registry.entries()].find((info) => info.solidPath);
      return viewer.meshBackend.properties(solid.solidPath);
    }""")
    assert answer["result"][0]["volume"] == pytest.approx(40 * 30 * 10, rel=1e-4)


def test_texts_of_a_model_are_no_html(page: Any) -> None:
    assert page.evaluate("document.body.id") == ""
    assert EVIL in page.inner_text("#verdict")
    assert page.title().startswith("plate #2")


def test_every_control_has_a_name_and_is_reached_by_keyboard(page: Any) -> None:
    nameless = page.evaluate("""() => [...document.querySelectorAll('button, input, select')]
      .filter((one) => one.closest('header, #side, #time'))
      .filter((one) => !(one.textContent.trim() || one.getAttribute('aria-label') || one.labels?.length))
      .map((one) => one.outerHTML)""")
    assert nameless == []
    page.focus("#stage")
    before = page.evaluate("() => document.querySelector('#stage').stage.viewer.getCameraPosition()")
    page.keyboard.press("2")
    assert page.evaluate("() => document.querySelector('#stage').stage.viewer.getCameraPosition()") != before
    page.evaluate(TOP)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_texts_are_readable_in_both_themes(page: Any, scheme: str) -> None:
    # WCAG 2.1, 1.4.3: a contrast of 4.5, by the relative luminance defined there.
    page.emulate_media(color_scheme=scheme)
    names = ["text", "dim", "accent", "pass", "fail", "warn", "unknown"]
    colours = page.evaluate(
        "names => names.map((n) => getComputedStyle(document.documentElement).getPropertyValue('--' + n).trim())",
        [*names, "panel", "ground", "code", "on-accent"],
    )

    def luminance(colour: str) -> float:
        parts = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
        linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
        return float(linear @ [0.2126, 0.7152, 0.0722])

    def contrast(one: str, other: str) -> float:
        low, high = sorted((luminance(one), luminance(other)))
        return (high + 0.05) / (low + 0.05)

    panel, ground, code, on_accent = colours[len(names) :]
    for name, colour in zip(names, colours, strict=False):
        for behind in (panel, ground, code):
            assert contrast(colour, behind) >= 4.5, (name, colour, behind)
    assert contrast(colours[names.index("accent")], on_accent) >= 4.5


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])
def test_nothing_is_cut_off_at_the_side(page: Any, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    room = page.evaluate("document.querySelector('#stage').clientWidth")
    page.wait_for_selector(f"#stage[data-width='{room - 16}']")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    canvas = page.locator("#stage canvas").first.bounding_box()
    assert canvas["x"] >= 0 and canvas["x"] + canvas["width"] <= width + 1
    outside = page.evaluate(
        """width => [...document.querySelectorAll('header button, #side input, #side button')]
        .filter((one) => one.getBoundingClientRect().right > width + 1).map((one) => one.outerHTML)""",
        width,
    )
    assert outside == []
