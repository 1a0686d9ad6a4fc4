"""Writing a part's spec into `cadgit.toml` for `cadgit spec`: keys are added, and nothing that is there changes.

Text is inserted where the table ends, and the result read back: a library that writes TOML would put the new lines
behind comments that belong to the table below.
"""

from __future__ import annotations

from . import codec, config
from .config_file import NEW_FILE, add_parts, says
from .config_values import Where, keys_of
from .errors import ConfigError
from .frozen import frozen


@frozen
class SpecAdded:
    """The whole text of a `cadgit.toml`, and which keys of a proposal were added to it or, being there, kept."""

    text: str
    added: tuple[str, ...]
    kept: tuple[str, ...]


def add_spec(text: str | None, name: str, entry: str, proposal: codec.Plain, comment: str = "") -> SpecAdded:
    """Add a part's spec to the text of a valid `cadgit.toml`; keys that it has already are the user's and stay.

    Args:
        text: the file's text; None where there is none yet.
        name, entry: the part, which gets a table if it has none.
        proposal: the keys of its spec.
        comment: a line above a table that is new.

    Raises:
        ConfigError: the way the file is written leaves no place for them; the hint has the lines.
    """
    text = NEW_FILE if text is None else text
    mark, body = ("\ufeff", text[1:]) if text.startswith("\ufeff") else ("", text)
    parts = codec.loads(body).get("parts", {})
    if name not in parts:
        body = add_parts(body, [(name, entry)])
    there = parts.get(name, {}).get("spec")
    new = {key: value for key, value in proposal.items() if key not in (there or {})}
    kept = tuple(key for key in proposal if key not in new)
    if not new:
        return SpecAdded(text, (), kept)
    expected = codec.loads(body)
    expected["parts"][name]["spec"] = {**(there or {}), **new}
    table = config.spec_table(name, new)
    header, _, settings = table.partition("\n")
    place: Where
    if there is None:
        lines, place = ["", *([f"# {comment}"] if comment else []), header, *settings.split("\n")], ("parts", name)
    else:
        lines, place = settings.split("\n"), ("parts", name, "spec")
    for added in (_inserted(body, place, lines), _inserted(body, (), lines)):
        if says(added, expected):
            return SpecAdded(mark + added, tuple(new), kept)
    raise ConfigError(f"{config.FILE_NAME} is written in a way that cannot be added to", f"add yourself:\n{table}")


def _inserted(body: str, table: Where, new: list[str]) -> str:
    """The text with lines at the end of a table: above the comments that lead over to the next one."""
    newline = "\r\n" if "\r\n" in body else "\n"
    lines = (body if not body or body.endswith("\n") else body + newline).split("\n")
    end = len(lines)
    inside = not table
    for number, line in enumerate(lines):
        if line.lstrip().startswith("[") and (keys := keys_of(line.rstrip("\r"))):
            if inside and table:
                end = number
                break
            inside = inside or keys == table
    while end and (not lines[end - 1].strip() or lines[end - 1].lstrip().startswith("#")):
        end -= 1
    carriage = newline.removesuffix("\n")
    return "\n".join([*lines[:end], *(line + carriage for line in new), *lines[end:]])
