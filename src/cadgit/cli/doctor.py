"""`cadgit doctor`."""

from __future__ import annotations

from ..errors import EXIT_ENVIRONMENT
from .face import Face, current_folder
from .verb import verb


@verb("doctor")
def command(face: Face) -> int:
    """Look at versions, sandbox layers, kernel and git set-up; say how to mend what is wrong.

    Exit code 4: something is in the way of running models.
    """
    from ..workflow import doctor
    from .views.system import doctor as view

    face.stage("looking around")
    outcome = doctor.doctor(current_folder(), face)
    wrong = any(finding.status == "fail" for finding in outcome.findings)
    return face.answer(outcome, view(outcome), EXIT_ENVIRONMENT if wrong else 0)
