"""Reading a model's source: the entry file and everything of the repository that it needs."""

from .closure import LARGE, read_closure
from .entry import candidate_part_name
from .roots import interpreter_search_path

__all__ = ["LARGE", "candidate_part_name", "interpreter_search_path", "read_closure"]
