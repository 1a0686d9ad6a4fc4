"""`cadgit init` writes a configuration once, and afterwards adds to it without touching what is there."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cadgit import config
from cadgit.config_file import InitResult, add_parts, init_config
from cadgit.errors import ConfigError, StorageError

PARTS = (("bracket", "bracket/model.py"), ("ä b", "b c.py"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "cadgit.toml"


def test_a_new_file_names_the_parts_and_explains_every_setting(path: Path) -> None:
    assert init_config(path, PARTS) == InitResult("created", ("bracket", "ä b"))
    found = config.load(path.parent)
    assert [(part.name, part.entry) for part in found.parts] == list(PARTS)
    text = path.read_text(encoding="utf-8")
    for table in (config.PartConfig("", ""), found.limits, found.kernel):
        for name in type(table).__dataclass_fields__:
            assert name in ("name", "seconds", "read_spec") or f"# {name} = " in text
    assert "# [parts.bracket.spec]" in text


def test_a_new_file_fits_into_80_columns(path: Path) -> None:
    init_config(path, [("lid", "lid.py")])
    assert [line for line in path.read_text(encoding="utf-8").splitlines() if len(line) > 80] == []


def test_what_a_new_file_has_in_comments_is_the_default_when_uncommented(path: Path) -> None:
    init_config(path, ())
    settings = path.read_text(encoding="utf-8").partition("# A part, by its name:")[0]
    lines = [line.removeprefix("# ") for line in settings.split("\n") if " = " in line or line.startswith("# [")]
    lines = [line for line in lines if not line.startswith("python")]
    found = config.parse("\n".join(lines), path)
    assert found == config.Config(path=path)
    assert len(lines) > 10


def test_the_example_part_in_the_comments_is_read_when_uncommented(path: Path) -> None:
    init_config(path, ())
    example = path.read_text(encoding="utf-8").partition("# A part, by its name:\n")[2]
    found = config.parse(example.replace("# ", "", 1).replace("\n# ", "\n"), path)
    assert found.parts[0].name == "bracket" and found.parts[0].inputs


def test_running_it_again_changes_nothing(path: Path) -> None:
    init_config(path, PARTS)
    before = (path.read_bytes(), path.stat().st_ino)
    assert init_config(path, PARTS) == InitResult("unchanged")
    assert (path.read_bytes(), path.stat().st_ino) == before


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# only a comment",
        "  [ parts . lid ]  # mine\nentry='lid.py'\n\n\n# the end",
        "[parts]\nlid.entry = 'lid.py'\n",
        "parts.lid.entry = 'lid.py'\n[limits]\nmodel = 3\n",
        "[parts.lid]\r\nentry = 'lid.py'\r\n",
        "[parts.lid]\r\nentry = 'lid.py' # mixed\n[kernel]\n\n[parts.z]\nentry = 'z.py'",
        "\ufeffsandbox = 'auto'\r\n",
        "parts = {}\n",
    ],
)
def test_a_part_is_added_and_every_byte_of_the_user_s_stays(path: Path, text: str) -> None:
    path.write_bytes(text.encode())
    assert init_config(path, (("lid", "lid.py"), ("new", "new.py"))).added[-1] == "new"
    after = path.read_bytes().decode()
    if text == "parts = {}\n":
        assert "{" in after
    else:
        assert after.startswith(text)
    if "\r\n" in text:
        assert after.count("\n", len(text)) == after.count("\r\n", len(text)) > 0
    assert config.load(path.parent).part("new") == config.PartConfig("new", "new.py")
    assert config.load(path.parent).part("lid") == config.PartConfig("lid", "lid.py")


def test_parts_in_one_inline_table_are_added_there(path: Path) -> None:
    path.write_text("parts = { lid = { entry = 'lid.py' } } # mine\nsandbox = 'strict'\n", encoding="utf-8")
    assert init_config(path, PARTS).state == "updated"
    found = config.load(path.parent)
    assert [part.name for part in found.parts] == ["lid", "bracket", "ä b"]
    assert path.read_text(encoding="utf-8").endswith(" # mine\nsandbox = 'strict'\n")


def test_a_part_that_is_configured_under_another_name_or_entry_is_left_alone(path: Path) -> None:
    path.write_text("[parts.holder]\nentry = 'bracket/model.py'\n[parts.LID]\nentry = 'old.py'\n", encoding="utf-8")
    assert init_config(path, (("bracket", "bracket/model.py"), ("lid", "lid.py"))) == InitResult("unchanged")


def test_a_wrong_file_is_an_error_and_stays(path: Path) -> None:
    path.write_text("sandbx = 1\n", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"cadgit.toml:1: sandbx"):
        init_config(path, PARTS)
    assert path.read_text(encoding="utf-8") == "sandbx = 1\n"


def test_a_file_in_another_encoding_is_an_error_and_stays(path: Path) -> None:
    path.write_bytes(b"# caf\xe9")
    with pytest.raises(ConfigError, match="not UTF-8"):
        init_config(path, PARTS)
    assert path.read_bytes() == b"# caf\xe9"


def test_a_link_is_followed_and_the_mode_kept(path: Path, tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir()
    target = tmp_path / "shared/settings.toml"
    target.write_text("", encoding="utf-8")
    target.chmod(0o604)
    path.symlink_to(target)
    init_config(path, PARTS)
    assert path.is_symlink()
    assert target.stat().st_mode & 0o777 == 0o604
    assert "bracket" in target.read_text(encoding="utf-8")
    assert os.listdir(tmp_path / "shared") == ["settings.toml"]


def test_a_disk_that_is_full_leaves_the_file_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path.write_text("# mine\n", encoding="utf-8")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(StorageError, match="No space left"):
        init_config(path, PARTS)
    assert path.read_text(encoding="utf-8") == "# mine\n"
    assert os.listdir(path.parent) == ["cadgit.toml"]


# --- what holds for every file ----------------------------------------------------------------------------

words = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=8)
keys = words.map(lambda word: config.part_table(word, "x")[len("[parts.") :].partition("]\n")[0])
comments = words.map(lambda word: f" # {word}") | st.just("")
blanks = st.sampled_from(["", "\n", "# note\n", "  \n\n"])


@st.composite
def files(draw: st.DrawFn) -> str:
    """Configurations as people write them: parts as headers, dotted keys or inline, in any order, with comments."""
    lines = []
    seen: set[str] = set()
    for number, key in enumerate(draw(st.lists(keys, max_size=4, unique=True))):
        name = next(iter(tomllib.loads(f"{key} = 0")))
        if name.casefold() in seen:
            continue
        seen.add(name.casefold())
        lines.append(draw(blanks) + f"[parts.{key}]{draw(comments)}\nentry = 'p{number}.py'{draw(comments)}\n")
    for table in draw(st.lists(st.sampled_from(["limits", "kernel", "artifacts"]), unique=True)):
        lines.append(f"[{table}]{draw(comments)}\n{draw(blanks)}")
    body = "".join(draw(st.permutations(lines)))
    head = draw(st.sampled_from(["", "sandbox = 'auto'\n", "# head\n\n"]))
    text = head + body
    if draw(st.booleans()):
        text = text.rstrip("\n")
    return text.replace("\n", "\r\n") if draw(st.booleans()) else text


@given(files(), st.lists(st.tuples(words, words), max_size=3, unique_by=lambda part: part[0].casefold()))
def test_adding_parts_keeps_the_text_and_adds_exactly_these(text: str, parts: list[tuple[str, str]]) -> None:
    before = tomllib.loads(text)
    new = [(name, entry) for name, entry in parts if name not in before.get("parts", {})]
    after = add_parts(text, new)
    assert after.startswith(text)
    expected = {**before, "parts": {**before.get("parts", {}), **{name: {"entry": entry} for name, entry in new}}}
    assert tomllib.loads(after) == (expected if expected["parts"] or "parts" in before else before)
    if text.count("\r\n") == text.count("\n") > 0:
        assert after.count("\r\n") == after.count("\n")


@given(st.dictionaries(words, words, min_size=1, max_size=3), words, words)
def test_adding_to_an_inline_table_keeps_what_is_in_it(old: dict[str, str], name: str, entry: str) -> None:
    items = (config.part_table(key, value).partition("]\n") for key, value in old.items())
    inline = ", ".join(f"{header[len('[parts.') :]} = {{ {body} }}" for header, _, body in items)
    text = f"parts = {{ {inline} }} # mine\n"
    if name in old:
        return
    after = add_parts(text, [(name, entry)])
    assert after.endswith(" # mine\n")
    assert tomllib.loads(after) == {"parts": {k: {"entry": v} for k, v in {**old, name: entry}.items()}}
