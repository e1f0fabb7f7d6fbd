"""A value that an object makes when it is first asked for, and keeps.

As `functools.cached_property`, which before Python 3.12 takes a lock at every first use: a microsecond, a hundred times
a search. Two threads that ask at once may both make it, so it is for what comes out the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class once(Generic[T]):  # noqa: N801 - used like `property`
    """Decorates a method without arguments; the object needs a `__dict__`."""

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make = make
        self._name = make.__name__
        self.__doc__ = make.__doc__

    @overload
    def __get__(self, holder: None, owner: type) -> once[T]: ...
    @overload
    def __get__(self, holder: object, owner: type) -> T: ...
    def __get__(self, holder: object | None, owner: type) -> once[T] | T:
        if holder is None:
            return self
        value = holder.__dict__[self._name] = self._make(holder)
        return value
