"""Messages survive the way there and back; anything else is refused."""

from __future__ import annotations

import json
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cadgit.kernel import jobs, wire
from cadgit.records import (
    CheckResult,
    Compared,
    Environment,
    Failure,
    Frame,
    ManifestNode,
    Output,
    Override,
    Place,
    SourceFile,
    StepHeader,
)

numbers = st.floats(allow_nan=False)
text = st.text(max_size=20)
environments = st.builds(Environment, text, text, text, text, text, st.lists(text, max_size=3).map(tuple))
manifests = st.recursive(
    st.builds(ManifestNode, text, st.none() | st.tuples(numbers, numbers, numbers, numbers)),
    lambda children: st.builds(ManifestNode, text, children=st.lists(children, max_size=3).map(tuple)),
    max_leaves=6,
)
files = st.lists(st.builds(SourceFile, text, st.binary(max_size=40), st.booleans()), max_size=3).map(tuple)
headers = st.builds(StepHeader, text, text, text, text, text, text, text)
failures = st.builds(
    Failure,
    st.sampled_from(["time", "memory", "signal"]),
    text,
    text,
    st.lists(st.builds(Frame, text, st.integers(0, 9999), text, text), max_size=2).map(tuple),
)
messages = st.one_of(
    st.builds(
        jobs.Execute,
        files,
        text,
        parameters=st.lists(st.builds(Override, text, text), max_size=2).map(tuple),
        strict=st.booleans(),
    ),
    st.builds(
        jobs.Executed,
        environments,
        st.builds(Output, text, text, st.integers(0, 1 << 60), st.just(0)),
        failure=st.none() | failures,
        brep=st.binary(max_size=60),
        manifest=st.none() | manifests,
    ),
    st.builds(jobs.Judge, st.binary(max_size=60), st.none() | manifests, headers, st.booleans()),
    st.builds(jobs.Compare, st.binary(max_size=20), st.binary(max_size=20)),
    st.builds(jobs.CompareSteps, st.binary(max_size=20), st.binary(max_size=20)),
    st.builds(
        CheckResult,
        text,
        st.sampled_from(["pass", "fail", "warn", "not checked"]),
        text,
        places=st.lists(st.builds(Place, text, st.none() | st.tuples(numbers, numbers, numbers)), max_size=2).map(
            tuple
        ),
    ),
    st.builds(Compared, st.booleans(), st.sampled_from(["hash", "properties"])),
    st.builds(wire.Errand, st.binary(max_size=20), st.lists(text, max_size=3).map(tuple), st.binary(max_size=20)),
)


@given(messages)
def test_every_message_comes_back_as_it_was_sent(message: object) -> None:
    assert wire.decode(wire.encode(message)) == message


@given(messages, st.integers(1, 7))
def test_a_message_may_arrive_in_pieces(message: object, size: int) -> None:
    data = memoryview(wire.encode(message))

    def receive_into(view: memoryview) -> int:
        nonlocal data
        count = min(size, len(view), len(data))
        view[:count] = data[:count]
        data = data[count:]
        return count

    assert wire.read(receive_into) == message


@given(messages, st.data())
def test_a_cut_message_is_refused(message: object, data: st.DataObject) -> None:
    encoded = wire.encode(message)
    cut = encoded[: data.draw(st.integers(0, len(encoded) - 1))]
    with pytest.raises(wire.WireError):
        wire.decode(cut)


@given(st.binary(max_size=200))
def test_noise_is_refused(noise: bytes) -> None:
    with pytest.raises(wire.WireError):
        wire.decode(noise)
    with pytest.raises(wire.WireError):
        wire.decode(b"cg1\n" + struct.pack(">IQ", len(noise), 0) + noise)


def _message(envelope: object, blobs: bytes = b"") -> bytes:
    encoded = json.dumps(envelope).encode()
    return b"cg1\n" + struct.pack(">IQ", len(encoded), len(blobs)) + encoded + blobs


@pytest.mark.parametrize(
    "data",
    [
        _message({"type": "SystemExit", "body": {}}),
        _message({"type": "Exported", "body": {"data": "text"}}),
        _message({"type": "Exported", "body": {"data": {"$bytes": 4}}}, b"abc"),
        _message({"type": "Exported", "body": {"data": {"$bytes": 2}}}, b"abc"),
        _message({"type": "Exported", "body": {"data": {"$bytes": -1}}}, b""),
        _message({"type": "Exported", "body": {"data": {"$bytes": True}}}, b"a"),
        _message({"type": "Exported", "body": {}}),
        _message({"type": ["Exported"], "body": {}}),
        _message(["Exported"]),
        _message({"type": "Compared", "body": {"same": 1, "by": "hash"}}),
        _message({"type": "Compared", "body": {"same": True, "by": "guess"}}),
    ],
)
def test_a_message_that_does_not_fit_its_type_is_refused(data: bytes) -> None:
    with pytest.raises(wire.WireError):
        wire.decode(data)


def test_a_tree_that_would_exhaust_the_stack_is_refused() -> None:
    deep = '{"children":[' * 100_000 + "{}" + "]}" * 100_000
    text = ('{"type":"Executed","body":{"manifest":' + deep + "}}").encode()
    with pytest.raises(wire.WireError):
        wire.decode(b"cg1\n" + struct.pack(">IQ", len(text), 0) + text)


def test_sizes_are_checked_before_anything_is_read() -> None:
    asked: list[int] = []

    def receive_into(view: memoryview) -> int:
        asked.append(len(view))
        view[:] = b"cg1\n" + struct.pack(">IQ", 10, 1 << 50)
        return len(view)

    with pytest.raises(wire.WireError, match="too long"):
        wire.read(receive_into)
    assert asked == [16]


def test_only_messages_can_be_sent() -> None:
    with pytest.raises(wire.WireError):
        wire.encode(Override("a", "1"))
