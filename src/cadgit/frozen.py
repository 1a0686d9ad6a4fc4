"""`frozen`: a frozen dataclass that gets its methods with its first instance, not when its module is imported.

`dataclasses.dataclass(frozen=True)` compiles six methods for every class, which takes 0.5 ms in Python 3.11. A command
imports about 90 of our classes and makes instances of a dozen: that was a third of the time of `cadgit status`.
"""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

T = TypeVar("T")

_LATER = ("__init__", "__repr__", "__eq__", "__hash__")
_waiting: list[Callable[[], None]] = []


@typing.dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field,))
def frozen(cls: type[T]) -> type[T]:
    """The class as ``dataclasses.dataclass(frozen=True)`` makes it, for the rest of the module `dataclasses` too.

    Methods that the class defines itself stay.
    """
    dataclasses.dataclass(init=False, repr=False, eq=False)(cls)
    later = [name for name in _LATER if name not in vars(cls)]
    for name in later:
        setattr(cls, name, _at_first_use(cls, name, later))
    cls.__setattr__ = cls.__delattr__ = _refuse  # type: ignore[method-assign]
    _waiting.append(lambda: _complete(cls, later))
    return cls


def complete_all() -> None:
    """Make the methods of all classes now: for a process that forks others, which would each make them."""
    while _waiting:
        _waiting.pop()()


def _at_first_use(cls: type, name: str, later: list[str]) -> Callable[..., Any]:
    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        _complete(cls, later)
        return getattr(cls, name)(self, *args, **kwargs)

    return method


def _complete(cls: Any, later: list[str]) -> None:
    """Give the class the methods of a twin that `dataclasses` makes in full."""
    fields = dataclasses.fields(cls)
    body: dict[str, Any] = {field.name: field for field in fields}
    body["__annotations__"] = {field.name: field.type for field in fields}
    for name in ("__module__", "__qualname__", "__post_init__"):
        if hasattr(cls, name):
            body[name] = getattr(cls, name)
    twin = dataclasses.dataclass(frozen=True)(type(cls.__name__, (), body))
    for name in later:
        setattr(cls, name, vars(twin)[name])


def _refuse(self: Any, name: str, *value: Any) -> NoReturn:
    raise dataclasses.FrozenInstanceError(f"{type(self).__name__}.{name} cannot be changed")
