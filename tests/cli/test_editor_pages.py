"""The pages about editors: what they make an editor look for is what `cadgit watch` writes, and only that."""

from __future__ import annotations

import io
import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from cadgit.cli.output import terminal
from cadgit.cli.output.blocks import Block
from cadgit.cli.output.plain import render
from cadgit.cli.views.watch import Blocks
from cadgit.records import CheckResult, Output
from cadgit.watch.events import (
    Cancelled,
    CheckEnded,
    Event,
    Failed,
    Noticed,
    Promoted,
    RunEnded,
    SaveSeen,
    VerdictEnded,
    Waiting,
    WatchedPart,
    Watching,
)

from . import samples

EDITORS = Path(__file__).parent.parent.parent / "docs" / "editors"

SAVED = SaveSeen("bracket", 1, ("bracket.py",))
DONE = RunEnded("bracket", 1, replace(samples.done, last_good=samples.version), (), 0.205)
FAILED = RunEnded("bracket", 1, samples.failed, (), 0.118)
PASSED = VerdictEnded("bracket", 1, samples.verified, 0.41)
SLOW = CheckEnded("bracket", 1, CheckResult("overlap", "fail", "two solids overlap, see a.py", seconds=2.0))

#: Every way in which a turn that showed anything comes to its end.
ENDINGS = {
    "passed": (SAVED, DONE, SLOW, PASSED),
    "failed": (SAVED, FAILED),
    "overtaken": (SAVED, DONE, SLOW, Cancelled("bracket", 1)),
    "refused by the settings": (SAVED, Failed("bracket", 1, "read", "config_error", "cadgit.toml:3: no", "mend it")),
    "not judged": (SAVED, DONE, Failed("bracket", 1, "verify", "kernel_error", "the kernel ended")),
    "promoted": (SAVED, DONE, PASSED, Promoted("bracket", 1, samples.promoted)),
    "not promoted": (SAVED, DONE, PASSED, Failed("bracket", 1, "promote", "refused", "a.py:3: no", "mend it")),
}
#: Files of a model as they may be called.
FILES = ["bracket.py", "parts/bracket/bracket.py", "my parts/Größe ü.py", "部品/支柱.py", "a:b/c.py", "x.py.py"]
#: What a model's message may say; longer than a line of most terminals.
MESSAGE = "ValueError: wall.py:3: a wall of 0.2 mm is too thin for what stands on it, which needs at least 1.2 mm"


def blocks(*events: Event) -> Iterator[Block]:
    made = Blocks()
    for event in events:
        yield from made.of(event, "14:03:22")


def piped(*events: Event) -> list[str]:
    return render(blocks(*events)).splitlines()


def in_a_terminal(*events: Event) -> list[str]:
    """The lines of a narrow terminal without colours: VS Code joins what the terminal has wrapped, and strips these."""
    file = io.StringIO()
    terminal.show(Console(file=file, width=40, force_terminal=True, color_system="truecolor"), blocks(*events))
    assert "\x1b[" in file.getvalue()
    return [re.sub(r"\x1b\[[0-9;]*m", "", line).rstrip() for line in file.getvalue().splitlines()]


def failed_in(file: str) -> RunEnded:
    """A run that failed in line 12 of a file, after the model had printed something of its own."""
    record = samples.failed.record
    assert record.failure is not None
    frame = replace(record.failure.frames[0], file=file, line=12, source='raise ValueError("a.py:1: b")')
    failure = replace(record.failure, message=f"{file}:12: {MESSAGE}\ncaused by: x.py:1: y", frames=(frame,))
    output = Output(head=f"{file}:3: UserWarning: soft\n", total_bytes=40)
    return replace(FAILED, outcome=replace(samples.failed, record=replace(record, failure=failure, output=output)))


def task() -> dict[str, Any]:
    (code,) = re.findall(r"```json\n(.*?)```", (EDITORS / "vscode.md").read_text(encoding="utf-8"), re.DOTALL)
    found: dict[str, Any] = json.loads(code)["tasks"][0]
    return found


@pytest.mark.parametrize("written", [piped, in_a_terminal])
@pytest.mark.parametrize("ending", ENDINGS)
def test_vs_code_sees_each_turn_begin_and_end_once(written: Any, ending: str) -> None:
    background = task()["problemMatcher"]["background"]
    lines = written(*ENDINGS[ending])
    begins = [bool(re.search(background["beginsPattern"], line)) for line in lines]
    ends = [bool(re.search(background["endsPattern"], line)) for line in lines]
    # Whether it begins once more before its end does not matter: it has begun.
    assert begins[0] and sum(ends) == 1
    assert not any(begins[ends.index(True) :])


@pytest.mark.parametrize("written", [piped, in_a_terminal])
def test_vs_code_waits_for_no_end_of_what_is_no_turn(written: Any) -> None:
    background = task()["problemMatcher"]["background"]
    by_a_face = replace(samples.promoted, candidate=replace(samples.candidate, line="try"))
    events = (
        Watching((WatchedPart("bracket", "bracket.py", ("bracket.py", "sizes.json")),), 0.5, "the limit is reached"),
        Waiting("bracket", ("bracket.py",)),
        Noticed("bracket", 1, "something"),
        Promoted("bracket", 0, samples.promoted),
        Promoted("bracket", 0, by_a_face),
        Cancelled("bracket", 1),
    )
    for line in written(*events):
        assert not re.search(background["beginsPattern"], line) and not re.search(background["endsPattern"], line)


@pytest.mark.parametrize("written", [piped, in_a_terminal])
@pytest.mark.parametrize("file", FILES)
def test_vs_code_finds_file_line_and_message_whole_and_nothing_else(written: Any, file: str) -> None:
    pattern = task()["problemMatcher"]["pattern"]
    events = (SAVED, failed_in(file), Noticed("bracket", 1, "wall.py:3: it is left out"), *ENDINGS["not promoted"])
    found = [match for line in written(*events, *ENDINGS["passed"]) if (match := re.search(pattern["regexp"], line))]
    assert [(m[pattern["file"]], m[pattern["line"]], m[pattern["message"]]) for m in found] == [(file, "12", MESSAGE)]


#: ``$FILE_PATH$`` of an output filter, as `com.intellij.execution.filters.RegexpFilter` of IntelliJ 2023 has it, for
#: letters of ASCII.
FILE_PATH = r"(^|[\W])(?P<file>(?:[A-Za-z]:|/)[0-9 a-z_A-Z\-\\./]+)"


def test_the_external_tool_of_jetbrains_makes_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (EDITORS / "jetbrains.md").read_text(encoding="utf-8")
    arguments, output_filter = re.findall(r"^    (\S.*)$", page, re.MULTILINE)
    project, tools = tmp_path / "my project", tmp_path / "tools"
    project.mkdir()
    tools.mkdir()
    shown = render(blocks(SAVED, failed_in("my parts/bracket.py"), *ENDINGS["not promoted"]))
    (tmp_path / "shown").write_text(shown, encoding="utf-8")
    (tools / "cadgit").write_text(
        f'#!/bin/sh\necho "$@"\ncat {shlex.quote(str(tmp_path / "shown"))}\n', encoding="utf-8"
    )
    (tools / "cadgit").chmod(0o755)
    monkeypatch.setenv("PATH", str(tools), prepend=":")
    entry = project / "my parts" / "bracket.py"
    filled = arguments.replace("$FilePath$", str(entry)).replace("$ProjectFileDir$", str(project))
    done = subprocess.run(["sh", *shlex.split(filled)], capture_output=True, encoding="utf-8", check=True)
    arguments_seen, *lines = done.stdout.splitlines()
    assert arguments_seen == f"watch {entry}"
    pattern = output_filter.replace("$FILE_PATH$", FILE_PATH).replace("$LINE$", "(?P<line>[0-9]+)")
    links = [(match["file"], match["line"]) for line in lines if (match := re.search(pattern, line))]
    assert links == [(str(entry), "12")]
    assert [line.replace(f"{project}/", "") for line in lines] == shown.splitlines()


#: Saves in Neovim as somebody would, and writes what was to be seen after each as a line of JSON.
DRIVER = """
local results, good, bad = io.open(RESULTS, "w"), "result = Box(1, 2, %d)", "result = Box(1, 2, 3 / 0)"
local told = {}
vim.notify = function(text) table.insert(told, text) end

local function wait(condition)
  if not vim.wait(90000, condition, 10) then
    results:write(vim.json.encode({ timeout = told }), "\\n")
    results:close()
    vim.cmd("cquit")
  end
end

local function save(line)
  told = {}
  vim.api.nvim_buf_set_lines(0, 1, 2, true, { line })
  vim.cmd("silent write")
end

local function report()
  local items = {}
  for _, item in ipairs(vim.fn.getqflist()) do
    local file = item.bufnr > 0 and vim.api.nvim_buf_get_name(item.bufnr) or ""
    table.insert(items, { file, item.lnum, item.text })
  end
  local buffer = vim.api.nvim_get_current_buf()
  local seen = { items = items, windows = vim.fn.winnr("$"), told = told, current = vim.api.nvim_buf_get_name(buffer) }
  results:write(vim.json.encode(seen), "\\n")
end

vim.fn.setqflist({}, " ", { title = "the user's own", items = { { text = "mine" } } })
vim.cmd("CadgitWatch")
wait(function() return #told > 0 end)
report()
for number, way in ipairs({ "no", "yes", "auto" }) do
  vim.o.backupcopy = way
  save(bad)
  wait(function() return vim.fn.winnr("$") > 1 end)
  report()
  save(good:format(number))
  wait(function() return #told > 0 end)
  report()
end
told = {}
vim.fn.writefile({ "[parts.x" }, SETTINGS)
wait(function() return #told > 0 end)
report()
results:close()
vim.cmd("qall!")
"""


def neovim_is_recent() -> bool:
    """Whether there is a Neovim that the page is for."""
    if not shutil.which("nvim"):
        return False
    told = subprocess.run(["nvim", "--version"], capture_output=True, encoding="utf-8", check=True).stdout
    version = re.match(r"NVIM v(\d+)\.(\d+)", told)
    return version is not None and (int(version[1]), int(version[2])) >= (0, 10)


@pytest.mark.slow
@pytest.mark.skipif(not neovim_is_recent(), reason="there is no Neovim from 0.10 on")
def test_the_quickfix_list_of_a_real_neovim_has_the_error_until_the_next_good_save(
    repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (lua,) = re.findall(r"```lua\n(.*?)```", (EDITORS / "neovim.md").read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "init.lua").write_text(lua, encoding="utf-8")
    results, settings = (json.dumps(str(path)) for path in (tmp_path / "results", repo / "cadgit.toml"))
    where = f"local RESULTS, SETTINGS = {results}, {settings}\n"
    (tmp_path / "driver.lua").write_text(where + DRIVER, encoding="utf-8")
    (tmp_path / "cadgit").write_text(
        f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m cadgit "$@"\n', encoding="utf-8"
    )
    (tmp_path / "cadgit").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    model = repo / "my parts" / "model.py"
    model.parent.mkdir()
    model.write_text("from build123d import Box\nresult = Box(1, 2, 3)\n", encoding="utf-8")
    command = ["nvim", "--headless", "-i", "NONE", "-n", "-u", str(tmp_path / "init.lua"), str(model)]
    # Not in the repository: where the editor was started must not matter.
    subprocess.run([*command, "-S", str(tmp_path / "driver.lua")], cwd=tmp_path, timeout=300, check=True)
    lines = (tmp_path / "results").read_text(encoding="utf-8").replace("{}", "[]").splitlines()  # Lua has one for both
    first, *saves, last = map(json.loads, lines)
    assert first == {"items": [["", 0, "mine"]], "windows": 1, "told": ["cadgit: pass"], "current": str(model)}
    error = [str(model), 2, "my parts/model.py:2: ZeroDivisionError: division by zero"]
    bad = {"items": [error], "windows": 2, "told": [], "current": str(model)}
    good = {"items": [], "windows": 1, "told": ["cadgit: pass"], "current": str(model)}
    assert saves == [bad, good] * 3
    assert len(last["told"]) == 1 and last["told"][0].startswith("cadgit: cadgit.toml")
