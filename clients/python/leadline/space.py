"""What is to be searched: parameters by name, in the words of a space file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, Mapping, Optional, Sequence, Tuple, Union


@dataclass(frozen=True)
class Parameter:
    """One input: its kind, its bounds or options, and what else a space file says of it."""

    kind: str
    range: Tuple[Any, ...]
    log: bool = False
    default: Any = None
    when: Optional[str] = None

    def entry(self, name: str) -> Dict[str, Any]:
        """The parameter as a space file has it."""
        entry: Dict[str, Any] = {"name": name, self.kind: [self.told(option) for option in self.range] or True}
        if self.log:
            entry["scale"] = "log"
        if self.default is not None:
            entry["default"] = self.told(self.default)
        if self.when is not None:
            entry["when"] = self.when
        return entry

    def told(self, value: Any) -> Any:
        """A value as Leadline knows it, which knows choices by their text."""
        return str(value) if self.kind == "choice" else value

    def meant(self, value: Any) -> Any:
        """The option of the program that belongs to a value that Leadline suggests."""
        for option in self.range if self.kind in ("choice", "ordinal") else ():
            if self.told(option) == value:
                return option
        return value


Space = Mapping[str, Any]  # parameters by name, or the content of a space file


def real(low: float, high: float, log: bool = False, default: Optional[float] = None, when: Optional[str] = None) -> Parameter:
    """A real number between two bounds; log: its order of magnitude counts."""
    return Parameter("real", (low, high), log, default, when)


def integer(low: int, high: int, log: bool = False, default: Optional[int] = None, when: Optional[str] = None) -> Parameter:
    """A whole number between two bounds, both included."""
    return Parameter("integer", (low, high), log, default, when)


def choice(options: Sequence[Any], default: Any = None, when: Optional[str] = None) -> Parameter:
    """One of several options without an order; they may be of any type with a text of its own."""
    return Parameter("choice", tuple(options), False, default, when)


def ordinal(options: Sequence[Any], default: Any = None, when: Optional[str] = None) -> Parameter:
    """One of several numbers or texts in an order."""
    return Parameter("ordinal", tuple(options), False, default, when)


def flag(default: Optional[bool] = None, when: Optional[str] = None) -> Parameter:
    """True or false."""
    return Parameter("flag", (), False, default, when)


def parameters(space: Space) -> Dict[str, Parameter]:
    """The parameters by name; none if the space is the content of a space file."""
    if isinstance(space.get("parameters"), (list, tuple)):
        return {}
    for name, parameter in space.items():
        if not isinstance(parameter, Parameter):
            raise TypeError("expected '%s' made by leadline.real, integer, choice, ordinal or flag but got %r" % (name, parameter))
    return dict(space)


def document(space: Space, goals: Union[None, str, Sequence[str]] = None) -> Dict[str, Any]:
    """The content of a space file, to which goals are added that it does not have."""
    known = parameters(space)
    content: Dict[str, Any] = {} if known else dict(space)
    for goal in [goals] if isinstance(goals, str) else goals or []:
        word, _, metric = goal.partition(":")
        word = {"minimize": "minimise", "maximize": "maximise"}.get(word, word)
        if isinstance(goals, str):
            content.setdefault(word, metric)
        else:
            content.setdefault(word, []).append(metric)
    if known:
        content["parameters"] = [parameter.entry(name) for name, parameter in known.items()]
    return content
