"""`cadgit watch`."""

from __future__ import annotations

import click

from .face import Face, current_folder
from .refs import Model
from .serving import ANY_PORT, page_served, split_port
from .verb import verb


@verb("watch")
@click.argument("targets", metavar="[FILE|PART]...", nargs=-1, type=Model())
@click.option("--promote", "promotes", is_flag=True, help="Make what passes a version.")
@click.option("--poll", is_flag=True, help="Look twice a second: for network mounts, and Windows folders under WSL.")
@click.option("--bell", is_flag=True, help="Ring the terminal's bell when a verdict is there.")
@click.option("--viewer", type=click.Choice(["ocp"]), help="Show the model in a running OCP CAD Viewer too.")
@click.option(
    "--serve",
    metavar="[PORT]",
    is_flag=False,
    flag_value=ANY_PORT,
    help="Show it in a browser too: a page at 127.0.0.1, port 7373 if none is named.",
)
@click.option("--open", "opens", is_flag=True, help="Open that page; as --serve, if that is not given.")
def command(
    face: Face,
    targets: tuple[str, ...],
    promotes: bool,
    poll: bool,
    bell: bool,
    viewer: str | None,
    serve: str | None,
    opens: bool,
) -> int:
    """On each save run the model, judge it, and show what came of it; Ctrl-C ends it.

    A save of the model, of a module that it imports or of a data file that it reads counts, and of cadgit.toml. Without
    FILE or PART, the part changed last. A newer save cancels what is still at work; files are never written.

    With --json, one object a line for each event.

    \b
    cadgit watch bracket.py
    cadgit watch bracket.py lid.py --promote
    cadgit watch bracket.py --serve --open
    """
    from ..watch.session import Session
    from ..watch.wakes import Notified, Polling
    from ..workflow.outcomes import Progress
    from ..workflow.working import working_part
    from ..workflow.workspace import Workspace
    from .watching import Screen, ended_by_signals, shown_in

    serve, targets = split_port(serve, targets)
    folder = current_folder()
    with face.workspace() as workspace:
        parts = tuple(dict.fromkeys(working_part(workspace, target) for target in targets or (None,)))

    def open_workspace(progress: Progress) -> Workspace:
        return Workspace.open(folder, progress)

    session = Session(
        open_workspace,
        parts,
        promotes=promotes,
        make_wakes=(lambda wake: Polling()) if poll else Notified,
    )
    session.subscribe(Screen(face, session, bell).show)
    faces = (page_served(face, session, folder, serve, opens), shown_in(viewer, session, open_workspace))
    with ended_by_signals(), faces[0], faces[1], session:
        session.wait()
    return 0
