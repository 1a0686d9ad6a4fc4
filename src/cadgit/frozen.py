"""`frozen`: a frozen dataclass that gets its methods with its first instance, not when its module is imported.

`dataclasses.dataclass(frozen=True)` compiles six methods for every class, which takes 0.5 ms in Python 3.11. A command
imports about 90 of our classes and makes instances of a dozen: that was a third of the time of `cadgit status`.
"""

from __future__ import annotations

import dataclasses
import functools
import typing
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

T = TypeVar("T")

#: Methods that are made together, when one of them is first asked for.
_LATER = (("__init__",), ("__repr__",), ("__eq__", "__hash__"))
_waiting: list[Callable[[], None]] = []


@typing.dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field,))
def frozen(cls: type[T]) -> type[T]:
    """The class as ``dataclasses.dataclass(frozen=True)`` makes it, for the rest of the module `dataclasses` too.

    Methods that the class defines itself stay.
    """
    # Without a docstring `dataclasses` writes one with the signature, and compiles all of `tokenize` for that: 8 ms.
    cls.__doc__ = cls.__doc__ or cls.__name__
    dataclasses.dataclass(init=False, repr=False, eq=False)(cls)
    for names in _LATER:
        later = tuple(name for name in names if name not in vars(cls))
        for name in later:
            setattr(cls, name, _at_first_use(cls, name, later))
        if later:
            _waiting.append(functools.partial(_complete, cls, later))
    cls.__setattr__ = cls.__delattr__ = _refuse  # type: ignore[method-assign]
    return cls


def complete_all() -> None:
    """Make the methods of all classes now: for a process that forks others, which would each make them."""
    while _waiting:
        _waiting.pop()()


def _at_first_use(cls: type, name: str, later: tuple[str, ...]) -> Callable[..., Any]:
    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        _complete(cls, later)
        return getattr(cls, name)(self, *args, **kwargs)

    return method


def _complete(cls: Any, later: tuple[str, ...]) -> None:
    """Give the class some methods of a twin that `dataclasses` makes."""
    fields = dataclasses.fields(cls)
    body: dict[str, Any] = {field.name: field for field in fields}
    body["__annotations__"] = {field.name: field.type for field in fields}
    body["__doc__"] = "A twin."
    for name in ("__module__", "__qualname__", "__post_init__"):
        if hasattr(cls, name):
            body[name] = getattr(cls, name)
    make = dataclasses.dataclass(init="__init__" in later, repr="__repr__" in later, eq="__eq__" in later, frozen=True)
    twin: type = make(type(cls.__name__, (), body))
    for name in later:
        setattr(cls, name, vars(twin)[name])


def _refuse(self: Any, name: str, *value: Any) -> NoReturn:
    raise dataclasses.FrozenInstanceError(f"{type(self).__name__}.{name} cannot be changed")
