"""`cadgit features`."""

from __future__ import annotations

import click

from ..errors import EXIT_DONE
from .face import Face
from .refs import Geometry
from .verb import verb

#: What `--kind` takes, and what people also write.
KINDS = ("hole", "pattern", "boss", "pocket", "slot", "fillet", "chamfer", "plane", "bend", "wall", "symmetry")
_PLURALS = {f"{kind}es" if kind == "boss" else f"{kind}s": kind for kind in KINDS if kind != "symmetry"}


class _Kind(click.Choice[str]):
    """A kind of features, in the singular or the plural."""

    def __init__(self) -> None:
        super().__init__(KINDS)

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return super().convert(_PLURALS.get(value, value), param, ctx)


@verb("features")
@click.argument("ref", metavar="[REF]", required=False, type=Geometry())
@click.option(
    "--kind",
    "kinds",
    metavar="KIND",
    multiple=True,
    type=_Kind(),
    help="Only features of this kind, such as holes; may be repeated.",
)
def command(face: Face, ref: str | None, kinds: tuple[str, ...]) -> int:
    """What a designer would call the pieces of a part's shape: holes, patterns, fillets and more.

    Each has a name, its sizes, its place, and the numbers of its faces. Holes are numbered as
    `cadgit render --label holes` does it. A screw is guessed from a hole's diameter alone. REF may be a .step or .brep
    file too. What could not be looked for in time is told as not checked.

    Kinds: hole, pattern, boss, pocket, slot, fillet, chamfer, plane, bend, wall, symmetry.

    \b
    cadgit features
    cadgit features bracket@v2 --kind holes --kind patterns
    cadgit features imported.step --json
    """
    from ..workflow import features
    from .views.features import features as view

    chosen = tuple(kind for kind in features.KINDS if kind in kinds)
    with face.workspace() as workspace:
        outcome = features.features(workspace, ref, chosen)
    return face.answer(outcome, view(outcome), EXIT_DONE)
