"""Reading a model's source: the entry file and everything of the repository that it needs."""

from .closure import LARGE, read_closure
from .entry import part_stem

__all__ = ["LARGE", "part_stem", "read_closure"]
