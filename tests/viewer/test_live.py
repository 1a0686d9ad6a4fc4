"""The page of a real watch in a real browser: what somebody sees who saves a file."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Git

pytestmark = pytest.mark.slow
pytest.importorskip("starlette")
pytest.importorskip("ocp_viewer")

MODEL = """\
from build123d import *

width = 40.0
hole = 8.0

result = Box(width, 30, 10) - Cylinder(hole / 2, 10)
result.label = '<img src=x onerror="document.body.id=1">'
"""
SPEC = """\
[parts.plate]
entry = "plate.py"

[parts.plate.spec]
size = { y = 30, z = 10 }
holes = [{ diameter = "7..9", count = 1 }]
mass = "<= 40 g"
material = "aluminium"
"""
PATIENCE = 90_000  # ms; the first run starts a kernel
VOLUME = "#measures tr:has(th:text-is('volume')) td >> nth=0"

#: From where the model is looked at, at what, and how large.
LOOKING = """() => {
  const { viewer } = document.querySelector('#stage').stage;
  const target = viewer.controls.getTarget().toArray();
  const away = viewer.getCameraPosition().map((value, axis) => value - target[axis]);
  const length = Math.hypot(...away);
  return { along: away.map((value) => value / length), target, scale: viewer.getCameraZoom() / viewer.bb_radius };
}"""


class Watch:
    """`cadgit watch --serve` as somebody starts it; what it tells is read line by line."""

    def __init__(self, folder: Path, port: str, *files: str) -> None:
        command = [sys.executable, "-m", "cadgit", "watch", "plate.py", *files, "--json", f"--serve={port}"]
        self._process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True)
        self._lines: queue.Queue[dict[str, Any]] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self.url: str = self.wait_for("serving")["url"]

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(json.loads(line))

    def wait_for(self, event: str) -> dict[str, Any]:
        """The next event of that kind."""
        while (told := self._lines.get(timeout=PATIENCE / 1000))["event"] != event:
            assert "error" not in told, told
        return told

    def end(self) -> int:
        self._process.send_signal(signal.SIGINT)
        return self._process.wait(timeout=30)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, git: Git) -> Path:
    path = tmp_path_factory.mktemp("live")
    git("init", "--quiet", cwd=path)
    for key, value in (("user.name", "Ada Tester"), ("user.email", "ada@example.com")):
        git("config", key, value, cwd=path)
    (path / "cadgit.toml").write_text(SPEC, encoding="utf-8")
    (path / "plate.py").write_text(MODEL, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def port() -> str:
    import socket

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return str(free.getsockname()[1])


@pytest.fixture(scope="module")
def watch(folder: Path, port: str) -> Iterator[Watch]:
    watch = Watch(folder, port)
    yield watch
    watch.end()


@pytest.fixture
def page(chromium: Any, watch: Watch) -> Iterator[Any]:
    yield from opened(chromium, watch)


def opened(chromium: Any, watch: Watch, when: str = "#stage[data-candidate]") -> Iterator[Any]:
    context = chromium.new_context(viewport={"width": 1280, "height": 720})
    page = context.new_page()
    errors: list[str] = []
    asked: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.set_default_timeout(PATIENCE)
    page.goto(watch.url)
    page.wait_for_selector(when)
    yield page
    assert errors == []
    assert [url for url in asked if not url.startswith((watch.url, "data:", "blob:"))] == []
    assert page.evaluate("document.body.id") == ""  # a label is no HTML
    context.close()


def save(folder: Path, text: str) -> None:
    (folder / "plate.py").write_text(text, encoding="utf-8")


def shown(page: Any) -> str:
    candidate: str = page.get_attribute("#stage", "data-candidate")
    return candidate


def test_a_save_shows_the_new_volume_and_keeps_the_view(page: Any, folder: Path) -> None:
    page.locator("#state.pass").wait_for()
    before, candidate = page.inner_text(VOLUME), shown(page)
    page.focus("#stage")
    page.keyboard.press("6")  # from above
    page.click(".tcv_tab_clip")
    page.evaluate("() => document.querySelector('#stage').stage.viewer.setCameraZoom(1.7)")
    looking = page.evaluate(LOOKING)
    assert looking["along"] == pytest.approx([0, 0, 1], abs=1e-3)
    save(folder, MODEL.replace("30, 10)", "30, 14)", 1))
    page.locator(f"#stage:not([data-candidate='{candidate}'])").wait_for()
    assert page.inner_text(VOLUME) != before
    assert page.locator(".tcv_tab_clip.tcv_tab-selected").count() == 1
    now = page.evaluate(LOOKING)
    assert now["along"] == pytest.approx(looking["along"], abs=1e-6)
    assert now["target"] == pytest.approx(looking["target"], abs=1e-6)
    assert now["scale"] == pytest.approx(looking["scale"], rel=1e-6)  # a millimetre is as long as it was
    save(folder, MODEL)
    page.locator("#name", has_text="plate #1").wait_for()


def test_a_run_that_fails_keeps_the_model_and_shows_the_line(page: Any, folder: Path) -> None:
    candidate = shown(page)
    save(folder, MODEL.replace("hole / 2, 10", "hole / 0, 10"))
    page.wait_for_selector("#failure:not([hidden])")
    text = page.inner_text("#failure")
    assert "ZeroDivisionError" in text and "plate.py:6" in text
    assert "Cylinder(hole / 0, 10)" in text
    assert shown(page) == candidate
    assert "the last that ran" in page.inner_text("#shown")
    save(folder, MODEL)
    page.locator("#failure").wait_for(state="hidden")


def test_a_check_shows_its_place_on_the_model(page: Any, folder: Path) -> None:
    save(folder, MODEL.replace("hole = 8.0", "hole = 12.0"))
    check = page.locator("#verdict button[data-name='spec.holes']")
    page.locator("#verdict button.fail[data-name='spec.holes']").wait_for()
    check.focus()
    page.locator("#stage:not([data-flagged='0'])").wait_for()
    assert page.locator(".mark").count() >= 1
    assert page.get_attribute("#stage", "data-flagged") == "1"
    page.focus("#copy")
    page.locator("#stage[data-flagged='0']").wait_for()
    save(folder, MODEL)
    page.locator("#state.pass").wait_for()


def test_a_slider_runs_another_value_and_touches_no_file(page: Any, folder: Path) -> None:
    page.locator("#name", has_text="plate #1").wait_for()
    slider = page.locator("#parameters input[type=range][name=width]")
    slider.evaluate("range => { range.value = '52'; range.dispatchEvent(new Event('input')) }")
    page.locator("#name", has_text="width=52").wait_for()
    page.locator("#measures tr:has(th:text-is('size x')) td", has_text="52").wait_for()
    assert (folder / "plate.py").read_text(encoding="utf-8") == MODEL
    assert slider.input_value() == "52"
    page.click("#write")
    page.locator("#name:not(:has-text('width'))").wait_for()
    assert (folder / "plate.py").read_text(encoding="utf-8") == MODEL.replace("width = 40.0", "width = 52.0")
    save(folder, MODEL)
    page.locator("#name", has_text="plate #1").wait_for()


def test_a_number_with_a_unit_has_a_slider_and_a_truth_value_a_box(page: Any, folder: Path) -> None:
    text = MODEL.replace("width = 40.0", "width, long = 4.0 * CM, True").replace("Box(width", "Box(width * (1 + long)")
    save(folder, text)
    page.locator("#measures tr:has(th:text-is('size x')) td", has_text="80").wait_for()
    slider = page.locator("#parameters input[type=range][name=width]")
    assert slider.input_value() == "4"
    slider.evaluate("range => { range.value = '5'; range.dispatchEvent(new Event('input')) }")
    page.locator("#name", has_text="width=5.0 * CM").wait_for()
    page.uncheck("#parameters input[type=checkbox][name=long]")
    page.locator("#name", has_text="long=False").wait_for()
    page.locator("#measures tr:has(th:text-is('size x')) td", has_text="50").wait_for()
    assert slider.input_value() == "5"
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.click("text=Copy -P line")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == "cadgit run plate -P 'width=5.0 * CM' -P long=False"
    page.click("#write")
    page.locator("#name:not(:has-text('width'))").wait_for()
    assert (folder / "plate.py").read_text(encoding="utf-8") == text.replace("4.0 * CM, True", "5.0 * CM, False")
    page.click("#copy")
    ref = page.evaluate("navigator.clipboard.readText()")
    assert ref.startswith("plate#") and page.locator("#name").inner_text().endswith(ref.removeprefix("plate"))
    save(folder, MODEL)
    page.locator("#name", has_text="plate #1").wait_for()


def test_what_stays_as_it_is_is_not_drawn_again(page: Any, chromium: Any, watch: Watch) -> None:
    # Each check of a verdict brings a state; a button that was made anew in the middle of a click lost it.
    page.locator("#state.pass").wait_for()
    page.evaluate("document.querySelector('#copy').mark = document.querySelector('#measures table').mark = 1")
    for other in opened(chromium, watch):
        other.wait_for_selector("#state.pass")  # who opens a page makes the server send a state to all
    marks = "[document.querySelector('#copy').mark, document.querySelector('#measures table').mark]"
    assert page.evaluate(marks) == [1, 1]


def test_promoting_by_the_button_makes_a_tag(page: Any, folder: Path, git: Git) -> None:
    page.locator("#state.pass").wait_for()
    page.click("#promote")
    page.fill("#message", "seen on the page")
    page.click("#yes")
    page.locator("#toast", has_text="promoted as plate@v1").wait_for()
    assert "seen on the page" in git("cat-file", "-p", "cadgit/plate/v1", cwd=folder)
    page.locator("#time .tag", has_text="v1").wait_for()
    assert page.locator("#promote").is_disabled()


def test_a_ghost_of_the_last_version_and_the_way_back(page: Any, folder: Path) -> None:
    save(folder, MODEL.replace("30, 10)", "30, 12)", 1))
    page.locator("#ghost:enabled").wait_for()
    page.click("#ghost")
    page.wait_for_selector("#stage[data-ghost=true]")
    page.click("#ghost")
    page.wait_for_selector("#stage[data-ghost=false]")
    page.locator("#measures", has_text="against v1").wait_for()
    page.locator("#time .moment:has(.tag)").first.click()
    page.wait_for_selector("#follow")
    page.click("#restore")
    page.click("#yes")
    page.locator("#toast", has_text="restored plate.py").wait_for()
    assert (folder / "plate.py").read_text(encoding="utf-8") == MODEL


def test_an_export_is_the_file_that_was_judged(page: Any) -> None:
    page.locator("#state.pass").wait_for()
    with page.expect_download() as download:
        page.select_option("#export", "step")
    assert download.value.suggested_filename == "plate-v1.step"
    assert Path(download.value.path()).read_bytes().startswith(b"ISO-10303-21;")


def test_all_tabs_show_the_same(page: Any, chromium: Any, watch: Watch, folder: Path) -> None:
    for other in opened(chromium, watch):
        save(folder, MODEL.replace("30, 10)", "30, 16)", 1))
        for tab in (page, other):
            tab.locator("#measures tr:has(th:text-is('size z')) td", has_text="16").wait_for()
        other.locator("#time .moment").last.click()
        for tab in (page, other):
            tab.wait_for_selector("#follow")
        page.click("#follow")
        other.locator("#follow").wait_for(state="detached")
        newest = other.get_attribute("#time .moment >> nth=0", "data-id")
        for tab in (page, other):
            tab.locator(f"#stage[data-candidate='{newest}']").wait_for()
    save(folder, MODEL)


def test_the_model_of_one_part_is_not_taken_for_anothers(chromium: Any, folder: Path, port: str) -> None:
    (folder / "lid.py").write_text("from build123d import *\nresult = Box(1 / 0, 1, 1)\n", encoding="utf-8")
    both = Watch(folder, str(int(port) + 2), "lid.py")
    held: list[Any] = []
    for page in opened(chromium, both, when="#name:has-text('#')"):
        page.select_option("#parts", "lid")
        page.locator("#shown", has_text="no model of lid has run yet").wait_for()
        assert "ZeroDivisionError" in page.inner_text("#failure")
        page.locator("#viewer").wait_for(state="hidden")
        page.select_option("#parts", "plate")
        page.locator("#viewer").wait_for(state="visible")
        page.locator("#shown").wait_for(state="hidden")
        plate = shown(page)
        # A model that takes its time, and never comes.
        page.route("**/api/model/**", lambda route: held.append(route))
        (folder / "lid.py").write_text("from build123d import *\nresult = Box(1, 1, 1)\n", encoding="utf-8")
        page.locator("#shown", has_text="drawing the model").wait_for()
        assert page.locator("#viewer").is_hidden()
        while held:
            held.pop().abort()
        page.locator("#shown", has_text="could not be drawn").wait_for()
        page.unroute("**/api/model/**")
        # Of two clicks the second counts, however long the first takes.
        page.route("**/api/focus", lambda route: held.append(route))
        with page.expect_request("**/api/focus"):
            page.select_option("#parts", "plate")
        page.select_option("#parts", "lid")
        page.wait_for_timeout(200)
        assert [route.request.url.rpartition("/")[2] for route in held] == ["focus"]
        with page.expect_request("**/api/focus"):
            held[0].continue_()
        while len(held) < 2:
            page.wait_for_timeout(50)
        held[1].continue_()
        page.locator(f"#stage:not([data-candidate='{plate}'])").wait_for()
        page.locator("#viewer").wait_for(state="visible")
        page.locator("#shown").wait_for(state="hidden")
        assert both.end() == 0
    (folder / "lid.py").unlink()


def test_a_page_that_was_left_open_finds_the_next_watch(chromium: Any, folder: Path, port: str) -> None:
    os.environ.pop("DISPLAY", None)
    with_port = str(int(port) + 1)
    first = Watch(folder, with_port)
    for page in opened(chromium, first):
        assert first.end() == 0
        page.wait_for_selector("body.gone")
        assert "the server is gone" in page.inner_text("#state")
        second = Watch(folder, with_port)
        page.wait_for_selector("body:not(.gone)")
        save(folder, MODEL.replace("30, 10)", "30, 18)", 1))
        page.locator("#measures tr:has(th:text-is('size z')) td", has_text="18").wait_for()
        # What changes something needs the new server's token by now.
        page.locator("#time .moment").last.click()
        page.wait_for_selector("#follow")
        assert second.end() == 0
