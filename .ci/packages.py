"""Build the wheel and the source distribution, and check that they hold what they must.

Usage: python .ci/packages.py FOLDER
"""

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def build(folder: Path) -> tuple[Path, Path]:
    """Build both into `folder`; the paths of the wheel and of the source distribution."""
    subprocess.run([sys.executable, "-m", "build", "--outdir", folder, ROOT], check=True, stdout=subprocess.DEVNULL)
    (wheel,) = folder.glob("*.whl")
    (source,) = folder.glob("*.tar.gz")
    return wheel, source


def missing(wheel: Path, source: Path) -> list[str]:
    """What git has and the distributions have not: package and hooks in the wheel, the whole project in the source."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True).stdout
    tracked = [path for path in listed.decode().split("\0") if path and (ROOT / path).exists()]
    with zipfile.ZipFile(wheel) as archive:
        packed = set(archive.namelist())
    with tarfile.open(source) as archive:
        unpacked = {name.partition("/")[2] for name in archive.getnames()}
    package = [path.removeprefix("src/") for path in tracked if path.startswith("src/")]
    package += [f"cadgit/{path}" for path in tracked if path.startswith("hooks/") and not path.endswith(".md")]
    return [f"{wheel.name}: {path}" for path in package if path not in packed] + [
        f"{source.name}: {path}" for path in tracked if path not in unpacked
    ]


if __name__ == "__main__":
    built = build(Path(sys.argv[1]))
    if absent := missing(*built):
        sys.exit("missing\n  " + "\n  ".join(absent))
    print(*(path.name for path in built), sep="\n")
