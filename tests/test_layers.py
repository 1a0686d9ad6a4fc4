"""Imports point down only; what needs no geometry never loads it."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src"

#: Heavy or owned packages, and the only places that may import them.
OWNERS = {
    "pygit2": ("cadgit.git",),
    "build123d": ("cadgit.kernel", "cadgit.checks", "cadgit.shape"),
    "OCP": ("cadgit.kernel", "cadgit.checks", "cadgit.shape"),
    "manifold3d": ("cadgit.checks", "cadgit.shape"),
    "click": ("cadgit.cli", "cadgit.__main__"),
    "rich": ("cadgit.cli",),
    "embreex": ("cadgit.shape.render",),
    "ezdxf": ("cadgit.shape.render", "cadgit.shape.outlines"),
    "watchdog": ("cadgit.watch",),
    "starlette": ("cadgit.viewer",),
    "uvicorn": ("cadgit.viewer",),
    "ocp_tessellate": ("cadgit.shape.viewed", "cadgit.kernel.viewing"),
}
#: Modules that a whole layer may build on; they know nothing of the layers.
PLAIN = (
    "cadgit",
    "cadgit.records",
    "cadgit.errors",
    "cadgit.codec",
    "cadgit.files",
    "cadgit.frozen",
    "cadgit.viewpoints",
    "cadgit.entity_names",
    "cadgit.kernel.jobs",
)
#: `config.py` and its helpers are one piece.
CONFIG = ("cadgit.config", "cadgit.config_file", "cadgit.config_spec", "cadgit.config_values")
#: For each layer, the layers below that it may import beside `PLAIN` and itself.
BELOW = {
    "cadgit.cli": ("cadgit.watch", "cadgit.viewer", "cadgit.workflow"),
    "cadgit.viewer": ("cadgit.watch", "cadgit.workflow"),
    # The process that hands results to the user's own viewer is the kernel's, and asked for here.
    "cadgit.watch": (
        "cadgit.workflow",
        "cadgit.kernel.client",
        "cadgit.kernel.showing",
        "cadgit.source",
        "cadgit.parameters",
    ),
    # What a file says of where it came from is text, read without OCCT.
    "cadgit.workflow": (
        "cadgit.shape.part21",
        "cadgit.shape.stamps",
        "cadgit.git",
        "cadgit.kernel.client",
        "cadgit.source",
        "cadgit.spec",
        "cadgit.parameters",
        *CONFIG,
    ),
    # A missing file's error shows the lines for `cadgit.toml`, in the words of `config`.
    "cadgit.kernel": ("cadgit.checks", "cadgit.shape", "cadgit.spec", "cadgit.parameters", *CONFIG),
    "cadgit.checks": ("cadgit.shape", "cadgit.spec"),
    "cadgit.shape": (),
    "cadgit.git": (),
    "cadgit.source": (),
    # A spec is read with the same complaints as the file that it stands in.
    "cadgit.spec": ("cadgit.config_values",),
    **{module: (*CONFIG, "cadgit.spec") for module in CONFIG},
    "cadgit.parameters": (),
}


def module_name(path: Path) -> str:
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in SOURCE.rglob("*.py")}


def inside(module: str, layers: tuple[str, ...]) -> bool:
    return any(module == layer or module.startswith(layer + ".") for layer in layers)


def is_plain(module: str) -> bool:
    return module in PLAIN or inside(module, ("cadgit.records",))


def imports(module: str) -> Iterator[str]:
    """Every module that `module` names in an import, wherever in the file it stands (types alone do not count)."""
    path = MODULES[module]
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    pending: list[ast.AST] = [ast.parse(path.read_bytes())]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            pending.extend(node.orelse)
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package.split(".")[: len(package.split(".")) + 1 - node.level]) if node.level else ""
            base = ".".join(filter(None, [base, node.module or ""]))
            for alias in node.names:
                full = f"{base}.{alias.name}"
                yield full if full in MODULES else base
        pending.extend(ast.iter_child_nodes(node))


GRAPH = {module: sorted(set(imports(module))) for module in MODULES}


def reachable(start: str) -> set[str]:
    """All of cadgit that is loaded once `start` and everything it may ever import is."""
    found: set[str] = set()
    pending = [start]
    while pending:
        module = pending.pop()
        if module in found or module not in MODULES:
            continue
        found.add(module)
        pending.extend(GRAPH[module])
        pending.append(module.rpartition(".")[0])
    return found


def test_the_graph_sees_relative_absolute_and_late_imports() -> None:
    assert "cadgit.records" in GRAPH["cadgit.workflow.outcomes"]
    assert "cadgit.records" in GRAPH["cadgit.kernel.jobs"]
    assert {"cadgit.git", "cadgit.git.refs", "cadgit.records"} <= reachable("cadgit.workflow.run")


@pytest.mark.parametrize("package", OWNERS)
def test_only_the_owner_imports(package: str) -> None:
    users = [module for module, names in GRAPH.items() if any(inside(name, (package,)) for name in names)]
    assert users, f"nothing imports {package}: is the rule out of date?"
    assert [module for module in users if not inside(module, OWNERS[package])] == []


@pytest.mark.parametrize("layer", BELOW)
def test_imports_point_down_only(layer: str) -> None:
    members = [module for module in MODULES if inside(module, (layer,)) and not is_plain(module)]
    assert members, f"{layer} is gone: is the rule out of date?"
    wrong = [
        f"{module} imports {name}"
        for module in members
        for name in GRAPH[module]
        if inside(name, ("cadgit",)) and not is_plain(name) and not inside(name, (layer, *BELOW[layer]))
    ]
    assert wrong == []


def test_every_module_belongs_to_a_layer() -> None:
    layers = (*BELOW, *PLAIN[1:], "cadgit.__main__")
    assert [module for module in MODULES if module != "cadgit" and not inside(module, layers)] == []


@pytest.mark.parametrize("start", ["cadgit.__main__", "cadgit.cli", "cadgit.workflow", "cadgit.kernel.client"])
def test_what_asks_for_geometry_cannot_load_it(start: str) -> None:
    loaded = {module for name in MODULES if inside(name, (start,)) for module in reachable(name)}
    geometry = [m for m in loaded if any(inside(n, ("build123d", "OCP", "manifold3d")) for n in GRAPH[m])]
    assert geometry == []


def test_plain_data_imports_nothing_but_the_standard_library() -> None:
    allowed = sys.stdlib_module_names | {"cadgit"}
    foreign = [(m, n) for m in filter(is_plain, MODULES) for n in GRAPH[m] if n.split(".")[0] not in allowed]
    assert foreign == []


def test_every_package_that_is_imported_is_declared() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    # What an extra brings is imported only by those who ask for it.
    requirements = [*project["dependencies"], *project["optional-dependencies"]["render"]]
    requirements += project["optional-dependencies"]["viewer"]
    names = [requirement.split(">")[0].split("=")[0] for requirement in requirements]
    declared = {name.replace("pillow", "PIL").replace("-", "_") for name in names}
    # OCP is build123d's own kernel; which distribution it comes from is build123d's affair.
    declared |= {"OCP"} | set(sys.stdlib_module_names) | {"cadgit"}
    assert sorted({name.split(".")[0] for names in GRAPH.values() for name in names} - declared) == []


#: None of these belongs into a command that needs no geometry.
HEAVY = ("build123d", "OCP", "manifold3d", "numpy", "rich", "asyncio", "mcp", "starlette")


SCRIPT = """
import json, sys
from cadgit.__main__ import main
status = main(json.loads(sys.argv[1]))
print(json.dumps([status, sorted({name.split(".")[0] for name in sys.modules})]), file=sys.stderr)
"""


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with a model that ran once."""
    path = tmp_path_factory.mktemp("ran")
    for command in (["git", "init", "-q"], ["git", "config", "user.name", "A"], ["git", "config", "user.email", "a@b"]):
        subprocess.run(command, cwd=path, check=True)
    (path / "plain.py").write_text("from build123d import Box\n\nresult = Box(1, 2, 3)\n", encoding="utf-8")
    subprocess.run([sys.executable, "-m", "cadgit", "run", "plain.py"], cwd=path, check=True, capture_output=True)
    return path


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["help"],
        ["status"],
        ["log"],
        ["log", "--json"],
        ["show", "plain.py"],
        ["history"],
        ["run", "plain.py"],
    ],
    ids=" ".join,
)
def test_a_command_without_geometry_stays_light(ran: Path, arguments: list[str]) -> None:
    command = [sys.executable, "-c", SCRIPT, json.dumps(arguments)]
    done = subprocess.run(command, cwd=ran, capture_output=True, encoding="utf-8", timeout=60)
    status, modules = json.loads(done.stderr.splitlines()[-1])
    assert status == 0, done.stdout + done.stderr
    assert [name for name in HEAVY if name in modules] == []


def test_text_is_read_and_written_in_an_encoding_that_no_locale_changes() -> None:
    """A library may set the locale of its process; then ``±`` cannot be written any more."""
    bare = []
    for path in (path for folder in ("src", "tests", "benchmarks", ".ci") for path in (ROOT / folder).rglob("*.py")):
        if path.is_relative_to(ROOT / "tests" / "cases"):
            continue  # models as users write them
        for node in ast.walk(ast.parse(path.read_bytes())):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            given = {keyword.arg for keyword in node.keywords}
            positional = {"read_text": 1, "write_text": 2}.get(node.func.attr, 0)
            if positional and len(node.args) < positional and "encoding" not in given:
                bare.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert not bare
