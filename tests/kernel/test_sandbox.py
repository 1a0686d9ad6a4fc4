"""All walls together, by attacks from behind them; with and without namespaces."""

from __future__ import annotations

import os
import resource
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cadgit.kernel import landlock, namespaces, sandbox

from .conftest import NOTHING, SUPPORT, attempt, behind_walls, both_ways, in_fork, needs_namespaces

needs_landlock = pytest.mark.skipif(landlock.abi() < 6, reason="needs Landlock ABI 6")


@needs_namespaces
@needs_landlock
def test_every_layer_is_named_where_the_machine_has_them_all(private: str) -> None:
    layers: list[str] = []

    def work() -> Any:
        walls = sandbox.Walls(private, 1 << 20, 1 << 30, (), SUPPORT)
        namespaces.enter(SUPPORT)
        if os.fork() == 0:
            namespaces.read_only_world(SUPPORT)
            layers.extend(sandbox.enter_mounts(walls) + sandbox.enter(walls, private))
            os._exit(len(sandbox.missing(layers)))
        return os.waitstatus_to_exitcode(os.wait()[1])

    assert in_fork(work) == 0


def test_missing_layers_are_named() -> None:
    assert sandbox.missing(["session", "environment", "rlimits", "no-capabilities", "landlock-7", "seccomp"]) == (
        "user-namespace",
        "namespaces",
        "own-proc",
        "read-only-world",
        "scratch-limit",
    )


def test_the_probe_speaks_of_every_layer() -> None:
    layers = sandbox.probe()
    assert tuple(layer.name for layer in layers) == sandbox.LAYERS
    assert all(layer.detail for layer in layers if not layer.available)


def test_the_probe_imports_no_build123d() -> None:
    code = "import sys; from cadgit.kernel import sandbox; sandbox.probe(); print('build123d' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.strip() == "False"


@both_ways
def test_files_outside_can_be_neither_changed_nor_touched(
    support: namespaces.Support, private: str, tmp_path: Path
) -> None:
    victim = tmp_path / "victim"
    victim.write_text("x", encoding="utf-8")
    before = victim.stat()

    def attack() -> dict[str, str]:
        return {
            "write": attempt(lambda: victim.write_text("y", encoding="utf-8")),
            "remove": attempt(victim.unlink),
            "chmod": attempt(lambda: victim.chmod(0o777)),
            "utime": attempt(lambda: os.utime(victim, (1, 1))),
            "xattr": attempt(lambda: os.setxattr(victim, "user.x", b"y")),
            "create": attempt(lambda: Path("/var/tmp/cadgit-was-here").write_text("x", encoding="utf-8")),
        }

    outcomes = behind_walls(attack, private, support)
    refused = {"EROFS", "EACCES", "EPERM"}
    assert {name: outcome for name, outcome in outcomes.items() if outcome not in refused} == {}
    after = victim.stat()
    assert (after.st_mode, after.st_mtime_ns, victim.read_text(encoding="utf-8")) == (
        before.st_mode,
        before.st_mtime_ns,
        "x",
    )
    assert not Path("/var/tmp/cadgit-was-here").exists()


@both_ways
def test_secrets_cannot_be_read(support: namespaces.Support, private: str, tmp_path: Path) -> None:
    secret = tmp_path / "id_ed25519"
    secret.write_text("key", encoding="utf-8")
    assert behind_walls(lambda: attempt(secret.read_text), private, support) in ("EACCES", "ENOENT")


@both_ways
def test_the_users_repository_is_out_of_reach(support: namespaces.Support, private: str, tmp_path: Path) -> None:
    (tmp_path / "model.py").write_text("x", encoding="utf-8")

    def attack() -> list[str]:
        return [
            attempt((tmp_path / "model.py").read_text),
            attempt(lambda: (tmp_path / "new").write_text("x", encoding="utf-8")),
        ]

    outcomes = behind_walls(attack, private, support, hidden=(str(tmp_path),))
    assert all(outcome in ("EACCES", "ENOENT", "EROFS") for outcome in outcomes)
    assert not (tmp_path / "new").exists()


@needs_namespaces
def test_an_interpreter_inside_the_repository_stays_visible(private: str, tmp_path: Path) -> None:
    prefix = os.path.realpath(sys.prefix)
    repository = os.path.dirname(prefix)
    if repository == "/":
        pytest.skip("the interpreter lies at the top of the file system")
    standard_library = os.path.realpath(os.__file__)

    def attack() -> list[str]:
        return [attempt(lambda: os.listdir(prefix)), attempt(lambda: open(standard_library, encoding="utf-8").close())]

    assert behind_walls(attack, private, hidden=(repository,)) == ["done", "done"]


@both_ways
def test_no_socket_leads_out(support: namespaces.Support, private: str, tmp_path: Path) -> None:
    path = os.path.join(private, "agent")
    with socket.socket(socket.AF_UNIX) as agent, socket.create_server(("127.0.0.1", 0)) as server:
        agent.bind(path)
        agent.listen()
        address = server.getsockname()

        def attack() -> list[str]:
            return [
                attempt(lambda: socket.socket(socket.AF_UNIX).connect(path)),
                attempt(lambda: socket.create_connection(address, timeout=1)),
                attempt(lambda: socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)),
            ]

        assert behind_walls(attack, private, support) == ["EPERM", "EPERM", "EPERM"]


@needs_landlock
@both_ways
def test_the_parent_gets_no_signal(support: namespaces.Support, private: str) -> None:
    assert behind_walls(lambda: attempt(lambda: os.kill(os.getppid(), signal.SIGTERM)), private, support) == "EPERM"


@needs_namespaces
def test_other_processes_are_not_to_be_seen(private: str) -> None:
    pids = behind_walls(lambda: [int(name) for name in os.listdir("/proc") if name.isdigit()], private)
    assert len(pids) == 2  # pid 1 and the job itself


@both_ways
def test_the_supervisors_memory_and_files_cannot_be_opened(support: namespaces.Support, private: str) -> None:
    def attack() -> list[str]:
        parent = os.getppid()
        return [
            attempt(lambda: open(f"/proc/{parent}/mem", "rb").close()),
            attempt(lambda: open(f"/proc/{parent}/environ", "rb").read()),
            attempt(lambda: open(f"/proc/{parent}/fd/0", "rb").close()),
        ]

    assert set(behind_walls(attack, private, support)) <= {"EACCES", "EPERM", "ENOENT"}


@needs_namespaces
def test_scratch_ends_at_its_limit(private: str) -> None:
    def attack() -> list[str]:
        def fill() -> None:
            for number in range(8):
                Path(f"part{number}").write_bytes(bytes(1 << 20))

        return [attempt(lambda: Path("big").write_bytes(bytes(8 << 20))), attempt(fill)]

    assert behind_walls(attack, private, scratch_size=4 << 20) == ["EFBIG", "ENOSPC"]


def test_the_job_has_no_privileges(private: str) -> None:
    def attack() -> list[str]:
        status = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
        return [line.split()[1] for line in status if line.startswith(("CapPrm", "CapEff", "NoNewPrivs", "Seccomp:"))]

    assert behind_walls(attack, private) == ["0" * 16, "0" * 16, "1", "2"]


@both_ways
def test_the_environment_is_scrubbed(
    support: namespaces.Support, private: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "x")
    monkeypatch.setenv("SSH_AUTH_SOCK", "/tmp/agent")

    def attack() -> dict[str, str]:
        return {**os.environ, "cwd": os.getcwd(), "child": subprocess.run(["env"], capture_output=True).stdout.decode()}

    seen = behind_walls(attack, private, support)
    assert "SECRET_TOKEN" not in seen and "SSH_AUTH_SOCK" not in seen
    assert "SECRET_TOKEN" not in seen["child"]
    assert seen["HOME"] == seen["cwd"] and seen["TMPDIR"].startswith(seen["HOME"])


def test_memory_is_limited_beyond_what_the_process_has(private: str) -> None:
    def attack() -> list[Any]:
        return [
            attempt(lambda: bytearray(1 << 28)),
            attempt(lambda: bytearray(2 << 30)),
            resource.getrlimit(resource.RLIMIT_CORE)[0],
        ]

    small, large, core = behind_walls(attack, private)
    assert small == "done" and large.startswith("MemoryError") and core == 0


@both_ways
def test_what_a_model_needs_still_works(support: namespaces.Support, private: str) -> None:
    def attack() -> list[str]:
        import tempfile

        def temporary() -> None:
            with tempfile.NamedTemporaryFile() as stream:
                stream.write(b"x")

        return [
            attempt(temporary),
            attempt(lambda: subprocess.run([sys.executable, "-c", "import json"], check=True)),
            attempt(lambda: open("/dev/null", "w", encoding="utf-8").write("x")),
            attempt(lambda: open("/dev/urandom", "rb").read(1)),
            attempt(lambda: os.listdir("/usr/share")),
        ]

    assert behind_walls(attack, private, support) == ["done"] * 5


def test_without_namespaces_the_other_layers_are_recorded(private: str) -> None:
    def work() -> list[str]:
        walls = sandbox.Walls(private, 1 << 20, 1 << 30, (), NOTHING)
        return sandbox.enter_mounts(walls) + sandbox.enter(walls, private)

    layers = in_fork(work)
    assert layers[:3] == ["session", "environment", "rlimits"] and "seccomp" in layers
    assert "namespaces" in sandbox.missing(layers)
