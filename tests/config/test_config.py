"""`cadgit.toml` is read strictly: what cadgit does not know is an error with file, line and key."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cadgit import config
from cadgit.errors import ConfigError, NameError_

ROOT = Path("/repository")


def read(text: str) -> config.Config:
    return config.parse(text, ROOT / "cadgit.toml")


def refused(text: str) -> ConfigError:
    with pytest.raises(ConfigError) as caught:
        read(text)
    return caught.value


def test_without_a_file_everything_is_at_its_default(tmp_path: Path) -> None:
    found = config.load(tmp_path)
    assert found == config.load(None) == config.Config()
    assert (found.limits.seconds, found.limits.check, found.limits.deep_check) == (60, 30, 120)
    assert (found.limits.memory, found.limits.scratch, found.limits.output) == (4 * 2**30, 2**30, 2**20)
    assert (found.kernel.idle, found.kernel.python, found.kernel.preload) == (1800, "", ())
    assert (found.artifacts_max_size, found.sandbox, found.parts) == (20_000_000, "auto", ())


def test_everything_that_can_be_set_is_read() -> None:
    found = read(
        """
        sandbox = "strict"
        [parts.bracket]
        entry = "./bracket/model.py"
        object = "bracket"
        inputs = ["bracket/*.csv", "sizes.txt"]
        line = "ada"
        [parts."ä b"]
        entry = "b.py"
        [limits]
        model = "2 min"
        memory = "512 MiB"
        scratch = "1.5 GiB"
        output = 1000
        check = 5
        deep_check = "1.5 h"
        [kernel]
        python = ".venv/bin/python"
        preload = ["scipy.spatial"]
        idle = "500 ms"
        [artifacts]
        max_size = "2 MB"
        """
    )
    bracket = config.PartConfig("bracket", "bracket/model.py", "bracket", ("bracket/*.csv", "sizes.txt"), "ada")
    assert found == config.Config(
        path=ROOT / "cadgit.toml",
        parts=(bracket, config.PartConfig("ä b", "b.py")),
        limits=config.LimitsConfig(120, 512 * 2**20, 3 * 2**29, 1000, 5, 5400),
        kernel=config.KernelConfig("/repository/.venv/bin/python", ("scipy.spatial",), 0.5),
        sandbox="strict",
        artifacts_max_size=2_000_000,
    )
    assert found.part("bracket") == found.part_for_entry("bracket/model.py") == bracket
    assert found.part("lid") is found.part_for_entry("lid.py") is None


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("x = 1", "cadgit.toml:1: x is no key that cadgit knows", "there are sandbox, parts"),
        ("\nsandbocks = 'auto'", "cadgit.toml:2: sandbocks is no key", "did you mean sandbox?"),
        ("[parts.a]\nentry = 'a.py'\ninput = []", ":3: parts.a.input is no key", "did you mean inputs?"),
        ("[parts.a]\nentry = 'a.py'\n[parts.a.gate]\nsize = 3", ":3: parts.a.gate is no key", "there are entry"),
        ("[parts.a]\nentry = 'a.py'\nspec = 3", ":3: parts.a.spec must be a table", "[parts.a.spec]"),
        ("[limits]\nmemroy = 3", ":2: limits.memroy is no key", "did you mean memory?"),
        ("[kernel]\npyhton = ''", ":2: kernel.pyhton is no key", "did you mean python?"),
        ("[artifacts]\nsize = 3", ":2: artifacts.size is no key", "did you mean max_size?"),
        ("sandbox = 'off'", ':1: sandbox must be "auto" or "strict"', ""),
        ("sandbox = []", ':1: sandbox must be "auto" or "strict"', ""),
        ("parts = 3", ":1: parts must be tables", "[parts.bracket]"),
        ("[[parts]]\nentry = 'a.py'", ":1: parts must be tables", "[parts.bracket]"),
        ("[parts]\na = 'a.py'", ":2: parts.a must be a table, not a string", ""),
        ("limits = 3", ":1: limits must be a table, not a number", ""),
        ("[parts.a]", ":1: parts.a names no entry file", 'entry = "a.py"'),
        ("[parts.a]\nentry = 3", ":2: parts.a.entry must be a string, not a number", ""),
        ("[parts.a]\nentry = '../a.py'", ":2: parts.a.entry must be a path inside the repository", ""),
        ("[parts.a]\nentry = '/a.py'", ":2: parts.a.entry must be a path inside the repository", ""),
        ("[parts.a]\nentry = 'a\\b.py'", ":2: parts.a.entry must be a path inside the repository", ""),
        ("[parts.a]\nentry = 'a.py'\ninputs = 'x'", ":3: parts.a.inputs must be an array of strings", ""),
        ("[parts.a]\nentry = 'a.py'\ninputs = [3]", ":3: parts.a.inputs must be an array of strings", ""),
        ("[parts.a]\nentry = 'a.py'\ninputs = ['']", ":3: parts.a.inputs must be an array of strings", ""),
        (
            "[parts.a]\nentry='a.py'\n[parts.b]\nentry='./a.py'",
            ":4: parts.b.entry a.py is the entry of two parts, a",
            "",
        ),
        ("[parts.a]\nentry='a.py'\n[parts.A]\nentry='b.py'", ":3: parts.A differs from a in upper and lower case", ""),
        ("[limits]\nmodel = '5 parsecs'", ':2: limits.model "5 parsecs" is none of "2 min"', ""),
        ("[limits]\nmodel = '1 GiB'", ':2: limits.model "1 GiB" is none of "2 min"', ""),
        ("[limits]\nmodel = '5'", ':2: limits.model "5" is none of "2 min"', ""),
        ("[limits]\nmodel = ''", ':2: limits.model "" is none of "2 min"', ""),
        ("[limits]\nmodel = true", ":2: limits.model must be", ""),
        ("[limits]\nmodel = 2020-01-01", "not a date", ""),
        ("[limits]\nmodel = 0", ":2: limits.model must be more than nothing", ""),
        ("[limits]\nmodel = inf", ":2: limits.model must be more than nothing and at most 1e+15", ""),
        ("[limits]\nmodel = nan", ":2: limits.model must be more than nothing", ""),
        ("[limits]\nmodel = 'nan s'", ":2: limits.model", ""),
        ("[limits]\nmemory = '4 gb'", ':2: limits.memory "4 gb" is none of "4 GiB"', ""),
        ("[limits]\nmemory = 4", ":2: limits.memory is 4 bytes, too little", "4 GiB"),
        ("[limits]\noutput = 0.5", ":2: limits.output is 0 bytes, too little", ""),
        ("[kernel]\npreload = 'numpy'", ":2: kernel.preload must be an array of strings", ""),
        ("[limits]\nmodel = 1e300", ":2: limits.model must be more than nothing and at most 1e+15, not 1e+300", ""),
        ('[parts.a]\nentry = "a\\u0000.py"', ":2: parts.a.entry must be a path inside the repository", ""),
        ("x =", "cadgit.toml is no valid TOML", ""),
        (f"x = {'1' * 5000}", "cadgit.toml is no valid TOML: Exceeds the limit", ""),
        (f"x = {'[' * 5000}{']' * 5000}", "cadgit.toml is no valid TOML: it is nested too deeply", ""),
        ("[a]\n[a]", "cadgit.toml is no valid TOML", ""),
    ],
)
def test_what_is_wrong_is_named_with_its_line(text: str, message: str, hint: str) -> None:
    error = refused(text)
    assert message in error.message
    assert hint in error.hint


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("parts.a.entri = 'a.py'", 1),
        ("[parts]\na.entri = 'a.py'", 2),
        ("[parts]\na = { entri = 'a.py' }", 2),
        ("[parts.\"a\"]\n'entri' = 'a.py'", 2),
        ("# entri = 1\n[limits]\nmodel = 3\n[parts.a] # = x\nentry = 'a = [b]'\nentri = 3", 6),
        ("[parts.b]\nentry = 'b.py'\n[parts.a]\r\nentri = 3", 4),
    ],
)
def test_the_line_is_found_however_the_key_is_written(text: str, line: int) -> None:
    assert refused(text).message.startswith(f"cadgit.toml:{line}: parts.a.entri ")


def test_a_part_name_is_checked_by_the_rule_that_is_given() -> None:
    def check(name: str) -> None:
        raise NameError_(f"{name!r} is no name", "use letters")

    with pytest.raises(ConfigError, match=r"cadgit.toml:2: parts.a b 'a b' is no name") as caught:
        config.parse("\n[parts.'a b']\nentry = 'a.py'", ROOT / "cadgit.toml", check)
    assert caught.value.hint == "use letters"


@pytest.mark.parametrize("data", [b"\xef\xbb\xbfsandbox = 'strict'\r\n", b"sandbox = 'strict'"])
def test_a_byte_order_mark_and_windows_line_ends_are_read(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "cadgit.toml").write_bytes(data)
    assert config.load(tmp_path).sandbox == "strict"


def test_a_file_that_is_not_utf_8_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "cadgit.toml").write_bytes(b"# caf\xe9")
    with pytest.raises(ConfigError, match=r"not UTF-8 \(byte 5\)"):
        config.load(tmp_path)


@pytest.mark.parametrize("make", [os.mkdir, os.mkfifo])
def test_a_folder_or_a_pipe_of_that_name_is_an_error(tmp_path: Path, make: Callable[[Path], None]) -> None:
    make(tmp_path / "cadgit.toml")
    with pytest.raises(ConfigError, match="no regular file"):
        config.load(tmp_path)


def test_the_home_folder_may_be_written_short_for_the_interpreter() -> None:
    assert read("[kernel]\npython = '~/env/bin/python'").kernel.python == os.path.expanduser("~/env/bin/python")
    assert read("[kernel]\npython = '/usr/bin/python3'").kernel.python == "/usr/bin/python3"


def test_the_lines_for_a_part_are_those_to_paste() -> None:
    assert config.part_table("x", "a/x.py", ("sizes.txt",)) == '[parts.x]\nentry = "a/x.py"\ninputs = ["sizes.txt"]'
    assert config.part_table("ä b", "x.py", object="lid") == '[parts."ä b"]\nentry = "x.py"\nobject = "lid"'


names = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)


@given(names, names, st.lists(names, max_size=3))
def test_the_lines_for_a_part_mean_it_whatever_its_names(name: str, entry: str, inputs: list[str]) -> None:
    table = tomllib.loads(config.part_table(name, entry, tuple(inputs)))
    expected: dict[str, object] = {"entry": entry}
    if inputs:
        expected["inputs"] = inputs
    assert table == {"parts": {name: expected}}


@given(st.text())
def test_no_text_does_more_than_be_read_or_refused(text: str) -> None:
    try:
        assert isinstance(read(text), config.Config)
    except ConfigError as error:
        assert error.message.startswith("cadgit.toml")


@pytest.mark.parametrize("page", ["configuration.md", "models.md"])
def test_what_the_documents_show_is_read(page: str) -> None:
    text = (Path(__file__).parents[2] / "docs" / page).read_text(encoding="utf-8")
    blocks = [block.partition("```")[0] for block in text.split("```toml\n")[1:]]
    assert blocks
    found = [read(block) for block in blocks]
    limits = [settings.limits for settings, block in zip(found, blocks, strict=True) if "[limits]" in block]
    assert all(shown == config.LimitsConfig() for shown in limits), "the page shows the defaults"


def test_hooks_are_set_up() -> None:
    assert read("").hooks == config.HooksConfig("warn", False)
    assert read('[hooks]\npre_commit = "block"\nrun = true\n').hooks == config.HooksConfig("block", True)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('pre_commit = "loud"', 'hooks.pre_commit must be "warn", "block" or "off"'),
        ("run = 1", "hooks.run must be true or false, not a number"),
        ("pre_push = true", "hooks.pre_push is no key"),
    ],
)
def test_a_wrong_setting_of_a_hook_is_an_error(line: str, said: str) -> None:
    assert said in refused(f"[hooks]\n{line}\n").message
