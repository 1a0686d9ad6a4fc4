"""attest: the provenance of a version as an in-toto Statement v1 with an SLSA Provenance v1 predicate.

https://github.com/in-toto/attestation/blob/main/spec/v1/statement.md, https://slsa.dev/spec/v1.0/provenance. All of it
comes from git, so that the same version always gives the same text. It is not signed: whoever publishes it wraps it
into an envelope of their own; the signature of the version's tag covers what it states.
"""

from __future__ import annotations

import base64
import hashlib
import json
from pathlib import Path
from typing import Any

from ..codec import to_plain
from ..frozen import frozen
from ..records import Promotion, Version
from .export import write_output
from .targets import version_for
from .workspace import Workspace

STATEMENT = "https://in-toto.io/Statement/v1"
PREDICATE = "https://slsa.dev/provenance/v1"
#: How the parameters below are to be read; docs/provenance.md says it.
BUILD_TYPE = "urn:cadgit:promotion:1"
#: cadgit on the machine of whoever promoted: no more than SLSA's Build L1, whatever the sandbox held.
BUILDER = "urn:cadgit:builder:local"

Json = dict[str, Any]


@frozen
class AttestOutcome:
    """`cadgit attest`: the statement about a version, and the file that it was written to, empty if none was."""

    version: Version
    path: str
    statement: Json


def attest(ws: Workspace, ref: str | None, output: Path | None = None) -> AttestOutcome:
    """State where a version's files came from.

    Args:
        ref: the version; None for the newest of the part changed last.
        output: a file to write it to, as JSON.

    Raises:
        RefError: there is no such version.
        EnvironmentFailed: its tree or provenance cannot be read.
        StorageError: the file cannot be written.
    """
    version = version_for(ws, ref)
    if version.withdrawn:
        ws.progress.notice(f"{version.name} was withdrawn on {version.withdrawn[:10]}; the statement does not say so")
    statement = _statement(ws, version)
    if output is not None:
        write_output(ws, output, text(statement).encode())
    return AttestOutcome(version, str(output or ""), statement)


def text(statement: Json) -> str:
    """The statement as a file holds it."""
    return json.dumps(statement, indent=2) + "\n"


def _statement(ws: Workspace, version: Version) -> Json:
    promotion = ws.versions.promotion(version)
    return {
        "_type": STATEMENT,
        "subject": [
            _resource(f"{version.part}.step", sha256=promotion.step_sha256, gitBlob=promotion.step_blob),
            _resource(f"{version.part}.brep", sha256=promotion.brep_sha256),
        ],
        "predicateType": PREDICATE,
        "predicate": {
            "buildDefinition": _build(ws, version, promotion),
            "runDetails": _run(version, promotion),
        },
    }


def _build(ws: Workspace, version: Version, promotion: Promotion) -> Json:
    """What was asked for, and what went into it."""
    candidate = ws.versions.as_candidate(version)
    external = {
        "part": version.part,
        "entry": candidate.meta.entry,
        "object": candidate.meta.object,
        "parameters": {item.name: item.expression for item in candidate.meta.parameters},
        "acceptedUnchecked": list(promotion.accepted_unchecked),
        "specSha256": promotion.spec_sha256,
    }
    return {
        "buildType": BUILD_TYPE,
        "externalParameters": {key: value for key, value in external.items() if value},
        "internalParameters": {"sandbox": list(promotion.sandbox), "sourceDateEpoch": promotion.header.time_stamp},
        "resolvedDependencies": [
            _resource(version.tag, gitCommit=version.id, gitTree=version.tree),
            *(
                _resource(file.path, sha256=hashlib.sha256(file.data).hexdigest())
                for file in ws.candidates.closure_of(candidate).files
            ),
            *_environment(ws, version, promotion),
        ],
    }


def _environment(ws: Workspace, version: Version, promotion: Promotion) -> list[Json]:
    """Distributions as package URLs, of which only versions are known, and the font files that were used."""
    packages = (item.partition("==") for item in ws.versions.environment(version).distributions)
    return [
        *({"name": name, "uri": f"pkg:pypi/{name}@{number}"} for name, _, number in packages),
        *(_resource(font.path, sha256=font.sha256) for font in promotion.environment.fonts),
    ]


def _run(version: Version, promotion: Promotion) -> Json:
    """Who built it, when, and what the checks said."""
    environment = promotion.environment
    names = {"cadgit": promotion.cadgit, "python": environment.python, "build123d": environment.build123d}
    checks = json.dumps({"checks": list(promotion.checks), "proof": promotion.deterministic}).encode()
    return {
        "builder": {"id": BUILDER, "version": names | {"ocp": environment.ocp, "occt": environment.occt}},
        "metadata": {"invocationId": version.candidate, "finishedOn": promotion.when.replace("+00:00", "Z")},
        "byproducts": [
            {"name": "verdict", "mediaType": "application/json", "content": base64.b64encode(checks).decode()},
            {"name": "geometry", "annotations": to_plain(promotion.geometry)},
            _resource("manifest.toml", sha256=promotion.labels_sha256),
        ],
    }


def _resource(name: str, **digest: str) -> Json:
    return {"name": name, "digest": {algorithm: value for algorithm, value in digest.items() if value}}
