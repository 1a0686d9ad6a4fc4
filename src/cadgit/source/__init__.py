"""Reading a model's source: the entry file and everything of the repository that it needs."""

from .closure import LARGE, read_closure
from .entry import part_stem
from .files import Tree
from .stored import Stored, read_stored_closure

__all__ = ["LARGE", "Stored", "Tree", "part_stem", "read_closure", "read_stored_closure"]
