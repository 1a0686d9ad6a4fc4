"""The stand-in for the viewer packages: every name, no connection, and a memory of what is shown."""

from __future__ import annotations

import socket
import sys
from pathlib import Path

import pytest

from .models import labels, run_script, shape_of

CASES = Path(__file__).parent.parent / "cases"
START = """
from build123d import *
from ocp_vscode import *
a = Box(1, 1, 1)
b = Pos(5, 0, 0) * Box(1, 1, 2)
c = Pos(9, 0, 0) * Box(1, 1, 3)
"""


def shown(folder: Path, source: str) -> tuple[object, float, str]:
    """Labels, volume, and which call decided."""
    report = run_script(folder, START + source)
    return labels(report.manifest), round(shape_of(report).volume, 6), report.chosen_by


# --- what is held at the end ------------------------------------------------------------------------------


def test_show_replaces_what_was_shown(tmp_path: Path) -> None:
    assert shown(tmp_path, "show(a, c)\nshow(b)") == ("b", 2, "show")


def test_show_object_adds_to_what_was_shown(tmp_path: Path) -> None:
    assert shown(tmp_path, "show(a)\nshow_object(b)\nshow_object(c)") == (("", "a", "b", "c"), 6, "show_object")


def test_clearing_forgets_what_was_shown(tmp_path: Path) -> None:
    assert shown(tmp_path / "1", "show(a)\nshow_clear()\nshow_object(b)") == ("b", 2, "show_object")
    assert shown(tmp_path / "2", "show_object(a)\nreset_show()\nshow_object(b)") == ("b", 2, "show_object")
    assert shown(tmp_path / "3", "show_object(a)\nshow_object(b, clear=True)") == ("b", 2, "show_object")


def test_what_was_pushed_is_shown_by_show_objects(tmp_path: Path) -> None:
    source = "push_object(a, name='x')\npush_object(b, 'y')\npush_object(c, name='x', update=True)\nshow_objects()"
    assert shown(tmp_path, source) == (("", "y", "x"), 5, "show_objects")


def test_a_removed_object_is_gone(tmp_path: Path) -> None:
    assert shown(tmp_path, "show(a, b, names=['x', 'y'])\nremove_object('x')") == ("y", 2, "show")


def test_show_all_means_everything_at_top_level(tmp_path: Path) -> None:
    assert shown(tmp_path, "d = [c]\nplane = Plane.XY\nshow_all()") == (("", "a", "b", "c"), 6, "show_all")


def test_show_all_leaves_out_what_it_is_told_to(tmp_path: Path) -> None:
    assert shown(tmp_path / "1", "show_all(exclude=['a'])")[0] == ("", "b", "c")
    assert shown(tmp_path / "2", "show_all(variables={'only': c})")[0] == "only"
    assert shown(tmp_path / "3", "line = Line((0, 0), (1, 1))\nshow_all(classes=[Box])")[0] == ("", "a", "b", "c")


def test_the_same_object_shown_twice_counts_once(tmp_path: Path) -> None:
    assert shown(tmp_path, "show(a, a, a.wrapped)")[:2] == ("a", 1)


# --- labels and colours -----------------------------------------------------------------------------------


def test_given_names_come_before_labels_and_labels_before_variables(tmp_path: Path) -> None:
    assert shown(tmp_path, "a.label = 'x'\nb.label = 'y'\nshow(a, b, c, names=['first'])")[0] == ("", "first", "y", "c")


def test_a_builder_goes_by_its_own_name(tmp_path: Path) -> None:
    source = "with BuildPart() as body:\n    Box(1, 1, 4)\nshow(body.part, a)"
    assert shown(tmp_path, source)[0] == ("", "body", "a")


def test_names_of_a_functions_variables_are_labels_too(tmp_path: Path) -> None:
    source = "def main():\n    lid = Box(2, 1, 1)\n    base = Box(3, 1, 1)\n    show(lid, base)\nmain()"
    assert shown(tmp_path, source)[0] == ("", "lid", "base")


def test_colours_reach_the_manifest(tmp_path: Path) -> None:
    source = "show(a, b, c, colors=['red', (0, 1, 0)], alphas=[None, 0.5])"
    manifest = run_script(tmp_path, START + source).manifest
    assert manifest is not None
    assert [child.color for child in manifest.children] == [(1, 0, 0, 1), (0, 1, 0, 0.5), None]


def test_the_options_of_show_object_give_a_colour(tmp_path: Path) -> None:
    manifest = run_script(tmp_path, START + "show_object(a, 'x', options={'color': 'blue', 'alpha': 0.25})").manifest
    assert manifest is not None and manifest.color == (0, 0, 1, 0.25)


def test_raw_shapes_and_moved_copies_can_be_shown(tmp_path: Path) -> None:
    source = "show_object(a.wrapped, name='raw')\nshow_object(b.translate((0, 9, 0)), name='moved')"
    assert shown(tmp_path, source) == (("", "raw", "moved"), 3, "show_object")


# --- names ------------------------------------------------------------------------------------------------

#: Every public name of ocp_vscode 4.2 and ocp_viewer 1.2.
PUBLIC = """
    AnalysisTool Animation BaseColorMap Camera Collapse ColorMap GoldenRatioColormap ImageFace ListedColorMap
    MessageType Render SeededColormap SegmentedColorMap StandaloneComms StudioBackground StudioEnvironment
    StudioTextureMapping StudioToneMapping UiTab VSCodeComms camera_keep_warning check_deprecated combined_config comms
    comms_warning default find_and_set_port get_colormap get_default get_defaults get_host get_last_paths get_port
    hex_to_rgb hsv_mapper ignore_camera_warnings is_pytest listener matplotlib_mapper none_filter port_check push_object
    random_rgb_mapper remove_object reset_defaults reset_show save_screenshot select_edge select_edges select_face
    select_faces select_vertex select_vertices send_backend send_command send_config send_data set_colormap
    set_defaults set_port set_viewer_config show show_all show_clear show_object show_objects status unset_colormap
    web_to_rgb workspace_config
"""


@pytest.mark.parametrize("package", ["ocp_vscode", "ocp_viewer"])
def test_a_star_import_brings_every_public_name(tmp_path: Path, package: str) -> None:
    source = f"from build123d import Box\nfrom {package} import *\nfor n in '''{PUBLIC}'''.split(): globals()[n]\n"
    assert run_script(tmp_path, source + "show(Box(1, 1, 1))").failure is None


def test_any_module_and_any_name_of_the_package_can_be_imported(tmp_path: Path) -> None:
    source = """
        import ocp_vscode, ocp_vscode.config as config
        from ocp_vscode.show import show
        from ocp_vscode.comms import send_data
        from ocp_vscode.some.module import something_new
        from ocp_viewer_core.colors import ColorMap
        from build123d import Box
        config.set_something(True).whatever[0:2]
        with something_new("x") as y:
            pass
        ocp_vscode.show(Box(1, 1, 1))
    """
    assert run_script(tmp_path, source).failure is None


def test_settings_enums_and_animations_do_no_harm(tmp_path: Path) -> None:
    source = """
set_port(3939, host="localhost")
set_defaults(reset_camera=Camera.KEEP, collapse=Collapse.LEAVES, render_joints=True)
status()["states"]
if is_pytest() or get_port():
    raise SystemExit(1)
assert Render.ALL is not Render.NONE and Camera("iso") is Camera.ISO
animation = Animation(a)
animation.add_track("/a", "rz", [0, 1], [0, 90])
animation.animate(2)
save_screenshot("x.png")
show(a, reset_camera=Camera.CENTER, tools=False)
"""
    assert shown(tmp_path, source)[0] == "a"


def test_a_colour_map_never_ends(tmp_path: Path) -> None:
    source = """
parts = [a, b, c]
for part, color in zip(parts, ColorMap.golden_ratio("mpl:Blues", alpha=0.8)):
    part.color = color[:3]
set_colormap(ColorMap.seeded(colormap="rgb"))
show(*parts, colors=ColorMap.listed(20))
assert hex_to_rgb("#ff0000") == (1, 0, 0)
"""
    assert shown(tmp_path, source)[:2] == (("", "a", "b", "c"), 6)


def test_sub_shapes_are_selected_by_number(tmp_path: Path) -> None:
    source = (
        "result = fillet(select_edges(a, [0, 1]), 0.1)\nassert select_face(a, 2).wrapped.IsSame(a.faces()[2].wrapped)"
    )
    assert shown(tmp_path, source)[1] < 1


def test_cq_editors_names_are_there_and_are_no_shapes(tmp_path: Path) -> None:
    source = "from build123d import *\na = Box(1, 1, 1)\nb = Box(2, 1, 1)\nif 'show_object' in locals():\n    {}"
    report = run_script(tmp_path / "1", source.format("show_object(b, name='b')\n    debug(a)"))
    assert (labels(report.manifest), report.chosen_by) == ("b", "show_object")
    report = run_script(tmp_path / "2", "from build123d import *\na = Box(1, 1, 1)")
    assert report.chosen_by == "the only solid, a"


def test_no_connection_is_attempted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object, **kwargs: object) -> None:
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket, "socket", refuse)
    report = run_script(tmp_path, (CASES / "show_two.py").read_text(encoding="utf-8"))
    assert labels(report.manifest) == ("", "base", "post")


def test_the_stand_in_takes_the_place_of_an_installed_package_and_leaves(tmp_path: Path) -> None:
    site = tmp_path / "site/ocp_vscode"
    site.mkdir(parents=True)
    (site / "__init__.py").write_text("raise ImportError('the real one')", encoding="utf-8")
    sys.path.insert(0, str(site.parent))
    try:
        assert shown(tmp_path, "show(a)")[0] == "a"
        with pytest.raises(ImportError, match="the real one"):
            __import__("ocp_vscode")
    finally:
        sys.path.remove(str(site.parent))


def test_jupyters_helpers_do_no_harm(tmp_path: Path) -> None:
    source = """
        from build123d import *
        from build123d.jupyter_tools import shape_to_html
        from IPython.display import display
        result = Box(1, 1, 1)
        display(result)
    """
    assert run_script(tmp_path, source).failure is None
