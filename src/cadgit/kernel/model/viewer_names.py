"""The public names of the viewer packages (ocp_vscode 4.2, ocp_viewer 1.2), so that scripts can import all of them.

What a script hands to a viewer to look nice (cameras, colour maps, studio lights) has no bearing on geometry: enums
have their members, and everything else is callable and without effect.
"""

from __future__ import annotations

import colorsys
import enum
from collections.abc import Callable, Iterator
from typing import Any

VERSION = "4.2.0"


class Harmless:
    """Answers whatever it is asked: a call, an attribute, an item; yields nothing when iterated; is falsy."""

    def __call__(self, *args: Any, **kwargs: Any) -> Harmless:
        return self

    def __getattr__(self, name: str) -> Harmless:
        if name.startswith("__") or name == "wrapped":
            # Protocols are asked for by dunder names; `wrapped` would make this look like a shape.
            raise AttributeError(name)
        return self

    def __getitem__(self, key: Any) -> Harmless:
        if isinstance(key, int):
            raise IndexError(key)
        return self

    def __iter__(self) -> Iterator[Any]:
        return iter(())

    def __bool__(self) -> bool:
        return False

    def __enter__(self) -> Harmless:
        return self

    def __exit__(self, *error: Any) -> None:
        return None


class ColorMap(Harmless):
    """An endless series of colours (red, green, blue, alpha from 0 to 1), the same for every map and every setting.

    Scripts zip their objects with a colour map, so a map that ends would lose objects.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._count = 0

    def __call__(self, *args: Any, **kwargs: Any) -> ColorMap:
        return ColorMap()

    def __getattr__(self, name: str) -> ColorMap:
        return ColorMap() if super().__getattr__(name) is self else self

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> tuple[float, float, float, float]:
        self._count += 1
        return (*colorsys.hsv_to_rgb(self._count * _GOLDEN_RATIO % 1.0, 0.6, 0.95), 1.0)


#: Hues this far apart stay distinct however many there are.
_GOLDEN_RATIO = 0.618033988749895


def hex_to_rgb(color: str) -> tuple[float, ...]:
    """``"#ff8000"`` as red, green and blue from 0 to 1."""
    digits = color.removeprefix("#")
    return tuple(int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4))


def _enum(name: str, members: str) -> type[enum.Enum]:
    return enum.Enum(name, {member: member.lower() for member in members.split()})  # type: ignore[return-value]


#: Only the members' names matter: nothing here is sent to a viewer.
ENUMS: dict[str, type[enum.Enum]] = {
    name: _enum(name, members)
    for name, members in {
        "AnalysisTool": "PROPERTIES DISTANCE SELECT OFF",
        "Camera": "RESET CENTER KEEP ISO TOP BOTTOM LEFT RIGHT BACK FRONT",
        "Collapse": "NONE LEAVES ALL ROOT",
        "MessageType": "DATA COMMAND UPDATES LISTEN BACKEND BACKEND_RESPONSE CONFIG",
        "Render": "ALL EDGES FACES NONE",
        "StudioBackground": "ENVIRONMENT TRANSPARENT GRADIENT GRADIENT_DARK WHITE GREY DARKGREY",
        "StudioEnvironment": "PROCEDURAL_STUDIO SOFT_LIGHT HIGH_CONTRAST_STUDIO BRIGHT_NEUTRAL CLEAN_SOFTBOX"
        " SPOTLIT_SETUP CONTROLLED_LIGHT HARD_CONTRAST_LIGHT URBAN_OVERCAST OUTDOOR_WARM NEUTRAL_INDUSTRIAL"
        " SAN_GIUSEPPE_BRIDGE",
        "StudioTextureMapping": "TRIPLANAR PARAMETRIC",
        "StudioToneMapping": "NEUTRAL ACES NONE",
        "UiTab": "TREE CLIP ZEBRA MATERIAL STUDIO",
    }.items()
}

#: Functions that act on a viewer or its settings.
CALLABLES = [
    "camera_keep_warning",
    "check_deprecated",
    "combined_config",
    "comms_warning",
    "default",
    "find_and_set_port",
    "get_changed_config",
    "get_colormap",
    "get_default",
    "get_defaults",
    "get_host",
    "get_last_paths",
    "get_port",
    "hsv_mapper",
    "ignore_camera_warnings",
    "is_pytest",
    "listener",
    "matplotlib_mapper",
    "none_filter",
    "port_check",
    "preset",
    "random_rgb_mapper",
    "reset_defaults",
    "save_screenshot",
    "send_backend",
    "send_command",
    "send_config",
    "send_data",
    "set_colormap",
    "set_connection_file",
    "set_defaults",
    "set_port",
    "set_viewer_config",
    "status",
    "unset_colormap",
    "web_to_rgb",
    "workspace_config",
    "open_viewer",
    "close_viewer",
    "close_viewers",
    "get_viewer",
    "export_all",
    "show_viewer",
]

#: Classes and objects that scripts make or read from.
CLASSES = ["Animation", "ImageFace", "StandaloneComms", "VSCodeComms", "comms"]

COLOR_MAPS = [
    "BaseColorMap",
    "ColorMap",
    "GoldenRatioColormap",
    "ListedColorMap",
    "SeededColormap",
    "SegmentedColorMap",
]


def _select(getter: str) -> Callable[[Any, Any], Any]:
    """The viewer's selector helpers: sub-shapes by the numbers that a click in the viewer gave."""

    def select(obj: Any, indices: Any) -> Any:
        builders = (getattr(obj, name, None) for name in ("part", "sketch", "line"))
        found = getattr(next((held for held in builders if held is not None), obj), getter)()
        return found[indices] if isinstance(indices, int) else type(found)([found[i] for i in indices])

    return select


#: These do bear on geometry: scripts round the edges that they select.
SELECTORS: dict[str, Callable[[Any, Any], Any]] = {
    f"select_{kind}": _select(getter)
    for getter, kinds in {
        "vertices": ("vertex", "vertices"),
        "edges": ("edge", "edges"),
        "faces": ("face", "faces"),
    }.items()
    for kind in kinds
}
