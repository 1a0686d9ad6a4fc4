"""The commands and a line about each: what `cadgit --help` and completion print without importing any of them."""

from __future__ import annotations

SECTIONS: dict[str, tuple[str, ...]] = {
    "The main job": ("run", "verify", "spec", "promote"),
    "Save, and see": ("watch",),
    "What there is": ("status", "log", "show", "features"),
    "Measuring": ("measure",),
    "Comparing": ("diff", "score", "rank"),
    "Mending": ("diagnose",),
    "Going back": ("restore", "undo"),
    "Taking along": ("export",),
    "Seeing it": ("render", "page"),
    "Where it came from": ("trace", "history", "replay", "attest"),
    "Sharing": ("push", "pull", "fetch"),
    "Looking after cadgit": ("init", "gc", "kernel", "doctor", "completion"),
    "Learning": ("demo", "help"),
}

#: Commands that other programs start; the help does not list them.
HIDDEN: dict[str, str] = {
    "hook": "What git's hooks do; `cadgit init --hooks` installs them.",
}

COMMANDS: dict[str, str] = {
    "run": "Commit a candidate, run it in a clean process, show the result.",
    "verify": "Judge a candidate: gate and spec, a line for each check.",
    "spec": "Propose what a part has to be like, into cadgit.toml.",
    "promote": "Make a candidate a version: tag, provenance note, STEP file.",
    "watch": "On each save: run, judge, show; maybe promote.",
    "status": "Where each part stands.",
    "log": "A part's candidates and versions, newest first.",
    "show": "Everything known about one candidate or version.",
    "measure": "Mass, distances, angles, walls and clearances, by name.",
    "features": "Holes, patterns, fillets …: what the shape is made of.",
    "diff": "What makes one candidate differ from another.",
    "score": "How close a candidate is to a target, axis by axis.",
    "rank": "A part's candidates by structure, and by how close they are.",
    "diagnose": "Why it fails, where, and what to try.",
    "restore": "Write a candidate's files back to the working tree.",
    "undo": "Withdraw the last promotion, or take back the last restore.",
    "export": "Write the geometry as .step, .brep, .stl, .3mf or .glb.",
    "render": "Draw it: pictures as PNG, or a dimensioned drawing.",
    "page": "One file to mail: the model, its verdict and its history.",
    "trace": "From a STEP or mesh file back to version, source and person.",
    "history": "Versions; which commits of your branches have what passed.",
    "replay": "Make versions again from git alone, and say what is different.",
    "attest": "A version's provenance as in-toto and SLSA tools read it.",
    "push": "Send candidates, versions and notes to a remote.",
    "pull": "Bring what a remote has together with what is here.",
    "fetch": "Look what a remote has; nothing of yours changes.",
    "init": "Write a commented cadgit.toml; let git log show the notes.",
    "gc": "Drop old candidates that were never promoted, and old cache.",
    "kernel": "The warm process that runs models: status, start, stop.",
    "doctor": "Versions, sandbox layers and git set-up, with fixes.",
    "completion": "Print the completion script for bash, zsh or fish.",
    "demo": "The whole story in a temporary repository.",
    "help": "Explain a topic, or a command.",
}
