"""The page's HTML: live, where its parts are files of the server, or whole, where they stand in it."""

from __future__ import annotations

import hashlib
import json
from base64 import b64encode
from html import escape
from string import Template
from typing import Any

from .assets import MODULES, Library, text

#: A page by itself loads nothing and runs just the two scripts with these hashes, and what stands in its import map.
_POLICY = (
    "default-src 'none'; script-src {hashes} data:; style-src 'unsafe-inline'; img-src data: blob:; "
    "font-src data:; base-uri 'none'; form-action 'none'"
)


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


def whole(data: Any, library: Library, title: str) -> str:
    """A page by itself.

    Args:
        data: what it shows, as `static/live.js` reads it.
        library: three-cad-viewer, which goes into the page.
        title: of the page.
    """
    imports = {f"cadgit/{name}": _data_url(text(f"{name}.js")) for name in MODULES}
    imports["three-cad-viewer"] = _data_url(library.script.read_text(encoding="utf-8"))
    scripts = (script_json({"imports": imports}), 'import "cadgit/main";')
    policy = _POLICY.format(hashes=" ".join(map(_hash, scripts)))
    head = "\n".join(
        (
            f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">',
            '<meta name="generator" content="cadgit">',
            # Their own notices stand in their sources, which begin below.
            f"<!-- three-cad-viewer and three.js are from {escape(library.distribution)}, whose terms are "
            f"{escape(library.licence)}; see its file LICENSE and the notices in the script itself. -->",
            f"<style>{library.style.read_text(encoding='utf-8')}</style>",
            f"<style>{text('page.css')}</style>",
            f'<script type="importmap">{scripts[0]}</script>',
            f'<script type="application/json" id="data">{script_json(data)}</script>',
        )
    )
    return _filled(head, f'<script type="module">{scripts[1]}</script>', escape(title))


def _data_url(script: str) -> str:
    return f"data:text/javascript;base64,{b64encode(script.encode()).decode()}"


def _hash(script: str) -> str:
    return f"'sha256-{b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


def _filled(head: str, end: str, title: str = "cadgit") -> str:
    return Template(text("page.html")).substitute(head=head, end=end, title=title)


def script_json(value: object) -> str:
    """JSON that can stand inside of a script element, whatever texts are in it."""
    return json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")
