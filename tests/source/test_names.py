"""A file that the source names is an input; one that it writes is not."""

from __future__ import annotations

import pytest

from cadgit.source import read_closure

from .conftest import Write

HEAD = (
    "import json, os, glob\nfrom os.path import join, dirname\nfrom pathlib import Path\nHERE = Path(__file__).parent\n"
)


def taken(write: Write, source: str) -> bool:
    root = write({"parts/model.py": HEAD + source, "parts/data/b.step": "", "parts/a.step": "", "top.step": ""})
    others = [file.path for file in read_closure(root, "parts/model.py").files if file.path != "parts/model.py"]
    assert len(others) <= 1
    return bool(others)


@pytest.mark.parametrize(
    "source",
    [
        "import_step('a.step')",
        "import_step('data/b.step')",
        "import_step('./a.step')",
        "import_step(file_name='a.step')",
        "import_step('../top.step')",
        "import_step(f'a.step')",
        "import_step('data/' + 'b.step')",
        "import_step('data/'\n 'b.step')",
        "import_step(Path(__file__).parent / 'a.step')",
        "import_step(Path(__file__).resolve().parent / 'data' / 'b.step')",
        "import_step(Path(__file__).parents[1] / 'top.step')",
        "import_step(str(HERE / 'a.step'))",
        "import_step(f'{HERE}/a.step')",
        "import_step(HERE.joinpath('data', 'b.step'))",
        "import_step(Path('data', 'b.step'))",
        "import_step(Path(find_root(), 'data', 'b.step'))",
        "import_step(Path('data') / 'b.step')",
        "import_step(Path.cwd() / 'a.step')",
        "import_step(Path(__file__).with_name('a.step'))",
        "import_step(Path('a.txt').with_suffix('.step'))",
        "import_step(os.path.join(os.path.dirname(__file__), 'data', 'b.step'))",
        "import_step(join(dirname(__file__), '..', 'top.step'))",
        "import_step(os.path.join(os.getcwd(), 'a.step'))",
        "import_step(find_root() / 'data' / 'b.step')",
        "NAME = 'a.step'\nimport_step(HERE / NAME)",
        "def build():\n    return import_step(DATA / 'b.step')\nDATA: Path = HERE / 'data'",
        "for name in ['a.step']:\n    import_step(name)",
        "with open('a.step') as file: pass",
        "open('a.step', 'rb')",
        "open('a.step', mode='r+')",
        "Path('a.step').open('rb')",
        "Path('a.step').read_text()",
        "(HERE / 'a.step').read_bytes()",
        "json.load(open('a.step'))",
        "other.write_text(Path('a.step').read_text())",
        "glob.glob('data/*.step')",
        "(HERE / 'data').glob('*.step')",
        "HERE.rglob('data/*.step')",
        "Path('data').iterdir()",
        "os.listdir(HERE / 'data')",
        "names = {'base': 'a.step'}",
        "import_step('a.step')\nexport_step(part, 'a.step')",
        "export_step(import_step('a.step'), 'a.step')",
    ],
)
def test_this_reads_a_file(write: Write, source: str) -> None:
    assert taken(write, source)


@pytest.mark.parametrize(
    "source",
    [
        "export_step(part, 'a.step')",
        "export_step(to_export=part, file_path=HERE / 'a.step')",
        "export_step(part, str(HERE / 'data' / 'b.step'))",
        "NAME = 'a.step'\nexport_step(part, NAME)",
        "exporter.write('a.step')",
        "open('a.step', 'w')",
        "open('a.step', mode='ab')",
        "Path('a.step').open('w')",
        "(HERE / 'a.step').write_text('x')",
        "plt.savefig('a.step')",
        "image.save('a.step')",
        "part.export_step('a.step')",
        "export_step(part, 'a.step')\nimport_step('a.step')",
        "NAME = 'a.step'\nprint(NAME)\nexport_step(part, NAME)",
        "'a.step'",
        "def build():\n    'a.step'",
        "import_step(name + '.step')",
        "import_step('no.step')",
        "import_step('data')",
        "import_step('/a.step')",
        "', '.join(['no'])",
        "x = 'a' * 5000",
        "import_step('a.step\\0')",
    ],
)
def test_this_does_not(write: Write, source: str) -> None:
    assert not taken(write, source)


def test_a_file_named_by_a_module_may_lie_beside_the_module_or_the_entry(write: Write) -> None:
    module = "def load(name='sizes.json', also='here.json'): ..."
    root = write({"model.py": "import lib.load", "lib/load.py": module, "lib/sizes.json": "", "here.json": ""})
    files = [file.path for file in read_closure(root, "model.py").files]
    assert files == ["here.json", "lib/load.py", "lib/sizes.json", "model.py"]


def test_a_script_that_is_run_by_its_file_name_brings_its_own_imports(write: Write) -> None:
    root = write({"model.py": "import runpy\nrunpy.run_path('gear.py')", "gear.py": "import tooth", "tooth.py": ""})
    assert len(read_closure(root, "model.py").files) == 3


def test_sources_that_nest_deeper_than_python_recurses_are_read(write: Write) -> None:
    source = "x = " + " + ".join(["1"] * 900) + "\n" + "y = " + "'a' + " * 900 + "'a'\nimport lib\n"
    root = write({"model.py": source, "lib.py": ""})
    assert [file.path for file in read_closure(root, "model.py").files] == ["lib.py", "model.py"]
