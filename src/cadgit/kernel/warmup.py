"""Imports build123d once and makes OCCT do a little of everything, so that forks find it warm.

Order matters: OCCT's thread pool is made small before anything could start it. A Boolean starts the pool, and a fork
of a process with a pool hangs in its own first Boolean.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import pkgutil
import sys
import tempfile
from collections.abc import Sequence

from ..frozen import complete_all
from ..records import Environment

_environment: Environment | None = None
_inspector_ready = False
#: What could not be preloaded, as sentences: every run says so, because a misspelt name would only be slow.
not_preloaded: list[str] = []


class ThreadsStarted(Exception):
    """An import started a thread, so this process must not fork; the message says which import."""


def one_thread() -> None:
    """Keep numeric libraries to one thread; before they are imported."""
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    os.environ["OMP_NUM_THREADS"] = "1"


def for_executor() -> Environment:
    """Import what runs models, once per process; returns what every run depends on."""
    global _environment
    if _environment is None:
        one_thread()
        _one_occt_thread()
        importlib.import_module("build123d")
        _import_all("cadgit.kernel.model")
        from . import executor
        from .execution import base_environment

        executor.prepare()
        _environment = base_environment()
    return _environment


def for_inspector() -> None:
    """Import what answers questions about geometry."""
    global _inspector_ready
    if _inspector_ready:
        return
    one_thread()
    _one_occt_thread()
    importlib.import_module("build123d")
    for package in ("cadgit.shape", "cadgit.checks"):
        _import_all(package)
    for module in ("cadgit.kernel.inspector", "tomllib"):  # a spec is TOML
        importlib.import_module(module)
    _inspector_ready = True


def everything() -> None:
    """Import all of it, exercise OCCT and freeze the garbage collector's view.

    Raises:
        ThreadsStarted: forking is not safe from here on.
    """
    for name, step in (("build123d", for_executor), ("cadgit's inspector", for_inspector), ("OCCT", _exercise)):
        step()
        expect_one_thread(name)
    complete_all()
    freeze()


def rehearse() -> None:
    """Do the warm-up's work again in a fork that waits: the pages that a job will write to are its own by then.

    Copying them on demand costs a typical model more than its own work.
    """
    for module in list(sys.modules.values()):
        getattr(module, "__file__", None)
    _exercise()


def preload(names: Sequence[str]) -> None:
    """Import slow third-party modules, for executors only. One that fails to import is a warning of every run.

    Raises:
        ThreadsStarted: one of them started a thread.
    """
    for name in names:
        try:
            importlib.import_module(name)
        except Exception as error:
            what = str(error).partition("\n")[0] or type(error).__name__
            not_preloaded.append(f'"{name}" of `preload` under [kernel] in cadgit.toml could not be imported: {what}')
            continue
        expect_one_thread(name)
    freeze()


def expect_one_thread(culprit: str) -> None:
    """Raise if this process has more than one thread.

    Raises:
        ThreadsStarted: it has.
    """
    count = len(os.listdir("/proc/self/task"))
    if count > 1:
        raise ThreadsStarted(f"importing {culprit} started {count - 1} thread(s), so runs cannot be forked from it")


def freeze() -> None:
    """Keep the garbage collector off what exists now: touching it would copy its pages in every fork."""
    gc.collect()
    gc.freeze()


def _one_occt_thread() -> None:
    from OCP.OSD import OSD_ThreadPool

    OSD_ThreadPool.DefaultPool_s(1)


def _import_all(package: str) -> None:
    # A job cannot import these later: its sandbox may hide the folder that they are in.
    path = importlib.import_module(package).__path__
    for module in pkgutil.walk_packages(path, f"{package}."):
        importlib.import_module(module.name)


def _exercise() -> None:
    # One solid only: exporting an assembly moves a counter of the process, and STEP bytes would depend on it.
    import io

    from build123d import Axis, Box, Cylinder, export_step, fillet
    from OCP.BinTools import BinTools
    from OCP.TopoDS import TopoDS_Shape

    part = Box(10, 10, 10) - Cylinder(2, 10)
    part = fillet(part.edges().filter_by(Axis.Z), 1)
    stream = io.BytesIO()
    BinTools.Write_s(part.wrapped, stream)
    stream.seek(0)
    BinTools.Read_s(TopoDS_Shape(), stream)
    part.solid().tessellate(0.1)
    with contextlib.suppress(OSError), tempfile.TemporaryDirectory() as folder:  # a fork's world may be read-only
        export_step(part.solid(), os.path.join(folder, "warm.step"))
