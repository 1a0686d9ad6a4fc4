"""The page's HTML: live, where its parts are files of the server, or whole, where they stand in it."""

from __future__ import annotations

import json
from string import Template

from .assets import MODULES, text


def live(nonce: str) -> str:
    """The page that a server sends; `nonce` lets its one inline script be."""
    imports = {f"cadgit/{name}": f"/static/{name}.js" for name in MODULES}
    imports["three-cad-viewer"] = "/library/three-cad-viewer.esm.js"
    head = (
        '<link rel="stylesheet" href="/library/three-cad-viewer.css">\n'
        '<link rel="stylesheet" href="/static/page.css">\n'
        f'<script type="importmap" nonce="{nonce}">{script_json({"imports": imports})}</script>'
    )
    return _filled(head, '<script type="module" src="/static/main.js"></script>')


def _filled(head: str, end: str, title: str = "cadgit") -> str:
    return Template(text("page.html")).substitute(head=head, end=end, title=title)


def script_json(value: object) -> str:
    """JSON that can stand inside of a script element, whatever texts are in it."""
    return json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")
