from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cadgit.records import Override, StepHeader
from cadgit.shape import part21

#: What can stand in a source file, and more: no surrogates, which are no characters.
TEXT = st.text(max_size=400)

HEADERS = st.builds(
    StepHeader,
    part=TEXT,
    entry=TEXT,
    source_sha256=TEXT,
    closure_sha256=TEXT,
    tree=TEXT,
    build123d=TEXT,
    occt=TEXT,
    parameters=st.lists(st.builds(Override, st.text(max_size=20).map(lambda t: t.replace("=", "")), TEXT)).map(tuple),
    time_stamp=st.integers(0, 2**37),
)


def file_with(header: StepHeader, break_every: int = 0) -> bytes:
    strings = ",".join(f"'{line}'" for line in part21.description(header))
    name = f"FILE_NAME('it''s','{part21.time_stamp(header.time_stamp)}',(''),(''),'','','');"
    text = f"FILE_DESCRIPTION(({strings}),'2;1');{name}ENDSEC;DATA;"
    if break_every:
        text = "\r\n".join(text[i : i + break_every] for i in range(0, len(text), break_every))
    return b"ISO-10303-21;\nHEADER;\n" + text.encode("ascii")


@given(TEXT)
def test_text_survives_encoding(text):
    encoded = part21.encode(text)
    assert encoded.isascii() and encoded.isprintable()
    assert part21.decode(encoded) == text


@given(HEADERS)
def test_every_header_is_read_back_as_it_was(header):
    assert part21.read_header(file_with(header)) == header


@given(HEADERS, st.integers(20, 90))
def test_lines_that_a_writer_broke_inside_strings_are_joined(header, columns):
    # A line break between FILE_ and DESCRIPTION would be a broken token, which no writer makes.
    data = file_with(header)
    start = data.index(b"((") + 2
    body = data[start:]
    broken = b"\n".join(body[i : i + columns] for i in range(0, len(body), columns))
    assert part21.read_header(data[:start] + broken) == header


@given(HEADERS)
def test_no_string_is_longer_than_the_standard_allows(header):
    assert max(map(len, part21.description(header))) <= 256


@given(TEXT)
def test_a_shortened_string_keeps_the_beginning(text):
    short = part21.shortened(text)
    assert len(short) <= 256
    decoded = part21.decode(short)
    assert decoded == text or (decoded.endswith("...") and text.startswith(decoded[:-3]))


def test_escapes_of_other_writers_are_read():
    assert part21.decode(r"M\X\FCller") == "Müller"
    assert part21.decode(r"M\S\|ller") == "Müller"
    assert part21.decode(r"\X2\D83DDE00\X0\ and \X2\00E900E8\X0\ ") == "😀 and éè "
    assert part21.decode(r"\PA\it''s a \\ b") == r"it's a \ b"


def test_a_file_of_another_program_has_no_header_of_ours():
    other = b"ISO-10303-21;HEADER;FILE_DESCRIPTION(('Open CASCADE Model'),'2;1');ENDSEC;"
    assert part21.read_header(other) is None
    assert part21.read_header(b"no step at all") is None
    assert part21.read_header(b"ISO-10303-21;FILE_DESCRIPTION((ENDSEC;") is None


@given(HEADERS, st.sampled_from([0, 30]))
def test_a_file_is_its_header_and_the_rest(header, columns):
    data = file_with(header, columns)
    head, rest = part21.split(data)
    assert head + rest == data
    assert head.endswith(b";") and rest.strip().replace(b"\r\n", b"") == b"DATA;"


def test_the_end_of_a_header_is_not_taken_from_inside_a_string():
    head, rest = part21.split(b"ISO-10303-21;HEADER;FILE_NAME('it''s ENDSEC; here');ENDSEC;DATA;ENDSEC;")
    assert rest == b"DATA;ENDSEC;" and head.endswith(b"here');ENDSEC;")


def test_what_is_no_step_file_has_no_header():
    assert part21.split(b"solid cube\nENDSEC;") == (b"", b"solid cube\nENDSEC;")
    assert part21.split(b"ISO-10303-21;HEADER;") == (b"", b"ISO-10303-21;HEADER;")
    assert part21.split(b"") == (b"", b"")


def test_a_header_that_lacks_a_field_is_not_taken_for_ours():
    assert part21.read_header(b"ISO-10303-21;HEADER;FILE_DESCRIPTION(('cadgit','part=x'),'2;1');ENDSEC;") is None


def test_the_time_is_not_taken_from_what_looks_like_a_file_name_elsewhere():
    header = StepHeader("FILE_NAME('x','1999-01-01T00:00:00'", "e.py", "s", "c", "t", "b", "o", time_stamp=86_400)
    assert part21.read_header(file_with(header)) == header


def test_a_time_that_another_program_wrote_is_the_epoch():
    data = file_with(StepHeader("p", "e.py", "s", "c", "t", "b", "o", time_stamp=5))
    changed = part21.read_header(data.replace(b"1970-01-01T00:00:05", b"yesterday"))
    assert changed is not None and changed.time_stamp == 0
