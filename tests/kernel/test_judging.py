"""Verdicts across processes: a check that hangs, crashes or leaves costs itself, and never the rest of the gate."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import socket
from collections.abc import Callable
from typing import Any

import pytest

from cadgit.checks import gate, spec
from cadgit.kernel import inspection, inspector, jobs, warmup
from cadgit.kernel.jail import open_jail
from cadgit.kernel.judging import Judging
from cadgit.records import CheckResult
from cadgit.spec import Named, OfKind, Solids, Spec, Topology, parse_range
from cadgit.spec.ranges import COUNT

from ..shape import parts
from ..shape.parts import HEADER, handed_over
from .conftest import SUPPORT, in_fork

Sabotage = dict[str, Callable[[], Any]]

SOLID = list(gate.names_for("solid"))[: -len(gate.DEEP["solid"])]


def hang() -> None:
    """What OCCT does on some shapes: never come back."""
    while True:
        signal.pause()


def crash() -> None:
    """A segmentation fault."""
    ctypes.string_at(0)


def leave() -> None:
    """What a library that calls exit() does: end the process as if all was well."""
    os._exit(0)


@pytest.fixture(scope="module", autouse=True)
def _warm() -> None:
    warmup.for_inspector()  # here, so that the forks below do not import it each


@pytest.fixture
def sabotaged(monkeypatch: pytest.MonkeyPatch) -> Callable[[Sabotage], None]:
    """Let something happen in checks, by name; the processes of a verdict are forks of this one."""

    def sabotage(happens: Sabotage) -> None:
        original = gate.run_check

        def run_check(name: str, *more: Any) -> CheckResult | None:
            if name in happens:
                happens[name]()
            return original(name, *more)

        monkeypatch.setattr(gate, "run_check", run_check)

    return sabotage


def verdict(private: str, brep: bytes, **more: Any) -> tuple[dict[str, tuple[str, str]], int, int]:
    """Status and message of each check in order, the number of processes, and the size of the STEP file."""
    opened: list[int] = []

    def judge() -> Any:
        told: list[str] = []
        ours, theirs = socket.socketpair()

        def new_jail() -> Any:
            opened.append(1)
            return open_jail(inspection.job, SUPPORT, private)

        with ours, theirs:
            request = jobs.Judge(brep, None, HEADER, **more)
            judging = Judging(request, new_jail, theirs, lambda result: told.append(result.name))
            with contextlib.closing(judging):
                judged = judging.run()
        assert told == [result.name for result in judged.checks]
        return [[r.name, r.status, r.message] for r in judged.checks], len(opened), len(judged.step)

    answer = in_fork(judge)
    assert isinstance(answer, list), answer
    checks, processes, step = answer
    return {name: (status, message) for name, status, message in checks}, processes, step


PLAIN = handed_over(parts.plain())


def without(found: dict[str, tuple[str, str]], *names: str) -> set[str]:
    """Statuses of all other checks."""
    return {status for name, (status, _) in found.items() if name not in names}


def test_the_whole_gate_of_a_good_part_takes_one_process(private: str) -> None:
    found, processes, step = verdict(private, PLAIN)
    assert list(found) == SOLID and without(found) == {"pass"}
    assert (processes, step > 1000) == (1, True)


def test_a_check_over_its_budget_is_not_checked_and_the_rest_goes_on(
    private: str, sabotaged: Callable[[Sabotage], None]
) -> None:
    sabotaged({"volume": hang})
    found, processes, _ = verdict(private, PLAIN, budget=2.0)
    assert found["volume"] == ("not checked", "no answer within its budget of 2 s")
    assert list(found) == SOLID and without(found, "volume") == {"pass"}
    assert processes == 2


def test_a_check_that_crashes_is_a_fail_that_names_the_signal_and_the_rest_goes_on(
    private: str, sabotaged: Callable[[Sabotage], None]
) -> None:
    sabotaged({"volume": crash, "step.valid": crash})
    found, processes, _ = verdict(private, PLAIN)
    for name in ("volume", "step.valid"):
        assert found[name] == ("fail", "the check crashed: the inspector's process ended with SIGSEGV")
    assert list(found) == SOLID and without(found, "volume", "step.valid") == {"pass"}
    assert processes == 3


@pytest.mark.parametrize("name", ["result", "watertight", "round-trip"])
def test_leaving_early_as_if_all_was_well_is_a_fail_and_costs_no_other_check(
    name: str, private: str, sabotaged: Callable[[Sabotage], None]
) -> None:
    sabotaged({name: leave})
    found, _, _ = verdict(private, PLAIN)
    assert found[name] == ("fail", "the check crashed: the inspector's process ended with exit status 0")
    assert list(found) == SOLID and without(found, name) == {"pass"}


def test_leaving_between_two_checks_is_a_fail_of_the_next(private: str, monkeypatch: pytest.MonkeyPatch) -> None:
    original = inspection._Frames.begin
    monkeypatch.setattr(
        inspection._Frames, "begin", lambda self, name: leave() if name == "volume" else original(self, name)
    )
    found, _, _ = verdict(private, PLAIN)
    assert found["volume"][0] == "fail"
    assert list(found) == SOLID and without(found, "volume") == {"pass"}


@pytest.mark.parametrize("happens", [leave, crash])
def test_a_process_that_ends_before_it_has_said_what_the_result_is_fails_the_verdict(
    happens: Callable[[], None], private: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inspector, "read_brep", lambda data: happens())
    found, processes, step = verdict(private, PLAIN)
    assert {name: status for name, (status, _) in found.items()} == {"result": "fail"}
    assert (processes, step) == (1, 0)


def test_geometry_that_cannot_be_read_in_time_is_a_fail_and_nothing_to_accept(
    private: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cadgit.kernel.judging._TIME_TO_READ", 1.0)
    monkeypatch.setattr(inspector, "read_brep", lambda data: hang())
    found, _, _ = verdict(private, PLAIN)
    assert found == {"result": ("fail", "the geometry was not read within 1 s")}


def test_a_file_that_crashes_its_writer_is_a_fail_and_what_looks_at_it_is_not_checked(
    private: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inspector, "write_step", lambda tree, header: crash())
    found, processes, step = verdict(private, PLAIN)
    assert found["step.write"][0] == "fail" and "SIGSEGV" in found["step.write"][1]
    assert (
        found["step.valid"] == found["round-trip"] == ("not checked", "not checked: there is no STEP file to look at")
    )
    assert found["watertight"][0] == "pass"
    assert (processes, step) == (2, 0)


@pytest.mark.parametrize(
    ("happens", "status", "message"),
    [
        (crash, "fail", "reading the STEP file crashed: the inspector's process ended with SIGSEGV"),
        (hang, "not checked", "the STEP file was not read within its budget of 2 s"),
    ],
)
def test_a_file_whose_reading_ends_the_process_is_not_read_again_for_each_check(
    happens: Callable[[], None], status: str, message: str, private: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inspector, "read_step", lambda data: happens())
    found, processes, _ = verdict(private, PLAIN, budget=2.0)
    first, *others = [name for name in found if inspector.looks_at_step(name) and name != "step.write"]
    assert found[first] == (status, message)
    assert {found[name] for name in others} == {
        ("not checked", f"not checked: the STEP file could not be read (see {first})")
    }
    assert (list(found), processes) == (SOLID, 1)


def test_deep_checks_go_on_after_a_file_that_cannot_be_read(private: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inspector, "read_step", lambda data: crash())
    found, processes, _ = verdict(private, PLAIN, deep=True)
    assert list(found) == [*SOLID, "self-intersection"]
    assert found["self-intersection"][0] == "pass"
    assert processes == 2


def test_a_check_that_is_asked_for_and_does_not_apply_is_told_so(private: str) -> None:
    found, _, _ = verdict(private, PLAIN, only=("volume", "coplanar"))
    assert found["volume"][0] == "pass"
    assert found["coplanar"] == ("not checked", "not checked: no check of a solid")


def test_what_is_no_message_ends_its_process_and_fails_its_check(private: str, monkeypatch: pytest.MonkeyPatch) -> None:
    original = inspection._Frames.check

    def check(self: Any, result: CheckResult) -> None:
        # A result of a check that has not begun: a process that is not ours any more could pass what is to come.
        original(self, CheckResult("watertight", "pass", "trust me") if result.name == "volume" else result)

    monkeypatch.setattr(inspection._Frames, "check", check)
    found, _, _ = verdict(private, PLAIN)
    assert found["volume"] == ("fail", "the check crashed: the inspector's process sent what is no message")
    assert found["watertight"][1] != "trust me"
    assert list(found) == SOLID


@pytest.mark.parametrize(
    ("happens", "status", "says"),
    [
        (hang, "not checked", "no answer within its budget of 2 s"),
        (crash, "fail", "the check crashed: the inspector's process ended with SIGSEGV"),
        (leave, "fail", "the check crashed: the inspector's process ended with exit status 0"),
    ],
)
def test_a_requirement_that_cannot_be_judged_is_no_pass_and_costs_no_other(
    private: str, monkeypatch: pytest.MonkeyPatch, happens: Callable[[], Any], status: str, says: str
) -> None:
    original = spec.run_requirement

    def run_requirement(named: Named, result: Any) -> CheckResult:
        if named.name == "spec.solids":
            happens()
        return original(named, result)

    monkeypatch.setattr(spec, "run_requirement", run_requirement)
    asked = Spec(kind=OfKind("solid"), solids=Solids(parse_range(1, COUNT)), topology=Topology(parse_range(11, COUNT)))
    found, processes, _ = verdict(private, PLAIN, spec=asked.text(), budget=2.0)
    assert found["spec.solids"] == (status, says)
    assert without(found, "spec.solids") == {"pass"} and len(found) == len(SOLID) + 3
    assert processes == 2
