"""Outcomes with fixed values, as `workflow` would return them: what the views are looked at with."""

from __future__ import annotations

from dataclasses import replace

from cadgit.git.signatures import Signature
from cadgit.kernel.jobs import KernelStatus
from cadgit.records import (
    Bend,
    Box,
    Candidate,
    CandidateMeta,
    CheckResult,
    Compared,
    Environment,
    Failure,
    Font,
    Frame,
    Geometry,
    LeftBehind,
    Merged,
    Output,
    Override,
    Place,
    Promotion,
    Renumbered,
    RunRecord,
    SharedLine,
    SharedNotes,
    SheetMetal,
    SideLine,
    SolidMeasure,
    StepHeader,
    Traffic,
    Verdict,
    Version,
    WrittenFile,
)
from cadgit.workflow.attest import AttestOutcome
from cadgit.workflow.history import BranchState, HistoryOutcome, Passed, PassedCommit
from cadgit.workflow.measures import Measure
from cadgit.workflow.outcomes import (
    DoctorOutcome,
    ExportOutcome,
    FetchOutcome,
    Finding,
    GcLine,
    GcOutcome,
    HookFile,
    HookModel,
    HookOutcome,
    InitOutcome,
    LogEntry,
    LogOutcome,
    PartStatus,
    PromoteOutcome,
    PullOutcome,
    PushOutcome,
    RenderOutcome,
    RestoreOutcome,
    RunOutcome,
    ShowOutcome,
    SpecOutcome,
    StatusOutcome,
    UndoOutcome,
    VerifyOutcome,
)
from cadgit.workflow.replay import Replayed, ReplayOutcome
from cadgit.workflow.signatures import SignaturesOutcome
from cadgit.workflow.trace import TraceOutcome

HASH = "3f2a9c01b2d44e5f6a7b8c9d0e1f2a3b4c5d6e7f8091a2b3c4d5e6f708192a3b"
COMMIT = "1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d"
TREE = "9f8e7d6c5b4a39281706f5e4d3c2b1a09f8e7d6c"
WHEN = "2026-11-30T13:37:42+00:00"

candidate = Candidate(COMMIT, "bracket", "main", 4, TREE, WHEN, CandidateMeta("bracket", "bracket.py"))
wide = replace(
    candidate,
    line="try",
    number=12,
    meta=CandidateMeta("bracket", "bracket.py", parameters=(Override("width", "50"), Override("hole", "2.5*CM"))),
)
environment = Environment(
    "3.12.8",
    "0.13.0",
    "8.0.1",
    "8.0.0",
    "Linux-6.1-x86_64",
    ("build123d==0.13.0", "numpy==2.3.1"),
    (Font("Arial", "Liberation Sans", "/usr/share/fonts/LiberationSans-Regular.ttf", HASH),),
)
plate = Geometry(
    kind="solid",
    box=Box((-20.0, -15.0, -10.0), (20.0, 15.0, 10.0)),
    volume=22274.690123,
    area=6262.83185307,
    centre_of_mass=(0.0, 1e-15, -2.5),
    solids=1,
    faces=11,
    edges=27,
    vertices=18,
)
assembly = Geometry(
    kind="assembly",
    box=Box((0.0, 0.0, 0.0), (1234.5678, 30.0, 20.125)),
    volume=1234567.891,
    area=98765.4321,
    centre_of_mass=(617.25, 15.0, 10.0625),
    solids=2,
    faces=12,
    edges=24,
    vertices=16,
    labels=("Grundplatte für den Ständer", "支柱\x1b[31m[red]post"),
    parts=(
        SolidMeasure("Grundplatte für den Ständer", 1200000.0, 90000.0, (600.0, 15.0, 5.0)),
        SolidMeasure("支柱\x1b[31m[red]post", 34567.891, 8765.4321, (1200.0, 15.0, 15.0)),
    ),
)
record = RunRecord(
    outcome="done",
    when=WHEN,
    mode="warm",
    tree=TREE,
    source_sha256=HASH,
    closure_sha256=HASH[::-1],
    environment=environment,
    brep_sha256=HASH,
    chosen_by="result",
    geometry=plate,
    seconds_model=0.085,
    sandbox=("namespaces", "landlock", "seccomp", "rlimits"),
)
version = Version(
    "bracket", 2, "b" * 40, "cadgit/bracket/v2", "c" * 40, TREE, "2026-11-28T09:00:00+00:00", "Ada <ada@example.com>",
    "holes for M5"
)  # fmt: skip
withdrawn = replace(version, number=1, when="2026-11-27T09:00:00+00:00", message="", withdrawn=WHEN)

done = RunOutcome(candidate, record, new=True, reused=False, seconds_total=0.2104)
reused = RunOutcome(candidate, record, new=False, reused=True, seconds_total=0.03)
talkative = RunOutcome(
    wide,
    replace(
        record,
        geometry=assembly,
        mode="cold",
        chosen_by="show",
        seconds_model=3.25,
        seconds_import=1.5,
        left_out=("sketch `profile`", "line `axis`"),
        warnings=("the font Arial is not installed; Liberation Sans was taken, so the geometry may differ elsewhere",),
        files_written=(WrittenFile("mine.step", 15400),),
        output=Output("first\n\x1b[2J\x1b]0;owned\x07cleared?\r\n", "last line\n", 2_400_000, 2_399_000),
    ),
    new=True,
    reused=False,
    seconds_total=4.5,
    compared=Compared(False, "properties", ("faces: 12 and 14", "volume: 1234567.9 and 1234000 mm³")),
)
failed = RunOutcome(
    candidate,
    replace(
        record,
        outcome="failed",
        brep_sha256="",
        geometry=None,
        chosen_by="",
        failure=Failure(
            "exception",
            "bracket.py:12: ValueError: Failed creating a fillet with radius of 30, try a smaller value or use "
            "max_fillet() to find "
            "the largest valid fillet radius",
            "the fillet is larger than the edges allow: `part.max_fillet(edges)` finds the largest radius",
            (
                Frame("bracket.py", 12, "rounded", "    return fillet(part.edges(), 30)"),
                Frame("bracket.py", 20, "<module>", "lid = rounded(plate)"),
            ),
        ),
        output=Output("about to round\n", "", 15, 0),
    ),
    new=True,
    reused=False,
    seconds_total=0.31,
    last_good=version,
)

checks = (
    CheckResult("result", "pass", "there is a result"),
    CheckResult("solids", "pass", "1 solid", "1", "at least 1"),
    CheckResult("tolerance", "warn", "a loose tolerance", "0.041 mm", "0.02 mm", (Place("edge 4", (1.0, 2.0, 3.5)),)),
    CheckResult(
        "overlap",
        "fail",
        "base and post overlap by 400 mm³, mean depth 2 mm",
        "400 mm³",
        "0.01 mm³",
        (Place("solid 1", (0.0, 0.0, 5.0), "base"), Place("solid 2", (0.0, 0.0, 5.0), "post")),
        0.08,
    ),
    CheckResult("watertight-mesh", "not checked", "out of time after 30 s", "", "30 s", (), 30.0),
)
good = Verdict(WHEN, TREE, HASH, False, checks[:2], HASH, 15400, "0.1.0")
verified = VerifyOutcome(candidate, record, good, False, 0.35)
judged_before = VerifyOutcome(candidate, record, good, True, 0.02)
warned = VerifyOutcome(candidate, record, replace(good, checks=checks[:3]), False, 0.35)
rejected = VerifyOutcome(candidate, record, replace(good, checks=checks, deep=True), False, 31.2)
unchecked = VerifyOutcome(candidate, record, replace(good, checks=(*checks[:2], checks[4])), False, 31.2)
specified = VerifyOutcome(
    candidate,
    record,
    replace(
        good,
        checks=(
            *checks[:2],
            CheckResult(
                "spec.size",
                "fail",
                "x is 40.5 mm, not 39.99 to 40.01 mm: 0.49 mm too much",
                "x 40.5 mm, y 30 mm, z 20 mm",
                "x 39.99 to 40.01 mm, y 29.99 to 30.01 mm, z 19.99 to 20.01 mm",
                (Place("lowest x", (0.0, 15.0, 10.0)), Place("highest x", (40.5, 15.0, 10.0))),
            ),
            CheckResult("spec.volume", "pass", "24000 mm³", "24000 mm³", "23976 to 24024 mm³"),
        ),
        spec_sha256=HASH,
    ),
    False,
    0.35,
    ("position", "mass", "holes", "symmetry", "keep in", "keep out", "reference", "unchanged", "wall", "gap"),
)
lines = '[parts.bracket.spec]\nkind = "solid"\nsize = [40, 30, 20]'
proposed = SpecOutcome(candidate, "cadgit.toml", "proposed", ("kind", "size"), (), lines)
written = replace(proposed, state="written", kept=("volume", "mass"))
had_all = replace(proposed, state="unchanged", added=(), kept=("kind", "size"), lines="")

promotion = Promotion(
    part="bracket",
    version=2,
    candidate="c" * 40,
    number=4,
    line="main",
    when=version.when,
    who=version.who,
    header=StepHeader("bracket", "bracket.py", HASH, HASH, TREE, "0.13.0", "8.0.0", (Override("width", "50"),)),
    environment=environment,
    sandbox=record.sandbox,
    cadgit="0.1.0",
    geometry=plate,
    brep_sha256=HASH,
    brep_bytes=40960,
    step_sha256=HASH,
    step_bytes=15400,
    step_blob="d" * 40,
    checks=("result: pass", "solids: pass", "tolerance: warn", "watertight-mesh: not checked"),
    deterministic="a second, cold run made the same bytes",
    message="holes for M5",
    accepted_unchecked=("watertight-mesh",),
)
promoted = PromoteOutcome(candidate, version, promotion, False, 4.2)
already = PromoteOutcome(candidate, version, promotion, True, 0.05)

status = StatusOutcome(
    "/home/ada/parts",
    (
        PartStatus("bracket", "bracket.py", "promoted", candidate, 4, version),
        PartStatus("ständer", "parts/ständer/model.py", "rejected", wide, 12, None, "fail: overlap"),
        PartStatus("lid", "lid.py", "missing", None, 3),
    ),
    "running",
)
nothing = StatusOutcome("/home/ada/parts", (), "not running")
with_object = replace(wide.meta, object="plate")
log = LogOutcome(
    "bracket",
    "main",
    (
        LogEntry(candidate, "pass", "", plate, 0.0523, (2.0, 0.0, -1.5), (2,)),
        LogEntry(
            replace(candidate, number=3), "failed", "ValueError: Failed creating a fillet with radius of 30, try "
        ),
        LogEntry(
            replace(candidate, number=2), "not checked", "watertight-mesh: out of time", assembly, -0.01, (0, 0, 0)
        ),
        LogEntry(replace(candidate, number=1, meta=with_object), "pass", "", plate, versions=(1,)),
    ),
    (version, withdrawn),
    more=True,
)
empty_log = LogOutcome("bracket", "try", (), ())
shown = ShowOutcome(
    candidate,
    (("bracket.py", 812), ("lib/plates.py", 12_345)),
    (failed.record, talkative.record),
    (replace(good, checks=checks),),
    (version,),
    (promotion,),
)

restored = RestoreOutcome(candidate, ("bracket.py", "lib/plates.py"), ("sizes.json",), replace(wide, line="kept"))
restored_nothing = RestoreOutcome(candidate, (), ("bracket.py",))
withdrew = UndoOutcome("promotion", version, withdrawn)
withdrew_last = UndoOutcome("promotion", version)
took_back = UndoOutcome("restore", None, version, ("bracket.py",))
exported = ExportOutcome(candidate, "out/bracket.step", "step", HASH, 15400, True, version)
exported_draft = ExportOutcome(wide, "draft.stl", "stl", HASH, 812, False)
bent = Bend(3.0, 90.0, 40.0, 6.0947, (0.0, 1.0, 0.0), (3.0, 0.0, 3.0), "up", (9,), (4,))
bent_back = replace(bent, direction="down", inner=(5,), outer=(6,))
sheet = SheetMetal(2.0, 0.44, 4, (bent, replace(bent, length=28.0), bent_back), (114.0637, 115.0319), 8776.24)
exported_flat = ExportOutcome(candidate, "bracket.dxf", "dxf", HASH, 25_900, True, version, sheet)
rendered = RenderOutcome(candidate, "bracket.png", "png", HASH, 54_900, ("iso", "top"), version)
crowded = RenderOutcome(wide, "faces.png", "png", HASH, 54_900, ("iso",), unplaced=12)
drawn = RenderOutcome(candidate, "bracket.pdf", "pdf", HASH, 12_600, (), version)
initialised = InitOutcome("cadgit.toml", "created", ("bracket", "lid"), True)
hooked = tuple(
    HookFile(name, f"/home/ada/parts/.git/hooks/{name}", "installed") for name in ("pre-commit", "post-commit")
)
foreign = HookFile(
    "pre-push", hooked[0].path.replace("commit", "push"), "foreign", '[ ! -x /c ] || /c hook pre-push "$@"'
)
with_hooks = replace(initialised, state="unchanged", hooks=(*hooked, foreign))
hook_refused = HookOutcome(
    "pre-commit",
    (
        HookModel("bracket", "bracket.py", "not run"),
        HookModel("ständer", "parts/ständer/model.py", "fail", "overlap: base and post overlap", wide),
        HookModel("lid", "lid.py", "done"),
    ),
    refused=True,
)
hook_committed = HookOutcome(
    "post-commit",
    (
        HookModel("bracket", "bracket.py", "pass", candidate=candidate, version=version),
        HookModel("ständer", "parts/ständer/model.py", "failed", "ValueError", wide),
    ),
)
hook_left_behind = HookOutcome("pre-push", left_behind=(version,), remote="origin")
hook_moved = HookOutcome(
    "post-checkout",
    (
        HookModel("bracket", "bracket.py", "changed", version=version),
        HookModel("lid", "lid.py", "missing", version=replace(version, part="lid")),
    ),
)
hook_silent = HookOutcome("post-merge")

gc_lines = (
    GcLine("bracket", "main", tuple(range(1, 30)), "2026-01-03T09:00:00Z", "2026-03-01T17:00:00Z", 12),
    GcLine("ständer", "try", (4,), "2026-02-01T09:00:00Z", "2026-02-01T09:00:00Z", 1),
)
gc_plan = GcOutcome(False, 30.0, gc_lines, ("lid@main",), 41, 6_200_000)
gc_done = replace(gc_plan, dropped=True, shared=())
gc_nothing = GcOutcome(False, 0.5, (), (), 0, 0)

kernel = KernelStatus(
    True, 4711, "/usr/bin/python3", "/run/user/1000/cadgit/k.sock", 312_000_000, 65.0, 12, environment
)
no_kernel = KernelStatus(False)
doctor = DoctorOutcome(
    (
        Finding("cadgit", "ok", "0.1.0 on Python 3.12.8 (/usr/bin/python3)"),
        Finding("identity", "warn", "not set", 'git config --global user.name "Your Name"'),
        Finding("build123d", "fail", "not installed for /usr/bin/python3", "`python -m pip install build123d`"),
    )
)

traffic = Traffic(
    lines=(SharedLine("bracket", "main", 3, COMMIT), SharedLine("bracket", "try", 1, COMMIT)),
    versions=("bracket@v1", "bracket@v2"),
    files=("bracket@v1", "bracket@v2"),
    standing=("bracket@v2",),
    notes=(SharedNotes("run", 5), SharedNotes("verify", 4), SharedNotes("promote", 2), SharedNotes("trace", 2)),
)
merged = Merged(
    received=Traffic(lines=(SharedLine("bracket", "main", 1, COMMIT),), versions=("bracket@v2",)),
    side_lines=(
        SideLine("bracket", "main", "main-1a2b3c4d", 1, "ours"),
        SideLine("lid", "main", "main-9f8e7d6c", 2, "theirs"),
    ),
    renumbered=(Renumbered("bracket", 2, 3, TREE, COMMIT),),
    left=(LeftBehind("refs/cadgit/candidates/bracket/x", "it holds no commit"),),
)
HUB = ("origin", "https://example.com/parts.git")
pushed = PushOutcome(*HUB, False, Merged(), traffic, ())
pushed_after_merge = PushOutcome(*HUB, False, merged, traffic, ())
pushed_nothing = PushOutcome(*HUB, False, Merged(), Traffic(), (LeftBehind("refs/tags/cadgit/lid/v1", "it differs"),))
push_planned = PushOutcome(*HUB, True, replace(merged, left=()), traffic, ())
pulled = PullOutcome(*HUB, False, merged)
pulled_nothing = PullOutcome(*HUB, False, Merged())
fetched = FetchOutcome(*HUB, False, merged)
fetched_nothing = FetchOutcome(*HUB, False, Merged())

traced = TraceOutcome(
    *("returned.step", HASH, 15400, "identical", "content", "step", promotion.header),
    versions=(version, withdrawn),
    promotion=promotion,
)
changed = replace(
    traced,
    state="geometry",
    found_by="header",
    format="",
    differences=("volume of solid 1 22274.69 → 22000 mm³",),
    measures=(
        Measure("volume", "mm³", 22274.690123, 22000.0),
        Measure("faces", "", 11, 12),
        Measure("edges", "", 3, 3),
    ),
    versions=(withdrawn,),
)
replayed = Replayed(version, "identical", True, "", record, good, seconds=1.2)
moved = replace(
    replayed,
    state="different",
    holds=False,
    verdict=replace(good, checks=checks),
    environment=("build123d 0.13.0 → 0.14.0", "OCCT 8.0.0 → 8.1.0"),
    moved=changed.measures[:2],
    differences=("volume of solid 1 22274.69 → 22000 mm³",),
)
gone = Replayed(withdrawn, "failed", False, "AttributeError: module 'build123d' has no attribute 'Box'", seconds=0.3)
one_replay = ReplayOutcome((replayed,), True)
replays = ReplayOutcome((replayed, moved, gone), False)
good_replays = ReplayOutcome((replayed, replayed), True)
signed = SignaturesOutcome(
    (
        Signature(withdrawn, "unsigned"),
        Signature(version, "good", "ED25519 key SHA256:ZfKk0xkP1Xw", "ada@example.com"),
    ),
    good=True,
)
badly_signed = SignaturesOutcome(
    (
        Signature(
            withdrawn, "unknown key", "ED25519 key SHA256:ZfKk0xkP1Xw", "", "gpg.ssh.allowedSignersFile is not set"
        ),
        Signature(version, "bad", detail="its note (cadgit/promote) does not say what its tag says"),
    ),
    good=False,
)
statement = {
    "_type": "https://in-toto.io/Statement/v1",
    "subject": [{"name": "bracket.step", "digest": {"sha256": HASH}}],
}
attested = AttestOutcome(version, "", statement)
attested_in_file = AttestOutcome(version, "bracket.json", statement)
history = HistoryOutcome(
    "bracket",
    (version, withdrawn),
    (
        PassedCommit("1" * 40, WHEN, "Ada <ada@example.com>", "Longer", "exact", Passed((version, withdrawn))),
        PassedCommit("2" * 40, WHEN, "Bob <bob@example.com>", "Try", "line ends", Passed((), (wide,))),
        PassedCommit("3" * 40, WHEN, "Bob <bob@example.com>", "Scan", "LFS pointer", Passed((withdrawn,))),
    ),
    (BranchState("main", "1" * 40, Passed((version,))), BranchState("", "4" * 40, Passed())),
)
no_history = HistoryOutcome("bracket", ())
claimed = TraceOutcome("x.step", HASH, 15400, "claimed", header=promotion.header)
claimed_candidate = replace(claimed, found_by="header", candidate=candidate)
unknown = TraceOutcome("x.stl", HASH, 15400, "unknown")
