"""A reader that goes away does not stop the work; a full disk is said."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import sys
from cadgit.cli.output.stream import emit
from cadgit.errors import StorageError
try:
    for _ in range(3):
        emit("x" * 100_000)
except StorageError as error:
    sys.stderr.write(error.message)
    sys.exit(error.exit_code)
sys.stderr.write("carried on")
"""


def test_when_the_reader_goes_away_the_command_carries_on_quietly() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == "carried on"
    assert process.returncode == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_an_error_of_the_environment() -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run([sys.executable, "-c", PROGRAM], stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 4
    assert done.stderr == "the output could not be written: No space left on device"
