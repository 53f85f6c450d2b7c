"""One evaluation to be made, and what may be told of it."""

from __future__ import annotations

import math
from types import TracebackType
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, Literal, Mapping, Optional, Type, Union

if TYPE_CHECKING:
    from .study import Study

Value = Union[float, Mapping[str, float]]  # of a trial, or all that was measured by name
Function = Callable[["Trial"], Value]


class Trial(Mapping[str, Any]):
    """One evaluation to be made: a mapping of settings by name, and a place for its result.

    As a context manager it takes the value that was set, or fails by the exception that was raised.
    """

    def __init__(self, study: Study, number: int, params: Mapping[str, Any]) -> None:
        self._study = study
        self.told = False
        self.number = number
        self.params = params
        self.value: Optional[Value] = None
        self.stopped = False

    def __getitem__(self, name: str) -> Any:
        return self.params[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.params)

    def __len__(self) -> int:
        return len(self.params)

    def tell(self, value: Value) -> None:
        """Takes the value, or a mapping of all values by name; what is no finite number makes the trial a failed one."""
        self._study.tell(self.number, value)
        self.told = True

    def report(self, step: int, value: float) -> bool:
        """Takes the value after a step, from 1; returns whether to go on. If not, the trial is stopped and needs no result."""
        self.stopped = not self._study.report(self.number, step, value)
        return not self.stopped

    def fail(self, reason: str) -> None:
        """Takes the reason why there is no value."""
        self._study.fail(self.number, reason)
        self.told = True

    def __enter__(self) -> Trial:
        return self

    def __exit__(
            self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]) -> Literal[False]:
        if kind is not None and not issubclass(kind, Exception):
            return False  # Ctrl-C: the trial goes back when the study is closed
        if self.stopped or self.told:
            return False
        if error is not None:
            self.fail(reason(error))
        elif self.value is None:
            self.fail("no value was set")
        else:
            self.tell(self.value)
        return False

    def __repr__(self) -> str:
        return "Trial(%d, %r)" % (self.number, self.params)


def reason(error: BaseException) -> str:
    return "%s: %s" % (type(error).__name__, error)


def result(value: Value) -> Dict[str, Any]:
    """What is told: a value, all values by name, or why there are none."""
    values = value if isinstance(value, Mapping) else {"the value": value}
    if any(number is None for number in values.values()):
        raise TypeError("expected a number or a mapping of numbers by name but got %r; return the value" % (value,))
    numbers = {name: float(number) for name, number in values.items()}
    for name, number in numbers.items():
        if not math.isfinite(number):
            return {"failed": "%s was %s" % (name, number)}
    return {"values": numbers} if isinstance(value, Mapping) else {"value": numbers["the value"]}
