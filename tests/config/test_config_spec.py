"""`cadgit spec` adds to `cadgit.toml`; comments, order and every line of the user's stay."""

from __future__ import annotations

from pathlib import Path

import pytest

from cadgit import config
from cadgit.config_spec import SpecAdded, add_spec
from cadgit.errors import ConfigError

PROPOSAL = {"kind": "solid", "size": [40, 30, 20], "topology": {"faces": 6}}
LINES = 'kind = "solid"\nsize = [40, 30, 20]\ntopology = { faces = 6 }\n'


def added(text: str | None, name: str = "lid") -> SpecAdded:
    found = add_spec(text, name, "lid.py", PROPOSAL)
    spec = config.parse(found.text.removeprefix("\ufeff"), Path("/r/cadgit.toml")).part(name)
    assert spec is not None and spec.spec is not None and spec.spec.topology is not None and spec.spec.size is not None
    return found


def test_a_new_file_explains_itself_and_has_part_and_spec() -> None:
    found = added(None)
    assert found.text.startswith("# cadgit's settings")
    assert found.text.endswith(f'[parts.lid]\nentry = "lid.py"\n\n[parts.lid.spec]\n{LINES}')
    assert (found.added, found.kept) == (("kind", "size", "topology"), ())


def test_a_spec_comes_after_its_part_and_above_the_comment_of_the_next() -> None:
    text = "[parts.lid] # mine\nentry = 'lid.py'\n\n# the other\n[parts.box]\nentry = 'box.py'\n"
    first, second = text.split("\n# the other")
    assert added(text).text == f"{first}\n[parts.lid.spec]\n{LINES}\n# the other{second}"


def test_a_comment_says_where_the_numbers_come_from() -> None:
    text = add_spec("", "lid", "lid.py", PROPOSAL, "measured of lid #3").text
    assert "\n# measured of lid #3\n[parts.lid.spec]\n" in text


def test_what_is_there_is_the_user_s_and_stays() -> None:
    text = (
        "[parts.lid]\nentry = 'lid.py'\n[parts.lid.spec] # from the drawing\n"
        "size = [\n  40, # wide\n  30,\n  '<= 21',\n]\n# wall = 2\n\n[kernel]\nidle = 5\n"
    )
    found = added(text)
    assert (found.added, found.kept) == (("kind", "topology"), ("size",))
    expected = text.replace("]\n# wall", ']\nkind = "solid"\ntopology = { faces = 6 }\n# wall')
    assert found.text == expected


def test_a_spec_that_has_everything_is_left_as_it_is() -> None:
    text = added("").text
    assert add_spec(text, "lid", "lid.py", PROPOSAL) == SpecAdded(text, (), ("kind", "size", "topology"))


@pytest.mark.parametrize(
    "text",
    [
        "sandbox = 'auto'",
        "[parts.lid]\r\nentry = 'lid.py'\r\n\r\n[parts.box]\r\nentry = 'box.py'\r\n",
        "[parts.lid]\r\nentry = 'lid.py'",
        "\ufeff[parts.lid]\nentry = 'lid.py'\n",
        "[parts]\nlid.entry = 'lid.py'\n",
        "parts.lid.entry = 'lid.py'\n[limits]\nmodel = 3\n",
        "[parts.lid]\nentry = 'lid.py'\ninputs = [\n  '[a]',\n]\n[parts.lid.spec]\n[parts.lid.spec.position]\nx = 0\n",
        "[parts.lid.spec]\nsolids = 1\n[parts.lid]\nentry = 'lid.py'\n",
    ],
)
def test_every_line_of_the_user_s_stays_in_its_order(text: str) -> None:
    after = added(text).text
    rest = iter(after.split("\n"))
    assert all(line in rest for line in text.split("\n")[:-1])
    if "\r\n" in text:
        assert after.count("\n") == after.count("\r\n")


def test_a_file_that_has_no_place_for_it_is_an_error_with_the_lines() -> None:
    with pytest.raises(ConfigError, match="cannot be added to") as caught:
        add_spec("parts = { lid = { entry = 'lid.py' } }\n", "lid", "lid.py", PROPOSAL)
    assert caught.value.hint.endswith(f"[parts.lid.spec]\n{LINES}".strip())


def test_a_name_that_needs_quotes_gets_them() -> None:
    assert '[parts."ä [b]".spec]\n' in added("", "ä [b]").text
