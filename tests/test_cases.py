"""Each small model in `cases/` comes out of `cadgit run` and `cadgit verify` as `cases.toml` says.

The commands run as a user runs them, in processes of their own, in one repository per case. Timings are not
asserted, with one exception that is a promise: a run ends soon after its time limit, whatever the model catches.
"""

from __future__ import annotations

import json
import math
import os
import shutil
import socket
import subprocess
import sys
import threading
import time
import tomllib
from pathlib import Path
from typing import Any

import pytest

CASES = Path(__file__).parent / "cases"
TABLE: dict[str, dict[str, Any]] = tomllib.loads((CASES / "cases.toml").read_text(encoding="utf-8"))

#: Cases whose row needs more than `run` and `verify` as they stand have a test of their own below as well.
EXTRA_ARGUMENTS = {"swallows_everything": ["--timeout", "2"], "eats_memory": ["--timeout", "50"]}


class Cadgit:
    """The command line in one repository."""

    def __init__(self, repo: Path) -> None:
        self.repo = repo

    def __call__(self, *args: str, code: int | None = None) -> dict[str, Any]:
        done = subprocess.run(
            [sys.executable, "-m", "cadgit", *args, "--json"], cwd=self.repo, capture_output=True, encoding="utf-8"
        )
        assert done.stdout, f"cadgit {' '.join(args)} printed nothing: {done.stderr}"
        answer: dict[str, Any] = json.loads(done.stdout)
        assert answer["exit_code"] == done.returncode
        if code is not None:
            assert done.returncode == code, json.dumps(answer, indent=1)
        return answer


@pytest.fixture
def cadgit(repo: Path) -> Cadgit:
    return Cadgit(repo)


def put(name: str, repo: Path) -> str:
    """Copy a case into the repository as it lies in `cases/`; gives the entry's path."""
    entry = f"{name}.py"
    if name.startswith("closure/"):
        shutil.copytree(CASES / "closure", repo / "closure", dirs_exist_ok=True)
    else:
        (repo / entry).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(CASES / entry, repo / entry)
    if name == "undeclared_input":
        shutil.copyfile(CASES / "sizes.txt", repo / "sizes.txt")
    return entry


def failing(verdict: dict[str, Any]) -> list[dict[str, Any]]:
    return [check for check in verdict["checks"] if check["status"] == "fail"]


def said(failure: dict[str, Any]) -> str:
    frames = [f"{frame['file']}:{frame['line']}" for frame in failure["frames"]]
    return " ".join([failure["reason"], failure["message"], failure["hint"], *frames])


@pytest.mark.parametrize("name", TABLE)
def test_a_case_comes_out_as_the_table_says(name: str, repo: Path, cadgit: Cadgit) -> None:
    row = TABLE[name]
    run = cadgit("run", put(name, repo), *EXTRA_ARGUMENTS.get(name, []))
    if row["run"] == "failed":
        assert run["exit_code"] == 3
        assert run["record"]["outcome"] == "failed"
        assert row["says"] in said(run["record"]["failure"])
        assert not cadgit("status")["parts"][0]["latest"]
        return
    if name == "not_a_number" and run["exit_code"] == 3:
        return
    assert run["exit_code"] == 0, json.dumps(run["record"]["failure"])
    geometry = run["record"]["geometry"]
    if "volume" in row:
        assert geometry["volume"] == pytest.approx(row["volume"], rel=1e-6)
    if "faces" in row:
        assert geometry["faces"] == row["faces"]
    if "labels" in row:
        assert geometry["labels"] == row["labels"]
    verify = cadgit("verify", code=1 if row["verify"] == "fail" else 0)
    if row["verify"] == "fail" and "says" in row:
        assert row["says"] in " ".join(f"{check['name']} {check['message']}" for check in failing(verify["verdict"]))
    if row["verify"] == "fail" or row.get("promote") == "refused":
        refused = cadgit("promote", code=1)
        if name == "random_width":
            assert "deterministic" in refused["error"]["message"]
        assert not cadgit("status")["parts"][0]["latest"]


# --- what the comments in the table say beyond its columns ---


def test_overlap_names_the_volume_and_both_solids(repo: Path, cadgit: Cadgit) -> None:
    for name, volume in (("overlapping_solids", "400"), ("contained_solid", "64")):
        cadgit("run", put(name, repo), code=0)
        (check,) = (c for c in failing(cadgit("verify", name, code=1)["verdict"]) if c["name"] == "overlap")
        text = check["message"] + check["measured"] + "".join(place["entity"] for place in check["places"])
        assert volume in text
        assert "solid 1" in text
        assert "solid 2" in text


def test_an_open_shell_says_where_its_free_edges_are_and_tampering_changes_nothing(repo: Path, cadgit: Cadgit) -> None:
    found = []
    for name in ("open_shell", "tampers"):
        cadgit("run", put(name, repo), code=0)
        verdict = cadgit("verify", name, code=1)["verdict"]
        found.append([(c["name"], c["status"], c["message"], c["places"]) for c in verdict["checks"]])
        places = [
            place for check in failing(verdict) for place in check["places"] if place["entity"].startswith("edge")
        ]
        assert len({place["entity"] for place in places}) == 4
        assert all(place["point"] is not None for place in places)
    assert found[0] == found[1]


def test_a_bow_tie_names_its_faulty_faces_or_edges(repo: Path, cadgit: Cadgit) -> None:
    cadgit("run", put("bow_tie", repo), code=0)
    (check,) = (c for c in failing(cadgit("verify", code=1)["verdict"]) if c["name"] == "valid")
    assert any(place["entity"].startswith(("face", "edge")) and place["point"] for place in check["places"])


def test_a_candidate_s_tree_is_the_closure_and_nothing_else(repo: Path, cadgit: Cadgit, git: Any) -> None:
    run = cadgit("run", put("closure/model", repo), code=0)
    assert run["candidate"]["part"] == "closure"
    names = git("ls-tree", "-r", "--name-only", run["candidate"]["id"], cwd=repo).splitlines()
    assert names == [
        ".cadgit/candidate.toml",
        "closure/lib/__init__.py",
        "closure/lib/plates.py",
        "closure/model.py",
        "closure/sizes.json",
    ]


@pytest.mark.parametrize("autocrlf", ["true", "input"])
def test_a_blob_has_the_file_s_bytes_whatever_autocrlf_says(
    repo: Path, cadgit: Cadgit, git: Any, autocrlf: str
) -> None:
    git("config", "core.autocrlf", autocrlf, cwd=repo)
    (repo / ".gitattributes").write_text("*.py text eol=lf working-tree-encoding=UTF-16\n", encoding="utf-8")
    run = cadgit("run", put("crlf", repo), code=0)
    stored = subprocess.run(
        ["git", "cat-file", "blob", f"{run['candidate']['id']}:crlf.py"], cwd=repo, capture_output=True, check=True
    ).stdout
    assert stored == (CASES / "crlf.py").read_bytes()


def test_the_inputs_line_that_the_error_shows_mends_an_undeclared_input(repo: Path, cadgit: Cadgit) -> None:
    failure = cadgit("run", put("undeclared_input", repo), code=3)["record"]["failure"]
    assert "sizes.txt" in said(failure)
    assert 'inputs = ["sizes.txt"]' in failure["hint"]
    (repo / "cadgit.toml").write_text(
        '[parts.undeclared_input]\nentry = "undeclared_input.py"\ninputs = ["sizes.txt"]\n', encoding="utf-8"
    )
    assert cadgit("run", "undeclared_input", code=0)["record"]["geometry"]["volume"] == pytest.approx(60)


def test_a_model_that_swallows_everything_ends_soon_and_leaves_no_process(repo: Path, cadgit: Cadgit) -> None:
    run = cadgit("run", put("swallows_everything", repo), "--timeout", "2", code=3)
    assert run["record"]["failure"]["reason"] == "time"
    assert 2 <= run["record"]["seconds_model"] < 4
    assert not _processes_with("swallows_everything")


def test_a_child_that_the_model_leaves_is_gone_after_the_run(repo: Path, cadgit: Cadgit) -> None:
    cadgit("run", put("leaves_a_child", repo), code=0)
    assert not _processes_with("time.sleep(300)")


def _processes_with(text: str) -> list[str]:
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if text in command and int(entry.name) != os.getpid() and "pytest" not in command:
            found.append(command)
    return found


def test_a_flood_of_output_keeps_head_and_tail_and_says_how_much_it_dropped(repo: Path, cadgit: Cadgit) -> None:
    output = cadgit("run", put("prints_for_ever", repo), code=0)["record"]["output"]
    assert output["total_bytes"] == 2_000_000 * 101
    assert output["head"].startswith("xxx")
    assert output["tail"].endswith("xxx\n")
    assert output["dropped_bytes"] == output["total_bytes"] - len(output["head"]) - len(output["tail"])


def test_nothing_is_written_outside(repo: Path, cadgit: Cadgit, home: Path) -> None:
    cadgit("run", put("writes_outside", repo), code=0)
    assert not (home / "cadgit-was-here").exists()
    assert not Path("/var/tmp/cadgit-was-here").exists()


def test_a_secret_that_is_there_is_refused(repo: Path, cadgit: Cadgit, home: Path) -> None:
    (home / ".ssh").mkdir()
    (home / ".ssh" / "id_ed25519").write_text("secret", encoding="utf-8")
    output = cadgit("run", put("reads_secrets", repo), code=0)["record"]["output"]
    assert "refused" in output["head"]
    source = (repo / "reads_secrets.py").read_text(encoding="utf-8").replace("Path.home()", f'Path("{home}")')
    (repo / "reads_secrets.py").write_text(source, encoding="utf-8")
    output = cadgit("run", "reads_secrets", code=0)["record"]["output"]
    assert "refused" in output["head"]


def test_a_socket_is_refused_even_where_something_listens(repo: Path, cadgit: Cadgit) -> None:
    connections: list[object] = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(60)

        def accept() -> None:
            try:
                connections.append(server.accept())
            except OSError:
                return

        listener = threading.Thread(target=accept, daemon=True)
        listener.start()
        source = (
            (CASES / "opens_a_socket.py").read_text(encoding="utf-8").replace(", 9)", f", {server.getsockname()[1]})")
        )
        (repo / "opens_a_socket.py").write_text(source, encoding="utf-8")
        output = cadgit("run", "opens_a_socket.py", code=0)["record"]["output"]
    assert "refused" in output["head"]
    assert not connections


def test_files_that_a_model_exports_are_listed_and_stay_out_of_the_working_tree(repo: Path, cadgit: Cadgit) -> None:
    record = cadgit("run", put("exports_itself", repo), code=0)["record"]
    assert [file["path"] for file in record["files_written"]] == ["mine.step", "mine.stl"]
    assert all(file["size"] > 0 for file in record["files_written"])
    assert sorted(path.name for path in repo.iterdir()) == [".git", "exports_itself.py"]


def test_an_edit_during_the_run_changes_neither_candidate_nor_geometry(repo: Path, cadgit: Cadgit, git: Any) -> None:
    entry = repo / put("edits_itself", repo)
    cadgit("kernel", "start", code=0)
    command = [sys.executable, "-m", "cadgit", "run", entry.name, "--json"]
    with subprocess.Popen(command, cwd=repo, stdout=subprocess.PIPE, encoding="utf-8") as process:
        _wait_for_ref(repo, "refs/cadgit/candidates/edits_itself/main")
        entry.write_text("from build123d import *\n\nresult = Box(99, 99, 99)\n", encoding="utf-8")
        answer = json.loads(process.communicate()[0])
    assert answer["record"]["geometry"]["volume"] == pytest.approx(1000)
    stored = git("show", f"{answer['candidate']['id']}:edits_itself.py", cwd=repo)
    assert "Box(10, 10, 10)" in stored


def _wait_for_ref(repo: Path, ref: str) -> None:
    deadline = time.monotonic() + 60
    while not (repo / ".git" / ref).exists():
        assert time.monotonic() < deadline, f"{ref} did not appear"
        threading.Event().wait(0.01)


def test_parameters_are_replaced_checked_and_suggested(repo: Path, cadgit: Cadgit) -> None:
    entry = put("parameters", repo)
    first = cadgit("run", entry, code=0)
    changed = cadgit("run", entry, "-P", "width=50", "-P", "rounded=false", code=0)
    assert changed["record"]["geometry"]["volume"] == pytest.approx(50 * 30 * 10 - 2 * math.pi * 4 * 10)
    assert changed["candidate"]["id"] != first["candidate"]["id"]
    typo = cadgit("run", entry, "-P", "widht=50", code=2)["error"]
    assert "width" in typo["message"] + typo["hint"]
    wrong = cadgit("run", entry, "-P", "width=abc", code=2)["error"]
    assert "float" in wrong["message"] + wrong["hint"]
    one_hole = cadgit("run", entry, "-P", "holes=[(0, 0)]", "-P", "rounded=False", code=0)
    assert one_hole["record"]["geometry"]["volume"] == pytest.approx(40 * 30 * 10 - math.pi * 4 * 10)
    assert (repo / entry).read_bytes() == (CASES / entry).read_bytes()


def test_show_two_runs_whether_or_not_the_viewer_is_installed(repo: Path, cadgit: Cadgit) -> None:
    # A module of that name beside the model would be found first by plain Python; ours must stand in all the same.
    record = cadgit("run", put("show_two", repo), code=0)["record"]
    assert record["geometry"]["kind"] == "assembly"
    assert record["chosen_by"].startswith("show")


def test_a_deep_failure_leads_with_the_innermost_line_and_its_call_chain(repo: Path, cadgit: Cadgit) -> None:
    failure = cadgit("run", put("raises_deep", repo), code=3)["record"]["failure"]
    assert [(frame["file"], frame["line"]) for frame in failure["frames"]] == [
        ("raises_deep.py", 5),
        ("raises_deep.py", 8),
    ]
    assert failure["frames"][0]["source"] == "return fillet(part.edges(), radius)"
    assert failure["hint"]


def test_an_ambiguous_result_lists_what_there_is_and_how_to_choose(repo: Path, cadgit: Cadgit) -> None:
    failure = cadgit("run", put("ambiguous", repo), code=3)["record"]["failure"]
    assert "lid" in said(failure)
    assert "base" in said(failure)
    assert "--object" in said(failure)
    assert cadgit("run", "ambiguous.py", "--object", "lid", code=0)["record"]["geometry"]["volume"] == pytest.approx(
        100
    )
    assert cadgit("verify", code=0)["verdict"]["outcome"] == "pass"
