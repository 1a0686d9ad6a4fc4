"""The page that `cadgit diff --html` writes: all of a comparison in one file, with nothing to load."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Sequence
from html import escape

from ...workflow.comparison import DiffOutcome, Operand, SourceChange
from ..output import numbers
from .diff import corners, hole, measures, sentence

_STYLE = """
:root { color-scheme: light dark; --line: #8884; --added: #1a7f37; --removed: #cf222e; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
table { border-collapse: collapse; } td, th { padding: .2rem .8rem .2rem 0; text-align: left; vertical-align: top; }
th { font-weight: 600; } tr + tr td { border-top: 1px solid var(--line); } td.n { font-variant-numeric: tabular-nums; }
pre { overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; padding: .6rem; font-size: 13px; }
.added { color: var(--added); } .removed { color: var(--removed); } .dim { opacity: .65; }
figure { margin: 1rem 0; } img { max-width: 100%; border-radius: 6px; }
""".strip()


def page(outcome: DiffOutcome, picture: bytes = b"") -> str:
    """The page as HTML, with a picture as PNG if there is one; whatever a model or a file said is escaped."""
    title = f"{outcome.first.name} → {outcome.second.name}"
    body = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(sentence(outcome))}</p>",
        f"<p>{escape(outcome.not_checked)}</p>" if outcome.not_checked else "",
        _picture(picture),
        _sides(outcome),
        "<h2>Measures</h2>",
        _table(("", "before", "after", "change"), measures(outcome)),
        *_geometry(outcome),
        *_source(outcome.source),
    ]
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><style>{_STYLE}</style>'
    lines = "\n".join(filter(None, body))
    return f'<!doctype html>\n<html lang="en">\n<head>{head}</head>\n<body>\n{lines}\n</body>\n</html>\n'


def _picture(data: bytes) -> str:
    if not data:
        return ""
    source = f"data:image/png;base64,{b64encode(data).decode()}"
    said = "What was added is green, what was removed red, what stayed grey."
    return f'<figure><img src="{source}" alt="{said}"><figcaption class=dim>{said}</figcaption></figure>'


def _sides(outcome: DiffOutcome) -> str:
    return _table(("", "what", "identity"), [_side("before", outcome.first), _side("after", outcome.second)])


def _side(label: str, operand: Operand) -> tuple[str, ...]:
    if operand.candidate is None:
        return (label, operand.name, f"file, sha256 {operand.file_sha256}")
    return (label, operand.name, f"commit {operand.candidate.id}, tree {operand.candidate.tree}")


def _geometry(outcome: DiffOutcome) -> Iterable[str]:
    found = outcome.differences
    if found is None:
        return
    if found.pieces:
        yield f"<h2>Volumes <span class=dim>by {escape(found.by)}</span></h2>"
        rows = [(piece.side, numbers.number(piece.volume), *corners(piece.box)) for piece in found.pieces]
        yield _table(("", "mm³", "from", "to"), rows, classes=[piece.side for piece in found.pieces])
    if found.slivers:
        thin = numbers.number(found.thinnest, 2)
        yield f"<p class=dim>{found.slivers} pieces thinner than {thin} mm are left out.</p>"
    if found.holes:
        items = "".join(f"<li>{escape(hole(change))}</li>" for change in found.holes)
        yield f"<h2>Holes</h2><ul>{items}</ul>"
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
            yield f"<pre>{lines}</pre>"
        else:
            yield "<p class=dim>not text</p>"


def _line(line: str) -> str:
    kind = "added" if line.startswith("+") else "removed" if line.startswith("-") else ""
    text = escape(line)
    return f"<span class={kind}>{text}</span>" if kind and not line.startswith(("+++", "---")) else text


def _table(columns: Sequence[str], rows: Iterable[Sequence[str]], classes: Sequence[str] = ()) -> str:
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    lines = []
    for i, row in enumerate(rows):
        mark = f' class="{escape(classes[i])}"' if classes else ""
        lines.append(f"<tr{mark}>{''.join(f'<td class=n>{escape(text)}</td>' for text in row)}</tr>")
    return f"<table><tr>{head}</tr>{''.join(lines)}</table>"
