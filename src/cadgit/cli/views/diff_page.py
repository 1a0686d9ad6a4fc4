"""The page that `cadgit diff --html` writes: all of a comparison in one file, with nothing to load."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Sequence
from html import escape

from ...workflow.comparison import DiffOutcome, Operand, SourceChange
from ..output import numbers
from .diff import corners, measures, sentence, unrecognised
from .feature_changes import sentences

_STYLE = """
:root { color-scheme: light dark; --text: #1c2128; --dim: #57606a; --line: #d0d5dc; --ground: #fff; --code: #f6f7f9;
  --added: #176e30; --removed: #b3201f; --focus: #0a58b0; }
@media (prefers-color-scheme: dark) { :root { --text: #e4e8ee; --dim: #a2abb8; --line: #363d48; --ground: #15181d;
  --code: #1e2229; --added: #5fcf80; --removed: #ff8a80; --focus: #7fb4ff; } }
body { font: 15px/1.5 system-ui, "Liberation Sans", sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem;
  color: var(--text); background: var(--ground); }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; } h3 { font-size: 1rem; }
h1, h3, p, li, .name { overflow-wrap: anywhere; }
.scroll { overflow-x: auto; } :focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
td, th { padding: .2rem 1rem .2rem 0; text-align: left; vertical-align: top; font-weight: 400; white-space: nowrap; }
thead th { font-weight: 600; } tbody tr { border-top: 1px solid var(--line); } .same { color: var(--dim); }
pre { overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; padding: .6rem; font-size: 13px;
  background: var(--code); }
.added { color: var(--added); } .removed { color: var(--removed); } .dim { color: var(--dim); }
figure { margin: 1rem 0; } img { max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: 6px; }
@media (max-width: 40rem) { body { margin: 1rem auto; } td, th { padding-right: .7rem; } }
@media print { .scroll, pre { overflow: visible; white-space: pre-wrap; } }
""".strip()

#: Nothing is loaded or run, whatever a model or a file said.
_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"


def page(outcome: DiffOutcome, picture: bytes = b"") -> str:
    """The page as HTML, with a picture as PNG if there is one; whatever a model or a file said is escaped."""
    title = f"{outcome.first.name} → {outcome.second.name}"
    body = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(sentence(outcome))}</p>",
        f"<p>{escape(outcome.not_checked)}</p>" if outcome.not_checked else "",
        _picture(picture),
        "<h2>Measures</h2>",
        _measures(outcome),
        *_features(outcome),
        *_geometry(outcome),
        *_source(outcome.source),
        "<h2>Identity</h2>",
        *(_side(*side) for side in (("before", outcome.first), ("after", outcome.second))),
    ]
    head = "\n".join(
        (
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
            f"<title>{escape(title)}</title>",
            f"<style>\n{_STYLE}\n</style>",
        )
    )
    lines = "\n".join(filter(None, body))
    page = f"<body>\n<main>\n{lines}\n</main>\n</body>"
    return f'<!doctype html>\n<html lang="en">\n<head>\n{head}\n</head>\n{page}\n</html>\n'


def _picture(data: bytes) -> str:
    if not data:
        return ""
    source = f"data:image/png;base64,{b64encode(data).decode()}"
    said = "What was added is green, what was removed red, what stayed grey."
    return f'<figure><img src="{source}" alt="The change. {said}"><figcaption class=dim>{said}</figcaption></figure>'


def _side(label: str, operand: Operand) -> str:
    if operand.candidate is None:
        what = f"file, sha256 {operand.file_sha256}"
    else:
        what = f"commit {operand.candidate.id}, tree {operand.candidate.tree}"
    return f"<p>{label}: {escape(operand.name)}<br><span class=dim>{escape(what)}</span></p>"


def _measures(outcome: DiffOutcome) -> str:
    rows = measures(outcome)
    marks = ["same" if row[3] == "=" else "" for row in rows]
    return _table("Measures", ("", "before", "after", "change"), rows, marks)


def _features(outcome: DiffOutcome) -> Iterable[str]:
    told = [*sentences(outcome.features)]
    notes = [*unrecognised(outcome)]
    if told or notes:
        yield "<h2>Features</h2>"
    if told:
        yield f"<ul>{''.join(f'<li>{_item(*one)}</li>' for one in told)}</ul>"
    yield from (f"<p class=dim>{escape(note)}</p>" for note in notes)


def _item(text: str, under: str) -> str:
    return escape(text) + (f"<br><span class=dim>{escape(under)}</span>" if under else "")


def _geometry(outcome: DiffOutcome) -> Iterable[str]:
    found = outcome.differences
    if found is None:
        return
    if found.pieces:
        yield f"<h2>Volumes <span class=dim>by {escape(found.by)}</span></h2>"
        rows = [(piece.side, numbers.number(piece.volume), *corners(piece.box)) for piece in found.pieces]
        yield _table("Volumes", ("", "mm³", "from", "to"), rows, [piece.side for piece in found.pieces])
    if found.slivers:
        thin = numbers.number(found.thinnest, 2)
        yield f"<p class=dim>{found.slivers} pieces thinner than {thin} mm are left out.</p>"
    if outcome.within is not None:
        low, high = corners(outcome.within)
        said = {
            True: "Every change lies",
            False: "Not every change lies",
            None: "It is not known whether every change lies",
        }
        yield f"<p>{said[outcome.inside]} in the box from {low} to {high}.</p>"
    for note in found.notes:
        yield f"<p class=dim>{escape(note)}</p>"


def _source(changes: Sequence[SourceChange]) -> Iterable[str]:
    if changes:
        yield "<h2>Source</h2>"
    for change in changes:
        yield f"<h3>{escape(change.path)} <span class=dim>{escape(change.change)}</span></h3>"
        if change.diff:
            lines = "\n".join(map(_line, change.diff.split("\n")))
            yield f"<pre tabindex=0>{lines}</pre>"
        else:
            yield "<p class=dim>not text</p>"


def _line(line: str) -> str:
    kind = "added" if line.startswith("+") else "removed" if line.startswith("-") else ""
    text = escape(line)
    return f"<span class={kind}>{text}</span>" if kind and not line.startswith(("+++", "---")) else text


def _table(label: str, columns: Sequence[str], rows: Iterable[Sequence[str]], classes: Sequence[str]) -> str:
    head = "".join(f"<th scope=col>{escape(column)}</th>" for column in columns)
    lines = []
    for (first, *rest), kind in zip(rows, classes, strict=True):
        mark = f' class="{kind}"' if kind else ""
        cells = "".join(f"<td>{escape(text)}</td>" for text in rest)
        lines.append(f"<tr{mark}><th scope=row>{escape(first)}</th>{cells}</tr>")
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(lines)}</tbody></table>"
    # What scrolls can be reached by the keyboard too, and says what it is.
    return f'<div class=scroll tabindex=0 role=region aria-label="{label}">{table}</div>'
