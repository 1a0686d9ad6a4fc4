"""OCCT with one thread, as in the kernel."""

from __future__ import annotations

from OCP.OSD import OSD_ThreadPool

OSD_ThreadPool.DefaultPool_s(1)
